// How cards look and what they are called. A card's text is the server's: "r4", or a number in The Game.
import type { Card, Colour } from "../lib/wire";
import { t } from "../lib/words.svelte";

export const COLOURS: Colour[] = ["r", "b", "g", "n", "y", "v"];
export const SYMBOLS: Record<Colour, string> = { r: "●", b: "■", g: "▲", n: "◆", y: "★", v: "✚" };

/** Paths of the symbols in a box of 24 by 24. */
export const SHAPES: Record<Colour, string> = {
  r: "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z",
  b: "M3.5 3.5h17v17h-17z",
  g: "M12 2.5L22.5 21h-21z",
  n: "M12 1L22 12L12 23L2 12z",
  y: "M12 1.2l3.2 7 7.6.8-5.7 5.1 1.6 7.5L12 17.8l-6.7 3.8 1.6-7.5L1.2 9l7.6-.8z",
  v: "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z",
};

export const isColoured = (card: Card): boolean => /^[a-z]/.test(card);
export const colourOf = (card: Card): Colour => card[0] as Colour;
export const numberOf = (card: Card): number => Number(isColoured(card) ? card.slice(1) : card);

export const colourName = (colour: Colour): string => t(`colour.${colour}`);
export const cardName = (card: Card): string =>
  isColoured(card) ? t("table.card", { colour: colourName(colourOf(card)), number: numberOf(card) }) : String(numberOf(card));

const byColour = (card: Card): number => (isColoured(card) ? COLOURS.indexOf(colourOf(card)) : 0);

export function sorted(cards: readonly Card[], by: "colour" | "number" = "colour"): Card[] {
  const weight = (card: Card): number =>
    by === "colour" ? byColour(card) * 100 + numberOf(card) : numberOf(card) * 10 + byColour(card);
  return [...cards].sort((a, b) => weight(a) - weight(b));
}
