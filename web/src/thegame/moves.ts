// The text of The Game's moves ("37A": card 37 on pile A) and what may be asked of a list of them. No rule is known here.
import type { Card, Pile, Sign } from "../lib/wire";

export const PILES: readonly Pile[] = ["A", "B", "C", "D"];
export const STARTS: Record<Pile, number> = { A: 1, B: 1, C: 100, D: 100 };
export const SIGNS: readonly Sign[] = ["?", "!"];
export const ascends = (pile: Pile): boolean => pile === "A" || pile === "B";

export interface Play {
  card: Card;
  pile: Pile;
}

/** The card and the pile of a move, null for other moves. */
export function playOf(move: string | null): Play | null {
  const found = /^(\d+)([A-D])$/.exec(move ?? "");
  return found ? { card: found[1] as Card, pile: found[2] as Pile } : null;
}

/** The piles that the card goes to in these moves. */
export const pilesFor = (moves: readonly string[], card: Card | null): Pile[] => PILES.filter((pile) => card !== null && moves.includes(card + pile));
