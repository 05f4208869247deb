// A table as one sees it: what the server has said, shown at a pace that can be followed.
import { announcer } from "./announcer.svelte";
import { Connection, isAboutMoves } from "./connection.svelte";
import { framesTo, isFullTrick, type Frame } from "./frames";
import { tell, tellAround } from "./narration";
import { pace, settings } from "./settings.svelte";
import type { AnyView, ChatLine, Error as Refusal, FromClient, LogEvent, Seat } from "./wire";
import { t, words } from "./words.svelte";

const HURRY = 40; // with so many pictures waiting they are shown without pauses
const FRESH = 15; // seconds; older lines of chat are nothing new

export class LiveTable {
  view = $state.raw<AnyView | null>(null); // what is shown
  log = $state.raw<LogEvent[]>([]); // … and has been
  latest = $state.raw<LogEvent[]>([]); // what has happened with the picture that is shown
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  draft = $state(""); // what one is about to say
  pausedForRound = $state(false); // a round's points are being looked at
  sent = $state<string | null>(null); // the move that is on its way
  shut = $state.raw<string | null>(null); // why the table cannot be seen (any more)
  waiting = $state(0); // pictures not yet shown
  newest = $state.raw<AnyView | null>(null); // what will be shown when all has been looked at
  ahead = $state(0); // seconds that this device's clock is ahead of the server's
  readonly connection: Connection;
  #version = -1;
  #lastSaid = "";
  #frames: Frame[] = [];
  #answered = false; // the view that shows the move on its way has come
  #timer: ReturnType<typeof setTimeout> | undefined;
  #catchUp = (): void => {
    if (document.hidden) this.#drain();
  };

  constructor(
    readonly id: string,
    readonly token: string | null,
    invite: string | null,
  ) {
    this.connection = new Connection(id, token, invite, {
      view: (view, version, whole) => this.#heard(view, version, whole),
      chat: (line) => this.#said(line),
      refused: (refusal) => this.#refused(refusal),
      shut: (refusal) => {
        this.shut = refusal ? sayAgain(refusal) : t("browser.shut");
        announcer.calm(); // the page itself says it
      },
    });
    document.addEventListener("visibilitychange", this.#catchUp);
  }

  /** Whether one may move now: what is shown is the newest, and nothing is on its way. */
  get mayMove(): boolean {
    return this.view === this.newest && this.sent === null && (this.view?.legal.length ?? 0) > 0 && this.view?.table.status === "running";
  }

  /** The moves one may make now; [] while something is still being shown. */
  get legal(): string[] {
    return this.mayMove ? (this.view?.legal ?? []) : [];
  }

  move(move: string): void {
    if (!this.mayMove || !this.legal.includes(move)) return;
    announcer.calm();
    this.sent = move;
    this.#answered = false;
    this.connection.move(this.#version, move);
  }

  send(message: FromClient): boolean {
    const sent = this.connection.send(message);
    if (!sent) announcer.complain(t("browser.offline"));
    return sent;
  }

  /** Says what one is about to say; what does not reach the others can be put differently, or said later. */
  say(): void {
    const text = this.draft.trim();
    if (!text || !this.send({ type: "chat", text })) return;
    announcer.calm();
    this.#lastSaid = text;
    this.draft = "";
  }

  /** Shows what is waiting without pauses, up to the next full trick or a round's end. */
  skip(): void {
    if (this.pausedForRound) {
      this.goOn();
      return;
    }
    while (this.#frames.length) {
      const next = this.#frames[0];
      this.#show();
      if (next && (isFullTrick(next) || next.stop)) return;
    }
  }

  /** The points have been seen. */
  goOn(): void {
    this.pausedForRound = false;
    this.#show();
  }

  readChat(): void {
    this.unread = 0;
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#catchUp);
    clearTimeout(this.#timer);
    this.connection.close();
  }

  #heard(view: AnyView, version: number, whole: boolean): void {
    const before = this.newest;
    const events = this.#newEvents(view, whole);
    this.newest = view;
    this.#version = version;
    this.#setClock(view, whole);
    if (!before) {
      this.log = view.log;
      this.view = view;
      return;
    }
    if (whole) this.#tellStandIn(events, view.seat);
    this.#push(framesTo(before, view, version, events), before, view);
    this.waiting = this.#frames.length;
    if (document.hidden || this.#frames.length > HURRY) this.#drain();
    else if (this.#timer === undefined && !this.pausedForRound) this.#show();
  }

  /** What of the log is new. A whole log comes with every connection; without aids it begins somewhere in the middle. */
  #newEvents(view: AnyView, whole: boolean): LogEvent[] {
    if (!whole || !this.newest) return view.log;
    if (view.table.aids === "none") return [];
    return view.log.slice(this.log.length + this.#frames.reduce((sum, frame) => sum + frame.events.length, 0));
  }

  /** A view without the decision the move was made for answers it; until its first picture is shown the move stays as it was made. */
  #push(frames: Frame[], before: AnyView, view: AnyView): void {
    const [first] = frames;
    if (first && this.sent !== null && !this.#answered && !sameDecision(before, view)) {
      this.#answered = first.answers = true;
      this.connection.moveDone();
    }
    this.#frames.push(...frames);
  }

  /** Whoever was away and comes back is told when a bot has moved for them. */
  #tellStandIn(events: LogEvent[], me: Seat | null): void {
    const own = events.some((event) => (event.event === "play" || event.event === "pass") && event.seat === me && !this.sent?.startsWith(event.card));
    if (own) announcer.complain(t("browser.onbehalf"));
  }

  /** A thought that has just begun tells what the server's clock says; what the way took is a little more. */
  #setClock(view: AnyView, whole: boolean): void {
    const known = this.view?.table.clock?.thinking_from ?? [];
    const begun = (view.table.clock?.thinking_from ?? []).filter((from, seat) => from !== null && from !== known[seat]);
    if (whole || !begun.length) return;
    this.ahead = Date.now() / 1000 - Math.max(...begun.map(Number));
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const frame = this.#frames.shift();
    if (!frame) return;
    this.#put(frame);
    if (frame.stop === "round") {
      this.pausedForRound = true;
      return;
    }
    const hold = pace(frame.hold);
    if (hold > 0) this.#timer = setTimeout(() => this.#show(), hold);
    else if (this.#frames.length) this.#show();
  }

  #put(frame: Frame): void {
    const before = this.view;
    this.view = frame.view;
    this.log = [...this.log, ...frame.events];
    this.latest = frame.events;
    this.waiting = this.#frames.length;
    if (frame.answers) this.sent = null;
    for (const event of frame.events) announcer.say(tell(event, frame.view, before));
    if (before) tellAround(before, frame.view).forEach((line) => announcer.say(line));
  }

  /** Shows all that is waiting at once, but stops at a round's end, unless nobody looks. */
  #drain(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (!this.pausedForRound) {
      const frame = this.#frames.shift();
      if (!frame) return;
      this.#put(frame);
      this.pausedForRound = frame.stop === "round" && !document.hidden;
    }
  }

  #said(line: ChatLine): void {
    const known = this.chat.some((other) => other.at === line.at && other.seat === line.seat && other.text === line.text);
    if (known) return; // every connection brings all lines again
    this.chat = [...this.chat, line];
    if (line.seat === this.newest?.seat || settings.muted.includes(line.name)) return;
    this.unread += 1;
    if (Date.now() / 1000 - line.at < FRESH) announcer.say(t("browser.chat.said", { name: line.name, text: line.text }));
  }

  #refused(refusal: Refusal): void {
    if (isAboutMoves(refusal)) this.sent = null;
    else if (refusal.code.startsWith("chat.")) this.draft ||= this.#lastSaid;
    announcer.complain(sayAgain(refusal));
  }
}

/** A refusal in the language the page speaks now. */
export function sayAgain(refusal: Refusal): string {
  return words.has(refusal.code) ? t(refusal.code, refusal.params) : refusal.message;
}

/** Whether one has the same thing to decide in both: only one's own move, phase and round change it. */
export function sameDecision(before: AnyView, after: AnyView): boolean {
  const decision = (view: AnyView): string =>
    JSON.stringify([view.phase, view.round, view.legal, view.hand, view.to_act.includes(view.seat ?? -1)]);
  return decision(before) === decision(after);
}
