// What a page has and jsdom lacks.
import { cleanup } from "@testing-library/svelte";
import { afterEach, vi } from "vitest";
import { words } from "../src/lib/words.svelte";

window.matchMedia ??= vi.fn().mockReturnValue({ matches: false, addEventListener() {}, removeEventListener() {} });
window.scrollTo = () => {};
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};
Element.prototype.getAnimations ??= () => [];
Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve(), onfinish: null }) as unknown as Animation;

await words.ready;
afterEach(cleanup);
