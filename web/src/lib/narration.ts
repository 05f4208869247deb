// An event as a sentence: for the log, and for who listens instead of looking.
import { cardName, colourName } from "../cards/cards";
import { seatName } from "./seat-names";
import type { AboutTable, LogEvent, Seat } from "./wire";
import { n, signed, t } from "./words.svelte";

const SIGNS = { "?": "slow", "!": "stop", ".": "back" };

/** What happened, in the second person where it was oneself. "" for what needs no words. */
export function narrate(event: LogEvent, table: AboutTable, me: Seat | null): string {
  switch (event.event) {
    case "deal":
      return event.dealer === null ? t("event.dealt") : by("event.deal", event.dealer, { round: event.round });
    case "aside":
      return t("event.aside", { card: cardName(event.card) });
    case "play":
      return event.pile ? onPile(event.seat, event.card, event.pile, event.back ?? false) : by("event.play", event.seat, { card: cardName(event.card) });
    case "pass":
      return by("event.pass", event.seat, { card: cardName(event.card) });
    case "trick":
      return event.colour ? by("event.trickof", event.seat, { colour: colourName(event.colour) }) : by("event.trick", event.seat);
    case "reveal":
      return by("event.reveal", event.seat, { card: cardName(event.card) });
    case "misery":
      return by("event.misery", event.seat, { colour: colourName(event.colour) });
    case "score":
      return by("event.score", event.seat, { points: signed(event.points) });
    case "start":
      return by("event.start", event.seat, { eager: t(`table.eager.${event.eager}`) });
    case "draw":
      return event.seat === me ? n("event.draw.you", event.count) : n("event.draw.other", event.count, { who: seatName(table, event.seat) });
    case "signal":
      return by(`event.signal.${SIGNS[event.signal]}`, event.seat, { pile: event.pile });
    case "chose":
    case "named":
    case "spoke":
    case "begin":
      return by(`event.${event.event}`, event.seat);
    case "over":
      return t("event.over");
  }

  function by(code: string, seat: Seat, params: Record<string, unknown> = {}): string {
    return seat === me ? t(`${code}.you`, params) : t(`${code}.other`, { who: seatName(table, seat), ...params });
  }

  function onPile(seat: Seat, card: string, pile: string, back: boolean): string {
    return by(back ? "event.back" : "event.pile", seat, { card, pile });
  }
}
