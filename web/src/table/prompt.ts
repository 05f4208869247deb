// The sentences that say what the table waits for, and how far the game is.
import { narrate } from "../lib/narration";
import { seatName } from "../lib/seat-names";
import type { HatColour, HatTrickView, Seat, StichelnView } from "../lib/wire";
import { list, n, t } from "../lib/words.svelte";

type TrickView = StichelnView | HatTrickView;

export function prompt(view: TrickView, legal: string[], sent: string | null): string {
  if (view.phase === "over") return t("table.over");
  if (view.table.status === "paused") return t("table.pause");
  if (sent === null && legal.length) return own(view);
  const [first, ...more] = view.to_act.filter((seat) => seat !== view.seat);
  if (view.phase === "play") return first === undefined ? taken(view) : t("table.turn", { who: seatName(view.table, first) });
  return first === undefined || more.length ? t("table.waiting.others") : t("table.waiting.for", { who: seatName(view.table, first) });
}

/** Who takes the trick that lies there full. */
function taken(view: TrickView): string {
  if (!view.trick.length || view.winning === null) return "";
  if (view.game === "sticheln") return narrate({ event: "trick", seat: view.winning ?? 0 }, view.table, view.seat);
  const takers = Object.entries(view.winning) as [HatColour, Seat][];
  return takers.map(([colour, seat]) => narrate({ event: "trick", seat, colour }, view.table, view.seat)).join(" ");
}

function own(view: TrickView): string {
  const lucky = view.options.aim === "lucky";
  if (view.game === "hattrick" || view.phase === "play") return t(view.trick.length ? "table.yourturn" : "table.yourlead");
  if (view.phase === "name") return t(lucky ? "table.naming.lucky" : "table.naming");
  if (view.options.colours !== 2) return t(lucky ? "table.choose.lucky" : "table.choose");
  return t(isSecond(view) ? "table.choose.second" : "table.choose.two");
}

const isSecond = (view: StichelnView): boolean => view.seat !== null && (view.chosen[view.seat]?.length ?? 0) > 0;

/** Who has won, once the game is over. */
export function winnersLine(view: TrickView): string {
  const others = view.winners.filter((seat) => seat !== view.seat).map((seat) => seatName(view.table, seat));
  if (others.length === view.winners.length) return others.length ? t(others.length > 1 ? "table.winners" : "table.winner", { who: list(others) }) : "";
  return others.length ? t("table.winners.you", { who: list(others) }) : t("table.winner.you");
}

/** What the choice means, for who has to make it. */
export function hint(view: TrickView, legal: string[]): string {
  if (view.game === "hattrick" || !legal.length || view.phase !== "choose") return "";
  const lines = [n(`table.hint.${view.options.aim === "lucky" ? "lucky" : view.options.penalty === "flat" ? "flat" : "misery"}`, Number(view.options.colours))];
  if (view.options.reveal === "end") lines.push(t("table.hint.hidden"));
  return lines.join(" ");
}

/** Which round it is, and while tricks are played which trick. */
export function where(view: TrickView): string[] {
  const { round, options, tricks, tricks_played } = view;
  const rounds = options.target ? t("table.roundtarget", { round, target: options.target }) : t("table.round", { round, rounds: options.rounds });
  return view.phase === "play" ? [rounds, t("table.trick", { trick: Math.min(tricks_played + 1, tricks), tricks })] : [rounds];
}
