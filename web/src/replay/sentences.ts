// What happened with a picture, in words: as the log says it, and what was done in secret for eyes that may see it.
import { cardName, colourName, isColoured } from "../cards/cards";
import { narrate } from "../lib/narration";
import { seatName } from "../lib/seat-names";
import type { Colour, LogEvent } from "../lib/wire";
import { t } from "../lib/words.svelte";
import type { Eyes, Picture } from "./pictures";

const IN_SECRET: LogEvent["event"][] = ["chose", "named", "spoke"];

export function sentencesOf(picture: Picture, eyes: Eyes): string[] {
  const told = secretly(picture, eyes);
  const shown = told ? picture.events.filter(({ event }) => !IN_SECRET.includes(event)) : picture.events;
  const lines = [told, ...shown.map((event) => narrate(event, picture.view.table, picture.view.seat))].filter(Boolean);
  return lines.length ? lines : [t("replay.nothing")];
}

/** A choice, a colour named or an eagerness: "" for a move that all saw, and for eyes that did not see it. */
function secretly({ move, events, view }: Picture, eyes: Eyes): string {
  if (!move || events.some(({ event }) => event === "play" || event === "pass")) return "";
  const [seat, text] = move;
  if (!eyes.open && eyes.seat !== seat) return "";
  const eager = /^start(\d)$/.exec(text)?.[1];
  if (eager !== undefined) return by("replay.spoke", { eager: t(`table.eager.${eager}`) });
  if (text.length === 1) return by("replay.named", { colour: colourName(text as Colour) });
  return isColoured(text) && text !== "end" ? by("replay.chose", { card: cardName(text) }) : "";

  function by(code: string, params: Record<string, string>): string {
    return seat === view.seat ? t(`${code}.you`, params) : t(`${code}.other`, { who: seatName(view.table, seat), ...params });
  }
}
