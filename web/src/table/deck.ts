// All cards of a round, as far as a view shows them: which have been seen, which one holds, which are still somewhere.
import { COLOURS, colourOf, numberOf, sorted } from "../cards/cards";
import type { Card, Colour, HatTrickView, StichelnView } from "../lib/wire";

export interface Row {
  colour: Colour;
  cards: { card: Card; number: number; where: "unseen" | "hand" | "seen" }[];
}

/** The cards by colour; empty where the table has no such aid. */
export function deck(view: StichelnView | HatTrickView): Row[] {
  if (!view.unseen) return [];
  const unseen = new Set(view.unseen);
  const hand = new Set(view.hand);
  const all = sorted([...new Set([...unseen, ...hand, ...seen(view)])]);
  const where = (card: Card): Row["cards"][number]["where"] => (hand.has(card) ? "hand" : unseen.has(card) ? "unseen" : "seen");
  return COLOURS.map((colour) => ({
    colour,
    cards: all.filter((card) => colourOf(card) === colour).map((card) => ({ card, number: numberOf(card), where: where(card) })),
  })).filter((row) => row.cards.length);
}

function seen(view: StichelnView | HatTrickView): Card[] {
  const trick = view.trick.map((laid) => laid.card);
  if (view.game === "sticheln") return [...trick, ...view.aside, ...(view.taken ?? []).flat(), ...view.chosen.flatMap((cards) => cards ?? [])];
  return [...trick, ...view.piles.flatMap((piles) => [...piles.r, ...piles.b, ...piles.g]), ...(view.passes ?? []).flat()];
}
