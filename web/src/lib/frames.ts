// From one view to the next, in pictures that can be followed: card by card, a full trick before it is taken, chosen cards as they
// are turned up, a round's points before the next cards. Pure: what the server told, in steps; no rule of the game is known here.
import type { AnyView, Card, Colour, HatTrickView, LogEvent, Seat, StichelnView } from "./wire";

export interface Frame {
  view: AnyView;
  version: number;
  events: LogEvent[]; // what has happened with this picture
  hold: number; // milliseconds it is looked at, at normal speed
  stop?: "round"; // waits until one has seen enough
  answers?: boolean; // shows the move that was on its way
}

const PLAYED = 560;
const PLAYED_BY_MANY = 460; // six and more at the table
const TRICK = 1500;
const TAKEN = 320;
const REVEAL = 1700;
const DRAWN = 450;

type TrickView = StichelnView | HatTrickView;

/** The pictures that lead to a view. `before` is the last one shown; null: there is nothing to lead from. */
export function framesTo(before: AnyView | null, view: AnyView, version: number, events: LogEvent[]): Frame[] {
  if (!before || !hasTricks(before) || !hasTricks(view)) return [{ view, version, events, hold: holdFor(events, view) }];
  return new Steps(before, view, version, events).frames();
}

export const hasTricks = (view: AnyView): view is TrickView =>
  (view.game === "sticheln" || view.game === "hattrick") && view.phase !== "waiting";

/** Whether a picture shows a trick with who takes it: a good place to pause. */
export const isFullTrick = (frame: Frame): boolean => frame.events.some((event) => event.event === "trick");

/** Goes along the events and changes the picture with each; several of a kind (turned cards, points) make one picture. */
class Steps {
  #made: Frame[] = [];
  #told: LogEvent[] = [];
  #shown: TrickView;

  constructor(
    before: TrickView,
    private readonly view: TrickView,
    private readonly version: number,
    private readonly events: LogEvent[],
  ) {
    this.#shown = before;
  }

  /** What follows a deal is not stepped through: the hands it began with are not known here. */
  frames(): Frame[] {
    const dealt = this.events.findIndex((event) => event.event === "deal");
    const round = dealt < 0 ? this.events : this.events.slice(0, dealt);
    round.forEach((event, at) => {
      this.#told.push(event);
      this.#step(event, at);
    });
    this.#told.push(...this.events.slice(round.length));
    return this.#ended();
  }

  #step(event: LogEvent, at: number): void {
    const next = this.events[at + 1]?.event;
    const more = next === event.event;
    switch (event.event) {
      case "reveal":
      case "misery":
        this.#shown = event.event === "reveal" ? turnedUp(this.#shown, event.seat, event.card) : named(this.#shown, event.seat, event.colour);
        if (!more) this.#reveal(at);
        break;
      case "play":
      case "pass":
        this.#shown = withCard(this.#shown, event.seat, event.card, event.event === "pass");
        if (next !== "trick") this.#picture(this.view.players > 5 ? PLAYED_BY_MANY : PLAYED);
        break;
      case "trick":
        this.#shown = withWinner(this.#shown, event.seat, event.colour);
        if (!more) this.#taken();
        break;
      case "score":
        if (!more) this.#scored();
    }
  }

  #picture(hold: number, stop?: "round"): void {
    this.#made.push({ view: this.#shown, version: this.version, events: this.#told, hold, ...(stop ? { stop } : {}) });
    this.#told = [];
  }

  /** Cards that are turned up at the start of a round were in the hands until now. */
  #reveal(at: number): void {
    if (this.#shown.phase === "choose") {
      const later = this.events.slice(at + 1).flatMap((event) => (event.event === "play" || event.event === "pass" ? [event] : []));
      const cards = this.view.cards.map((count, seat) => count + later.filter((event) => event.seat === seat).length);
      const hand = [...this.view.hand, ...later.filter((event) => event.seat === this.view.seat).map((event) => event.card)];
      this.#shown = { ...this.#shown, ...QUIET, phase: "play", cards, hand } as TrickView;
    }
    this.#picture(REVEAL);
  }

  #taken(): void {
    this.#picture(TRICK);
    this.#shown = emptied(this.#shown);
  }

  /** When a round has been scored, what lies there stays until the points have been seen. */
  #scored(): void {
    const { last_round, scores, round_scores, winners, over, table } = this.view;
    this.#shown = { ...this.#shown, ...QUIET, trick: [], points: null, last_round, scores, round_scores, winners, over, table } as TrickView;
    this.#picture(0, "round");
  }

  /** The last picture is the view itself; after a trick or a round it comes by itself. */
  #ended(): Frame[] {
    const last = this.#made.at(-1);
    if (!last || last.stop || isFullTrick(last)) this.#made.push({ view: this.view, version: this.version, events: this.#told, hold: last && !last.stop && !this.view.over ? TAKEN : 0 });
    else Object.assign(last, { view: this.view, events: [...last.events, ...this.#told] });
    return this.#made;
  }
}

const QUIET = { to_act: [], legal: [] };

function withCard(view: TrickView, seat: Seat, card: Card, pass: boolean): TrickView {
  const laid = view.game === "hattrick" ? { seat, card, pass } : { seat, card };
  const cards = view.cards.map((count, other) => (other === seat ? count - 1 : count));
  const hand = seat === view.seat ? view.hand.filter((held) => held !== card) : view.hand;
  const leader = view.trick.length ? view.leader : seat;
  const winning = view.game === "hattrick" ? {} : null; // who wins now is told only with the newest
  return { ...view, ...QUIET, cards, hand, leader, winning, trick: [...view.trick, laid] } as TrickView;
}

function withWinner(view: TrickView, seat: Seat, colour: Colour | undefined): TrickView {
  if (view.game === "sticheln") return { ...view, winning: seat };
  return { ...view, winning: { ...view.winning, ...(colour ? { [colour]: seat } : {}) } };
}

function emptied(view: TrickView): TrickView {
  const { leader, trick: cards, winning } = view;
  const last_trick = view.game === "sticheln" ? { leader, winner: winning, cards } : { leader, winners: winning, cards };
  return { ...view, trick: [], last_trick, tricks_played: view.tricks_played + 1, winning: view.game === "hattrick" ? {} : null } as TrickView;
}

function turnedUp(view: TrickView, seat: Seat, card: Card): TrickView {
  if (view.game !== "sticheln") return view;
  return { ...view, chosen: view.chosen.map((known, other) => (other === seat ? added(known, card) : known)) };
}

function named(view: TrickView, seat: Seat, colour: Colour): TrickView {
  if (view.game !== "sticheln") return view;
  return { ...view, named: view.named.map((known, other) => (other === seat ? added(known, colour) : known)) };
}

const added = <Item>(known: Item[] | null, item: Item): Item[] => (known?.includes(item) ? known : [...(known ?? []), item]);

function holdFor(events: LogEvent[], view: AnyView): number {
  if (view.over) return 0;
  if (events.some((event) => event.event === "play")) return PLAYED;
  return events.some((event) => event.event === "draw") ? DRAWN : 0;
}
