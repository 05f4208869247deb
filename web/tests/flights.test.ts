// How flights begin: all of them with the next picture, and none of them by laying the page out anew.
import { beforeEach, afterEach, expect, it, vi } from "vitest";
import { fly, place, rememberPlace } from "../src/cards/flights";
import { settings } from "../src/lib/settings.svelte";

const told: string[] = [];
let nextFrame: FrameRequestCallback = () => {};

function put(name: string, left: number): HTMLElement {
  const node = document.createElement("span");
  node.getBoundingClientRect = () => (told.push(`measured ${name}`), new DOMRect(left, 0, 50, 70));
  node.animate = vi.fn(() => (told.push(`moved ${name}`), {}) as Animation);
  place(node, name);
  return document.body.appendChild(node);
}

beforeEach(() => {
  told.length = 0;
  settings.speed = "normal";
  vi.stubGlobal("DOMRect", class { constructor(readonly left: number, readonly top: number, readonly width: number, readonly height: number) {} });
  vi.stubGlobal("requestAnimationFrame", vi.fn((call: FrameRequestCallback) => ((nextFrame = call), 1)));
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it("measures nothing while the page changes; then all flights are measured before the first one moves", () => {
  put("seat", 500);
  const cards = [put("one", 0), put("two", 100)];
  cards.forEach((card) => fly(card, { at: ["seat"] }));
  expect(told).toEqual([]);
  nextFrame(0);
  expect(told).toEqual(["measured seat", "measured one", "measured seat", "measured two", "moved one", "moved two"]);
  expect(requestAnimationFrame).toHaveBeenCalledTimes(1);
});

it("flies from where the card was to where it lies, and the other way when it leaves", () => {
  rememberPlace("hand-r4", new DOMRect(300, 0, 50, 70));
  const comes = put("comes", 0);
  const goes = put("goes", 0);
  put("seat", 200);
  fly(comes, { at: ["hand-r4", "seat"] });
  expect(fly(goes, { at: ["seat"], duration: 430 }, { direction: "out" })).toMatchObject({ duration: 430, delay: 0 });
  nextFrame(0);
  const ends = (node: HTMLElement): unknown[] => (vi.mocked(node.animate).mock.calls[0]?.[0] as Keyframe[]).map((frame) => frame.transform);
  expect(ends(comes)).toEqual(["translate(300px, 0px) scale(1) ", undefined, "translate(0, 0) scale(1) "]);
  expect(ends(goes)).toEqual(["translate(0, 0) scale(1) ", undefined, "translate(200px, 0px) scale(1) "]);
});

it("does not move for who wants no movement", () => {
  settings.speed = "none";
  const card = put("card", 0);
  expect(fly(card, { at: ["seat"] })).toEqual({ duration: 0 });
  expect(requestAnimationFrame).not.toHaveBeenCalled();
});
