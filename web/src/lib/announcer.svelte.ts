// What a screen reader is told: a live region reads each line as it comes. Errors are shown to everybody as well.
import { untrack } from "svelte";

const MOST = 24; // lines; as many can come at once: cards turned up and points, of eight players

class Announcer {
  lines = $state<{ id: number; text: string }[]>([]);
  error = $state("");
  dialogs = $state(0); // that lie over the page
  next = 0; // the id of the line that comes
  #clearing: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    if (!text) return;
    const before = untrack(() => this.lines); // an effect that says something must not run again for it
    this.lines = [...before.slice(1 - MOST), { id: this.next++, text }];
  }

  /** A dialog is open, until what is given back is called. What it complained of ends with it. */
  covered(): () => void {
    untrack(() => (this.dialogs += 1));
    return () => {
      untrack(() => (this.dialogs -= 1));
      this.calm();
    };
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
