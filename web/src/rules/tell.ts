// A part of the rules as a sentence.
import { colourName } from "../cards/cards";
import type { Colour } from "../lib/wire";
import { n, t, words } from "../lib/words.svelte";
import type { Part } from "./parts";

export function tell({ code, params = {}, count }: Part): string {
  const shown = { ...params, ...(Array.isArray(params.colours) ? { colours: list(params.colours as Colour[]) } : {}) };
  return count === undefined ? t(code, shown) : n(code, count, shown);
}

/** "red, blue and green" as the language does it; our English is British. */
const list = (colours: Colour[]): string =>
  new Intl.ListFormat(words.language === "en" ? "en-GB" : words.language, { type: "conjunction" }).format(colours.map(colourName));
