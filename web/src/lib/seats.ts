// The seats this browser holds: a token for each table, kept until the table is left. A token is the seat: whoever has it plays.
import { recall, remember } from "./storage";

export interface KeptSeat {
  table: string;
  token: string;
  invite: string | null;
  at: number;
}

const STORED = "stichwerk.seats";
const MOST = 50;

export function keptSeats(): KeptSeat[] {
  try {
    const found: unknown = JSON.parse(recall(STORED) ?? "[]");
    return Array.isArray(found) ? (found as KeptSeat[]) : [];
  } catch {
    return [];
  }
}

export const keptSeat = (table: string): KeptSeat | undefined => keptSeats().find((seat) => seat.table === table);

export function keepSeat(table: string, token: string, invite: string | null = null): void {
  const others = keptSeats().filter((seat) => seat.table !== table);
  const all = [{ table, token, invite, at: Date.now() }, ...others].slice(0, MOST);
  remember(STORED, JSON.stringify(all));
}

export function dropSeat(table: string): void {
  remember(STORED, JSON.stringify(keptSeats().filter((seat) => seat.table !== table)));
}

/** A link that takes the seat along to another device. The token stands after the #, which browsers send to nobody. */
export const seatLink = (table: string, token: string): string => `${location.origin}/t/${table}#seat=${token}`;

/** What opens a table: the token of a seat, the invitation to a private one. */
export interface Place {
  token: string | null;
  invite: string | null;
}

/** One's place at the table of this address: the seat that a link brings, or the one kept before. */
export function seatAt(table: string): Place {
  const known = keptSeat(table);
  const invite = new URLSearchParams(location.search).get("invite") ?? known?.invite ?? null;
  return { token: seatInLink() ?? known?.token ?? null, invite };
}

/** The token that a link brings, until the server has said whether it opens a seat. */
export const seatInLink = (): string | null => new URLSearchParams(location.hash.slice(1)).get("seat");

/** The server has said so. Only a token that opens the seat takes the place of the one kept; none stays in the address bar. */
export function settle(table: string, { token, invite }: Place, seated: boolean): void {
  if (!seatInLink()) return;
  if (seated && token) keepSeat(table, token, invite);
  history.replaceState(null, "", location.pathname + location.search);
}
