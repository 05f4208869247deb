// A first game, told step by step: what lies there, which move is asked for, and what is answered to another one. The pictures
// were made with the rules themselves (scripts/make_lessons.py); nothing is worked out here.
import { cardName } from "../cards/cards";
import { announcer } from "../lib/announcer.svelte";
import { narrate } from "../lib/narration";
import { pace } from "../lib/settings.svelte";
import type { AboutTable, LogEvent, StichelnView, TheGameView } from "../lib/wire";
import { signed, t, words, type Params } from "../lib/words.svelte";
import { playOf } from "../thegame/moves";
import sticheln from "./sticheln.json";
import thegame from "./thegame.json";

export type Taught = "sticheln" | "thegame";
export const TAUGHT: Taught[] = ["sticheln", "thegame"];
export const isTaught = (name: string | undefined): name is Taught => TAUGHT.some((game) => game === name);

export type LessonView = StichelnView | TheGameView;

/** What has changed, and what has happened. */
interface Change {
  view: Partial<LessonView>;
  events: LogEvent[];
}
interface Told {
  names: string[];
  steps: { name: string; way: Change[]; move?: string; why?: Record<string, string>; params?: { points: number } }[];
}

interface Picture {
  view: LessonView;
  events: LogEvent[];
}
export interface Step {
  name: string;
  way: Picture[]; // leads to what this step shows
  view: LessonView;
  move: string | null; // what is asked for; null: only looked at
  why: Record<string, string>; // why not another move
  params: Params;
}

const LESSONS: Record<Taught, Told> = { sticheln: sticheln as unknown as Told, thegame: thegame as unknown as Told };
const TRIES = 2; // after so many it is shown what to do

export class Lesson {
  readonly steps: Step[];
  at = $state(0);
  view = $state.raw<LessonView>({} as LessonView);
  moving = $state(false); // the way to the next step is being shown
  news = $state.raw<LogEvent[]>([]); // what happened on it
  refused = $state<string | null>(null); // the move that was not played
  hinted = $state(false);
  #reached = $state(0);
  #tries = 0;
  #journey = 0; // a new number ends the one before

  constructor(readonly game: Taught) {
    this.steps = whole(LESSONS[game]);
    this.view = this.step.view;
  }

  get step(): Step {
    const step = this.steps[this.at];
    if (!step) throw new Error(`no step ${this.at}`);
    return step;
  }

  /** Whether it is the learner who moves the lesson on. */
  get asks(): boolean {
    return this.step.move !== null && !this.moving;
  }

  get legal(): string[] {
    return this.asks ? this.view.legal : [];
  }

  get hasNext(): boolean {
    return this.at < this.steps.length - 1 && (this.moving || this.step.move === null || this.#reached > this.at);
  }

  title(): string {
    return t(`learn.${this.game}.${this.step.name}.title`);
  }

  text(): string {
    return t(`learn.${this.game}.${this.step.name}`, this.step.params);
  }

  /** Why the move that was tried is not the one. */
  reason(): string {
    const why = this.refused === null ? undefined : this.step.why[this.refused];
    if (this.refused === null || why === undefined) return "";
    const own = `learn.${this.game}.${this.step.name}.${why}`;
    return t(words.has(own) ? own : `learn.${this.game}.other.${why}`, this.#about(this.refused));
  }

  /** What is to be done, in so many words. */
  hint(): string {
    const move = this.step.move ?? "";
    const play = playOf(move);
    if (play) return t("learn.hint.pile", { ...play });
    if (move === "end") return t("learn.hint.end");
    if (move.startsWith("start")) return t("learn.hint.start", { eager: t(`table.eager.${move.slice(-1)}`) });
    if (move.endsWith("!")) return t("learn.hint.signal", { pile: move.charAt(0), sign: t("thegame.signal.stop") });
    return t(this.view.phase === "choose" ? "learn.hint.choose" : "learn.hint.card", { card: cardName(move) });
  }

  /** What happened, as sentences. */
  told(): string[] {
    return this.news.map((event) => narrate(event, this.view.table, 0)).filter(Boolean);
  }

  /** A move of the learner's: played if it is the one that is asked for, else answered. */
  attempt(move: string): void {
    if (!this.asks) return;
    if (move === this.step.move) {
      void this.#travel();
      return;
    }
    if (!(move in this.step.why)) return;
    this.refused = move;
    this.#tries += 1;
    if (this.#tries >= TRIES) this.hinted = true;
    announcer.say(this.reason());
  }

  show(): void {
    this.hinted = true;
    announcer.say(this.hint());
  }

  next(): void {
    if (!this.hasNext) return;
    if (this.moving) this.#arrive(this.at + 1);
    else void this.#travel();
  }

  back(): void {
    if (this.moving) this.#arrive(this.at);
    else if (this.at > 0) this.#arrive(this.at - 1);
  }

  restart(): void {
    this.#reached = 0;
    this.#arrive(0);
  }

  /** For who listens: what this step says. */
  announce(): void {
    announcer.say(`${this.title()}. ${this.text()}`);
  }

  /** Ends what is under way; for who leaves. */
  close(): void {
    this.#journey += 1;
  }

  async #travel(): Promise<void> {
    const journey = ++this.#journey;
    const to = this.at + 1;
    this.news = [];
    this.refused = null;
    this.hinted = false;
    this.moving = true;
    for (const { view, events } of this.steps[to]?.way ?? []) {
      this.view = view;
      this.news = [...this.news, ...events];
      for (const event of events) announcer.say(narrate(event, view.table, 0));
      await rest(pace(holdFor(events)));
      if (journey !== this.#journey) return;
    }
    this.#arrive(to);
  }

  #arrive(at: number): void {
    this.#journey += 1;
    this.#tries = 0;
    this.moving = false;
    this.refused = null;
    this.hinted = false;
    this.at = at;
    this.#reached = Math.max(this.#reached, at);
    this.view = this.step.view;
    this.announce();
  }

  /** What the answer to a move may speak of: the card, and in The Game how far its pile would go. */
  #about(move: string): Params {
    const play = playOf(move);
    if (!play || this.view.game !== "thegame") return {};
    const top = this.view.piles[play.pile];
    const wanted = playOf(this.step.move);
    return { ...play, top, step: Math.abs(Number(play.card) - top), asked: wanted?.card, wanted: wanted?.pile };
  }
}

/** The steps with their whole pictures. */
function whole({ names, steps }: Told): Step[] {
  let view = { log: [], unseen: null, table: tableOf(names) } as unknown as LessonView;
  return steps.map(({ name, way, move = null, why = {}, params }) => {
    const pictures = way.map((change) => {
      view = { ...view, ...change.view } as LessonView;
      return { view, events: change.events };
    });
    return { name, way: pictures, view, move, why, params: params ? { points: signed(params.points) } : {} };
  });
}

const tableOf = (names: string[]): AboutTable => ({
  id: "", status: "running", host: null, private: true, aids: "all", clock: null, commitment: "", next: null,
  seats: names.map((name) => ({ kind: "person", name, bot: null, away: false })),
});

const rest = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** How long a picture is looked at. */
function holdFor(events: LogEvent[]): number {
  const kinds = events.map(({ event }) => event);
  if (kinds.includes("reveal") || kinds.includes("start")) return 1200;
  if (kinds.includes("play") || kinds.includes("signal")) return 900;
  return kinds.includes("chose") ? 400 : 600;
}
