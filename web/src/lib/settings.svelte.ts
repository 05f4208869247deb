// What a person has set for themselves; kept in this browser.
import { tick } from "svelte";
import { recall, remember } from "./storage";

export type Speed = "slow" | "normal" | "fast" | "none";
export type Theme = "auto" | "light" | "dark";

const STORED = "stichwerk.settings";
const touch = typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;

const DEFAULTS = {
  name: "",
  speed: "normal" as Speed, // how long each card is looked at
  theme: "auto" as Theme,
  sounds: false,
  twoSteps: touch, // a first tap lifts a card, a second plays it
  lastCard: true, // a card without alternative plays itself
  notify: false, // tell when it is one's turn while the page is hidden
  sort: "colour" as "colour" | "number",
  muted: [] as string[], // whose chat is not shown
};
export type Settings = typeof DEFAULTS;

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(recall(STORED) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state(load());

/** Keeps what is changed and lets the theme take effect; called once, by the App. */
export function keepSettings(): void {
  $effect(() => {
    remember(STORED, JSON.stringify(settings));
    document.documentElement.dataset.theme = settings.theme;
  });
}

const PACE: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, none: 0 };

export const reducedMotion = (): boolean => typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** So many milliseconds at the chosen speed. */
export const pace = (milliseconds: number): number => milliseconds * PACE[settings.speed];

let still = false;

/** What is shown next is there at once, without any movement: for who leafs through a replay. */
export function standStill(): void {
  still = true;
  void tick().then(() => (still = false));
}

/** How long a movement takes: none for who wants none. */
export const motion = (milliseconds: number): number => (still || reducedMotion() ? 0 : Math.min(pace(milliseconds), milliseconds * 1.3));
