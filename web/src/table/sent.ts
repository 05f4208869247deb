// A move that is on its way, as it will look: the card has left the hand. The server's answer changes nothing of it, or takes it back.
import type { Card, HatTrickView, StichelnView } from "../lib/wire";

type TrickView = StichelnView | HatTrickView;

export function withMove(view: TrickView, move: string | null): TrickView {
  if (move === null || view.seat === null || !view.hand.includes(move)) return view;
  const hand = view.hand.filter((card) => card !== move);
  const cards = view.cards.map((count, seat) => (seat === view.seat ? count - 1 : count));
  const to_act = view.to_act.filter((seat) => seat !== view.seat);
  return { ...view, hand, cards, legal: [], to_act, ...(view.phase === "choose" ? chosen(view, move) : laid(view, move)) } as TrickView;
}

function chosen(view: TrickView, card: Card): object {
  return view.game === "sticheln" ? { chosen: view.chosen.map((known, seat) => (seat === view.seat ? [...(known ?? []), card] : known)) } : {};
}

/** Whether it is a pass only the server can tell. */
const laid = (view: TrickView, card: Card): object => ({ trick: [...view.trick, { seat: view.seat, card, ...(view.game === "hattrick" ? { pass: false } : {}) }] });
