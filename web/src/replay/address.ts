// Where one is in a replay, as it stands in the address: rounds, steps and seats are counted from one there, as people do.
import { keptSeat } from "../lib/seats";
import { settings } from "../lib/settings.svelte";
import type { AboutTable, Seat } from "../lib/wire";
import type { Eyes } from "./pictures";

export interface Moment {
  round: number;
  at: number; // which picture, from 0
  eyes: Eyes;
}

const counted = (text: string | null): number => (/^\d{1,4}$/.test(text ?? "") ? Math.max(1, Number(text)) : 1);

export const roundIn = (query: URLSearchParams): number => counted(query.get("round"));
export const placeIn = (query: URLSearchParams): number => counted(query.get("step")) - 1;

/** Through whose eyes: as the address says it, else one's own, with all cards open. */
export function eyesIn(query: URLSearchParams, table: AboutTable): Eyes {
  const given = query.get("seat");
  const seat = given === null ? ownSeat(table) : counted(given) - 1;
  const known = seat !== null && given !== "none" && seat < table.seats.length;
  return { seat: known ? seat : null, open: query.get("open") !== "no" };
}

/** This browser remembers that it sat here but not where: the only person, or the one of this name, was it. */
function ownSeat(table: AboutTable): Seat | null {
  if (!keptSeat(table.id)) return null;
  const people = table.seats.flatMap((seat, number) => (seat.kind === "person" ? [{ name: seat.name, number }] : []));
  const mine = people.length > 1 ? people.filter((seat) => seat.name === settings.name) : people;
  return mine.length === 1 ? (mine[0]?.number ?? null) : null;
}

export function pathOf(table: string, invite: string | null, { round, at, eyes }: Moment): string {
  const query = new URLSearchParams(invite ? { invite } : {});
  query.set("round", String(round));
  query.set("step", String(at + 1));
  query.set("seat", eyes.seat === null ? "none" : String(eyes.seat + 1));
  query.set("open", eyes.open ? "yes" : "no");
  return `/r/${encodeURIComponent(table)}?${query}`;
}
