// A round of a finished game in pictures, as one pair of eyes sees it. Pure: what the server told, no rule is known here.
import { framesTo } from "../lib/frames";
import type { AboutTable, Card, HatTrickView, LogEvent, RoundSteps, Seat, Step, StichelnView, TheGameView } from "../lib/wire";

export type PlayedView = StichelnView | HatTrickView | TheGameView;

/** From which seat one looks (null: as a spectator), and whether all hands lie open. */
export interface Eyes {
  seat: Seat | null;
  open: boolean;
}

export interface Picture {
  view: PlayedView;
  hands: Card[][] | null; // all of them, where they lie open
  events: LogEvent[];
  move: [Seat, string] | null; // what was done with it
}

/** One picture for the deal and for each move; one more where a round's last trick gives way to its points. */
export function picturesOf(told: RoundSteps, eyes: Eyes): Picture[] {
  const table = afterwards(told.table);
  let before: PlayedView | null = null;
  return told.steps.flatMap((step) => {
    const view = viewOf(step, eyes, table);
    const pictures = fullTrickFirst(before, view, step.events);
    before = view;
    const hands = eyes.open ? step.own.map((own) => own.hand) : null;
    return pictures.map((picture, at) => ({ ...picture, hands, move: at ? null : step.move }));
  });
}

/** Who is away, or is being stood in for, when the replay is watched says nothing about the game. */
function afterwards(table: AboutTable): AboutTable {
  const seats = table.seats.map((seat) => ({ ...seat, away: false, bot: seat.kind === "person" ? null : seat.bot }));
  return { ...table, seats, clock: null };
}

function viewOf(step: Step, { seat, open }: Eyes, table: AboutTable): PlayedView {
  const own = seat === null ? {} : step.own[seat];
  return { ...step.shared, ...own, ...(open ? faceUp(step) : {}), log: [], table } as PlayedView;
}

/** What each seat knew of itself, put together. */
function faceUp(step: Step): Partial<StichelnView> {
  const { shared } = step;
  if (shared.game !== "sticheln") return {};
  return {
    chosen: shared.chosen.map((seen, seat) => step.own[seat]?.chosen?.[seat] ?? seen),
    named: shared.named.map((seen, seat) => step.own[seat]?.named?.[seat] ?? seen),
    points: shared.points?.map((seen, seat) => step.own[seat]?.points?.[seat] ?? seen) ?? null,
    cards: shared.cards.map((seen, seat) => step.own[seat]?.cards?.[seat] ?? seen),
  };
}

/** After its last card a trick is looked at before anything else; the next card then finds it gone. */
function fullTrickFirst(before: PlayedView | null, view: PlayedView, events: LogEvent[]): Pick<Picture, "view" | "events">[] {
  const [full, ...more] = framesTo(before, view, 0, events);
  if (!full || !more.length || !events.some((event) => event.event === "trick")) return [{ view, events }];
  const rest = events.filter((event) => !full.events.includes(event));
  const looked = { view: full.view as PlayedView, events: full.events };
  return rest.length ? [looked, { view, events: rest }] : [looked];
}

/** Where one stops when going by whole tricks, or whole turns in The Game. */
export function stopsOf(pictures: readonly Picture[]): number[] {
  return pictures.flatMap((picture, at) => (!at || at === pictures.length - 1 || isStop(picture, pictures[at + 1]) ? [at] : []));
}

const STOPS = ["trick", "reveal", "misery", "begin", "score"];

function isStop(picture: Picture, next: Picture | undefined): boolean {
  return picture.events.some(({ event }) => STOPS.includes(event)) || Boolean(next?.events.some(({ event }) => event === "draw"));
}

const HOLDS: Partial<Record<LogEvent["event"], number>> = { deal: 1600, trick: 2000, reveal: 2600, misery: 2600, score: 4500 };
const HELD = 1100;

/** How many milliseconds a picture is looked at when it all plays by itself. */
export const holdOf = (picture: Picture): number => Math.max(HELD, ...picture.events.map(({ event }) => HOLDS[event] ?? 0));
