// An event as a sentence: for the log, and for who listens instead of looking.
import { cardName, colourName } from "../cards/cards";
import { seatName } from "./seat-names";
import type { AboutTable, AnyView, LogEvent, Seat } from "./wire";
import { n, signed, t } from "./words.svelte";

/** The same for who listens: which cards one has drawn, and nothing of the others' drawing, which follows every turn. */
export function tell(event: LogEvent, view: AnyView, before: AnyView | null): string {
  if (event.event !== "draw") return narrate(event, view.table, view.seat);
  if (event.seat !== view.seat) return "";
  const cards = view.hand.filter((card) => !before?.hand.includes(card));
  return cards.length === event.count ? t("event.drew", { cards }) : narrate(event, view.table, view.seat);
}

/** What has changed around the table from one view to the next: whose seat a bot minds, a pause. */
export function tellAround({ table: before }: AnyView, { table, seat: me }: AnyView): string[] {
  const told = table.seats.flatMap((seat, at) => {
    const [was, is] = [before.seats[at]?.bot ?? null, seat.bot];
    if (seat.kind !== "person" || before.seats[at]?.kind !== "person" || at === me || (was === null) === (is === null)) return [];
    return [t(is === null ? "table.returned" : "table.standin.for", { who: seat.name })];
  });
  if (before.status === "running" && table.status === "paused") told.push(t("table.paused"));
  if (before.status === "paused" && table.status === "running") told.push(t("table.resumed"));
  return told;
}

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
