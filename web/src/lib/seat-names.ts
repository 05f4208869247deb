// What to call a seat.
import type { AboutTable, Seat } from "./wire";
import { t } from "./words.svelte";

/** The name of a seat: its person's, its bot's (each seat has a bot of its own), or that it is open. */
export function seatName(table: AboutTable, seat: Seat): string {
  const found = table.seats[seat];
  if (!found) return t("table.seat", { n: seat + 1 });
  if (found.kind === "person") return found.name;
  if (found.kind === "open") return t("table.openseat");
  return t(`table.botname.${seat}`);
}

/** The same, as the subject of a sentence: "You" for oneself. */
export const who = (table: AboutTable, seat: Seat, me: Seat | null): string =>
  seat === me ? t("table.you") : seatName(table, seat);
