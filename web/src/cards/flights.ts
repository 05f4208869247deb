// Cards fly: from the hand, from a seat, to whoever takes them; and they turn over. Only transform and opacity are animated.
import type { TransitionConfig } from "svelte/transition";
import { backOut, cubicInOut, cubicOut } from "svelte/easing";
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

const here = (name: string): DOMRect | undefined => measured(document.querySelector(`[data-place="${name}"]`));

function find(name: string): DOMRect | undefined {
  const known = remembered.get(name);
  remembered.delete(name);
  return known ?? here(name);
}

/** Where everything is right now. Flights that begin together are measured together, or each would lay the page out anew. */
let now: Map<Element, DOMRect> | null = null;

function measured(node: Element | null): DOMRect | undefined {
  if (!node) return undefined;
  if (!now) setTimeout(() => (now = null));
  if (!now?.has(node)) now = new Map([node, ...document.querySelectorAll("[data-place], [data-flying]")].map((one) => [one, one.getBoundingClientRect()]));
  return now.get(node);
}

export interface Flight {
  /** Names of places; the first that is known counts. */
  at: string[];
  duration?: number;
  delay?: number;
  /** How small it gets there at least, as a part of its own size. */
  least?: number;
}

/** A transition between where the card lies and a place. Elements marked with data-flying are measured with the others. */
export function fly(node: HTMLElement, { at, duration = 340, delay = 0, least = 0.3 }: Flight, { direction = "in" }: { direction?: string } = {}): TransitionConfig {
  const length = motion(duration);
  if (!length) return { duration: 0 };
  const to = at.map(find).find((rect) => rect && rect.width > 0);
  const from = measured(node);
  if (!to || !from?.width) return { duration: length / 2, css: (t) => `opacity: ${t}` };
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = Math.max(least, Math.min(1.6, to.height / from.height));
  return {
    duration: length,
    delay: motion(delay),
    easing: direction === "out" ? cubicInOut : cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${1 + (scale - 1) * u}) ${node.style.transform}; opacity: ${Math.min(1, 0.2 + 1.6 * t)}`,
  };
}

/** A card turns over to this side. */
export function turn(_: Element, { duration = 420 }: { duration?: number } = {}): TransitionConfig {
  return { duration: motion(duration), easing: backOut, css: (t) => `transform: perspective(600px) rotateY(${90 * (1 - t)}deg)` };
}
