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
const PATIENCE = 8_000; // milliseconds without an answer to one after which the line is dead
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
  #timers: { retry?: ReturnType<typeof setTimeout>; beat?: ReturnType<typeof setInterval>; dead?: ReturnType<typeof setTimeout> } = {};
  #wake = (): void => this.#retry(0);

  constructor(
    readonly table: string,
    readonly token: string | null,
    readonly invite: string | null,
    private readonly hearing: Hearing,
  ) {
    addEventListener("online", this.#wake);
    this.#open();
  }

  move(version: number, move: string): void {
    this.#waiting = { type: "move", version, move };
    this.send(this.#waiting);
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
    removeEventListener("online", this.#wake);
    this.#stop();
    this.#socket?.close();
    this.#socket = null;
  }

  #open(): void {
    if (this.link === "closed") return;
    this.#stop();
    const { socket, heard } = socketTo(liveAddress(this.table, this, words.language));
    this.#socket = socket;
    this.#whole = true;
    this.#last = null;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => socket === this.#socket && this.#hear(event);
    socket.onclose = (event) => socket === this.#socket && this.#ended(event.code);
    if (socket.readyState === WebSocket.OPEN) this.#opened();
    heard.forEach((event) => this.#hear(event));
  }

  #opened(): void {
    this.#tries = 0;
    this.link = "open";
    this.#timers.beat = setInterval(() => this.#beat(), BEAT);
  }

  #hear(event: MessageEvent): void {
    const message = JSON.parse(String(event.data)) as FromServer;
    clearTimeout(this.#timers.dead);
    switch (message.type) {
      case "view":
        this.hearing.view(message.view, message.version, this.#whole);
        if (this.#whole && this.#waiting) this.send(this.#waiting);
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

  #beat(): void {
    this.send({ type: "ping" });
    clearTimeout(this.#timers.dead);
    this.#timers.dead = setTimeout(() => this.#socket?.close(), PATIENCE);
  }

  #ended(code: number): void {
    this.#stop();
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
  }
}
