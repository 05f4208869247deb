// Cards fly: from the hand, from a seat, to whoever takes them; and they turn over. Only transform and opacity are animated.
import type { TransitionConfig } from "svelte/transition";
import { backOut } from "svelte/easing";
import { motion } from "../lib/settings.svelte";

/** Where something was before it went: a card that is played is no longer in the hand when its flight begins. */
const remembered = new Map<string, DOMRect>();

/** Marks an element as a place that cards fly from or to: `use:place={"seat-2"}`. */
export function place(node: HTMLElement, name: string): { update(name: string): void } {
  node.dataset.place = name;
  return { update: (other) => (node.dataset.place = other) };
}

/** Notes where a place is now; called before it goes. */
export function rememberPlace(name: string, rect: DOMRect | undefined = here(name)): void {
  if (rect) remembered.set(name, rect);
}

const here = (name: string): DOMRect | undefined => document.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect();

function find(name: string): DOMRect | undefined {
  const known = remembered.get(name);
  remembered.delete(name);
  return known ?? here(name);
}

export interface Flight {
  /** Names of places; the first that is known counts. */
  at: string[];
  duration?: number;
  delay?: number;
  /** How small it gets there at least, as a part of its own size. */
  least?: number;
}

const COMING: KeyframeAnimationOptions = { easing: "cubic-bezier(0.33, 1, 0.68, 1)", fill: "backwards" };
const LEAVING: KeyframeAnimationOptions = { easing: "cubic-bezier(0.65, 0, 0.35, 1)", fill: "both" };

/** A transition between where the card lies and a place. The browser alone moves it; Svelte has only to wait for one that leaves. */
export function fly(node: HTMLElement, { at, duration = 340, delay = 0, least = 0.3 }: Flight, { direction = "in" }: { direction?: string } = {}): TransitionConfig {
  const length = motion(duration);
  if (!length) return { duration: 0 };
  const leaves = direction === "out";
  const times = { duration: length, delay: motion(delay) };
  begin(
    () => path(node, at, least),
    (frames) => node.animate(leaves ? frames.toReversed() : frames, { ...times, ...(leaves ? LEAVING : COMING) }),
  );
  return leaves ? times : { duration: 0 };
}

/** From a place to where the card lies. */
function path(node: HTMLElement, at: string[], least: number): Keyframe[] {
  const to = at.map(find).find((rect) => rect && rect.width > 0);
  const from = node.getBoundingClientRect();
  if (!to || !from.width) return [{ opacity: 0 }, { opacity: 1 }];
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = Math.max(least, Math.min(1.6, to.height / from.height));
  const own = node.style.transform;
  return [{ transform: `translate(${x}px, ${y}px) scale(${scale}) ${own}`, opacity: 0.2 }, { opacity: 1, offset: 0.5 }, { transform: `translate(0, 0) scale(1) ${own}`, opacity: 1 }];
}

/** Flights that begin together take off together, with the next picture: first all are measured, then all move. Else the page would be
 *  laid out once for each of them, and within the task that changed it. */
type TakeOff = [measure: () => Keyframe[], move: (frames: Keyframe[]) => void];
let waiting: TakeOff[] = [];

function begin(...flight: TakeOff): void {
  if (!waiting.length) requestAnimationFrame(takeOff);
  waiting.push(flight);
}

function takeOff(): void {
  const all = waiting;
  waiting = [];
  all.map(([measure, move]) => [measure(), move] as const).forEach(([frames, move]) => move(frames));
}

/** A card turns over to this side. */
export function turn(_: Element, { duration = 420 }: { duration?: number } = {}): TransitionConfig {
  return { duration: motion(duration), easing: backOut, css: (t) => `transform: perspective(600px) rotateY(${90 * (1 - t)}deg)` };
}
