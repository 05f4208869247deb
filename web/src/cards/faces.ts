// What is drawn on a card. Each face is made once, as markup: a hand of cards is then only put in, not worked out piece by piece.
import type { Card } from "../lib/wire";
import { colourOf, isColoured, numberOf } from "./cards";
import { numeral } from "./numerals";
import { outline, threads } from "./threads";

const SIZES: Partial<Record<string, number>> = { n: 0.93, v: 0.93, g: 0.96 }; // so that all look equally large
const drawn = new Map<string, string>();

/** The face of a card, for a box of 100 by 140. `small` leaves out what could not be seen anyway. */
export function face(card: Card, small: boolean): string {
  const key = small ? `${card}-` : card;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const made = !isColoured(card) ? linen(numberOf(card), small) : small ? smallPatch(card) : patch(card);
  drawn.set(key, made);
  return made;
}

/** A patch of cloth: a stitched edge, number and symbol in the corner, and the symbol worked in thread, the denser the higher the card. */
function patch(card: Card): string {
  const colour = colourOf(card);
  const number = numberOf(card);
  const symbol = outline(colour);
  return (
    '<rect class="paper" width="100" height="140" rx="10"/><rect class="cloth" x="4" y="4" width="92" height="132" rx="7"/>' +
    '<rect class="stitch" x="8" y="8" width="84" height="124" rx="4.5"/>' +
    `<path class="digits" d="${numeral(number).path}" transform="translate(17 18)"/>` +
    `<path class="symbol" d="${symbol}" transform="translate(81 26) scale(.62)"/>` +
    `<g transform="translate(50 ${colour === "g" ? 97 : 93}) scale(${SIZES[colour] ?? 1})"><path class="patch" d="${symbol}" transform="scale(3.15)"/>` +
    `<path class="threads" d="${threads(colour, number)}" transform="scale(2.95)"/><path class="holes" d="${symbol}" transform="scale(2.95)"/></g>`
  );
}

function smallPatch(card: Card): string {
  return (
    '<rect class="paper" width="100" height="140" rx="12"/><rect class="cloth" x="6" y="6" width="88" height="128" rx="8"/>' +
    `${inTheMiddle(numberOf(card), 62, 1.85, 20)}<path class="symbol" d="${outline(colourOf(card))}" transform="translate(50 106) scale(1.75)"/>`
  );
}

/** A card of The Game: linen that is dyed as high as its number. */
function linen(number: number, small: boolean): string {
  const level = 122 - number * 0.98;
  const wave = (lower: number): string => `M7 ${level + lower + 4}c21-17 52 13 86-8`;
  const strands = small ? [] : [0, 4.5, 9].map((lower) => `<path class="strand" d="${wave(lower)}"/>`);
  return (
    '<rect class="paper" width="100" height="140" rx="10"/><rect class="stitch" x="5.5" y="5.5" width="89" height="129" rx="7"/>' +
    `<path class="dye" d="${wave(0)}V131a3.5 3.5 0 0 1-3.5 3.5h-79a3.5 3.5 0 0 1-3.5-3.5z"/>${strands.join("")}` +
    `<path class="digits corner" d="${numeral(number).path}" transform="translate(14 14) scale(.6)"/>${inTheMiddle(number, 66, 1.55, 50)}`
  );
}

/** A large number, made narrower where it would be wider than `most`. */
function inTheMiddle(number: number, most: number, size: number, top: number): string {
  const { path, width } = numeral(number);
  const narrow = Math.min(size, most / width);
  return `<path class="digits bold" d="${path}" transform="translate(${50 - (width * narrow) / 2} ${top}) scale(${narrow} ${size})"/>`;
}
