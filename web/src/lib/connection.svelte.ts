// One WebSocket to a table that comes back by itself. A move that was not answered is sent again with its old version, which
// the server makes once only.
import { liveAddress, socketTo } from "./early";
import type { AnyView, ChatLine, Error as Refusal, FromClient, FromServer, Move } from "./wire";
import { words } from "./words.svelte";

export type Link = "connecting" | "open" | "lost" | "closed";

export interface Hearing {
  view(view: AnyView, version: number, whole: boolean): void;
  chat(line: ChatLine): void;
  refused(refusal: Refusal): void;
  /** The door is shut for good: no such table, not for you, removed from the seat. */
  shut(refusal: Refusal | null): void;
}

const WAITS = [300, 700, 1500, 3000, 5000, 8000]; // milliseconds before the next try
const BEAT = 20_000; // milliseconds between pings
const PATIENCE = 8_000; // milliseconds without an answer, to one or to a move, after which the line is dead
const DOUBT = 3_000; // … when there is a reason to think so
const SIGNS = ["online", "offline", "visibilitychange"]; // that the line may have died, or that there may be one again
const DEAD = 1006; // the code of a socket that ended without a word
const FOR_GOOD = 4400; // codes from here on up to 4499: trying again does not help …
const TOO_MUCH = 4429; // … but for this one

/** Whether a refusal may be the answer to a move: chat and signals are refused with codes of their own. */
export const isAboutMoves = ({ code }: Refusal): boolean => !/^(chat|signal)\./.test(code);

export class Connection {
  link = $state<Link>("connecting");
  #socket: WebSocket | null = null;
  #tries = 0;
  #whole = true; // the next view has the whole log
  #waiting: Move | null = null; // the move that has not been answered
  #last: Refusal | null = null;
  #timers: { retry?: ReturnType<typeof setTimeout>; beat?: ReturnType<typeof setInterval>; dead?: ReturnType<typeof setTimeout> | undefined } = {};
  #until = 0; // when the line counts as dead, while something is waited for
  #wake = ({ type }: Event): void => {
    if (type === "visibilitychange" && document.hidden) return;
    if (this.link === "open") this.#beat(DOUBT);
    else if (!this.#socket) this.#retry(0); // else a try is under way
  };

  constructor(
    readonly table: string,
    readonly token: string | null,
    readonly invite: string | null,
    private readonly hearing: Hearing,
  ) {
    SIGNS.forEach((sign) => addEventListener(sign, this.#wake));
    this.#open();
  }

  move(version: number, move: string): void {
    this.#waiting = { type: "move", version, move };
    if (this.send(this.#waiting)) this.#await(PATIENCE);
  }

  /** Called when a view shows that the move has been made. */
  moveDone(): void {
    this.#waiting = null;
  }

  get unanswered(): Move | null {
    return this.#waiting;
  }

  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.link = "closed";
    SIGNS.forEach((sign) => removeEventListener(sign, this.#wake));
    this.#stop();
    this.#leave();
  }

  #open(): void {
    if (this.link === "closed") return;
    this.#stop();
    const { socket, heard } = socketTo(liveAddress(this.table, this, words.language));
    this.#socket = socket;
    this.#whole = true;
    this.#last = null;
    socket.onopen = () => socket === this.#socket && this.#opened();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(event);
    socket.onclose = (event) => socket === this.#socket && this.#ended(event.code);
    this.#await(PATIENCE);
    if (socket.readyState === WebSocket.OPEN) this.#opened();
    heard.forEach((event) => this.#hear(event));
  }

  #opened(): void {
    this.link = "open";
    this.#timers.beat = setInterval(() => this.#beat(PATIENCE), BEAT);
  }

  #hear(event: MessageEvent): void {
    const message = JSON.parse(String(event.data)) as FromServer;
    clearTimeout(this.#timers.dead);
    this.#timers.dead = undefined;
    switch (message.type) {
      case "view":
        this.#tries = 0; // who is let in only to be shown out again does not come back faster for it
        this.hearing.view(message.view, message.version, this.#whole);
        if (this.#whole && this.#waiting) this.move(this.#waiting.version, this.#waiting.move);
        this.#whole = false;
        break;
      case "chat":
        this.hearing.chat(message);
        break;
      case "error":
        this.#last = message;
        if (isAboutMoves(message)) this.#waiting = null;
        this.hearing.refused(message);
        break;
    }
  }

  #beat(patience: number): void {
    this.send({ type: "ping" });
    this.#await(patience);
  }

  /** Whatever comes within this time tells that the line lives. Who waits already waits no longer for it. */
  #await(patience: number): void {
    const until = Date.now() + patience;
    if (this.#timers.dead !== undefined && this.#until <= until) return;
    clearTimeout(this.#timers.dead);
    this.#until = until;
    this.#timers.dead = setTimeout(() => {
      this.#leave();
      this.#ended(DEAD);
    }, patience);
  }

  /** On a dead line a socket takes minutes to close: its end is not waited for. */
  #leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #ended(code: number): void {
    this.#stop();
    this.#socket = null;
    if (this.link === "closed") return;
    if (code >= FOR_GOOD && code < FOR_GOOD + 100 && code !== TOO_MUCH) {
      this.link = "closed";
      this.hearing.shut(this.#last);
      return;
    }
    this.link = "lost";
    this.#retry(WAITS[Math.min(this.#tries++, WAITS.length - 1)] ?? 0);
  }

  #retry(wait: number): void {
    if (this.link !== "lost") return;
    clearTimeout(this.#timers.retry);
    this.#timers.retry = setTimeout(() => this.#open(), wait);
  }

  #stop(): void {
    clearTimeout(this.#timers.retry);
    clearTimeout(this.#timers.dead);
    clearInterval(this.#timers.beat);
    this.#timers = {};
  }
}
