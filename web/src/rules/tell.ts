// A part of the rules as a sentence.
import { colourName } from "../cards/cards";
import type { Colour } from "../lib/wire";
import { list, n, t } from "../lib/words.svelte";
import type { Part } from "./parts";

export function tell({ code, params = {}, count }: Part): string {
  const shown = { ...params, ...(Array.isArray(params.colours) ? { colours: list((params.colours as Colour[]).map(colourName)) } : {}) };
  return count === undefined ? t(code, shown) : n(code, count, shown);
}
