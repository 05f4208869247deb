// What a screen reader is told: a live region reads each line as it comes. Errors are shown to everybody as well.
import { untrack } from "svelte";

class Announcer {
  lines = $state<{ id: number; text: string }[]>([]);
  error = $state("");
  #next = 0;
  #clearing: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    if (!text) return;
    const before = untrack(() => this.lines); // an effect that says something must not run again for it
    this.lines = [...before.slice(-4), { id: this.#next++, text }];
  }

  /** A sentence that everybody sees for a while, and that is read at once. */
  complain(text: string): void {
    this.error = text;
    clearTimeout(this.#clearing);
    this.#clearing = setTimeout(() => (this.error = ""), 8000);
  }

  calm(): void {
    this.error = "";
  }
}

export const announcer = new Announcer();
