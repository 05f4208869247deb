// The log of Sticheln and Hat Trick, put together by rounds and tricks.
import type { Card, Colour, LogEvent, Seat } from "../lib/wire";

export interface PastTrick {
  cards: { seat: Seat; card: Card; pass: boolean }[];
  takers: { seat: Seat; colour: Colour | null }[];
}

export interface PastRound {
  round: number;
  dealer: Seat | null;
  shown: { seat: Seat; card: Card | null; colour: Colour | null }[]; // chosen cards and named colours, once they are known
  tricks: PastTrick[];
  scores: { seat: Seat; points: number }[];
}

/** The rounds so far, the oldest first; what comes before the first deal is left out. */
export function rounds(log: LogEvent[]): PastRound[] {
  const all: PastRound[] = [];
  for (const event of log) {
    if (event.event === "deal") all.push({ round: event.round, dealer: event.dealer, shown: [], tricks: [], scores: [] });
    const round = all.at(-1);
    if (round) note(round, event);
  }
  return all;
}

function note(round: PastRound, event: LogEvent): void {
  switch (event.event) {
    case "reveal":
      round.shown.push({ seat: event.seat, card: event.card, colour: null });
      break;
    case "misery":
      round.shown.push({ seat: event.seat, card: null, colour: event.colour });
      break;
    case "play":
    case "pass":
      openTrick(round).cards.push({ seat: event.seat, card: event.card, pass: event.event === "pass" });
      break;
    case "trick":
      round.tricks.at(-1)?.takers.push({ seat: event.seat, colour: event.colour ?? null });
      break;
    case "score":
      round.scores.push({ seat: event.seat, points: event.points });
  }
}

function openTrick(round: PastRound): PastTrick {
  const last = round.tricks.at(-1);
  if (last && !last.takers.length) return last;
  const trick: PastTrick = { cards: [], takers: [] };
  round.tricks.push(trick);
  return trick;
}
