// A table's socket is opened before the scripts that show the table have come: its first view travels beside them.
import { firstLanguage, type Language } from "./language";
import { seatAt, type Place } from "./seats";

/** A socket, and what it has told while nobody listened yet. */
interface Early {
  socket: WebSocket;
  heard: MessageEvent[];
}

let early: Early | null = null;

/** Where a table is live for whoever has this token. */
export function liveAddress(table: string, { token, invite }: Place, language: Language): string {
  const query = new URLSearchParams();
  if (token) query.set("token", token);
  if (invite) query.set("invite", invite);
  query.set("lang", language);
  return `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(table)}/live?${query}`;
}

/** Opens the socket if this is the address of a table. */
export function openEarly(): void {
  const [, page, table] = location.pathname.split("/");
  if (page !== "t" || !table) return;
  const opened: Early = { socket: new WebSocket(liveAddress(table, seatAt(table), firstLanguage())), heard: [] };
  opened.socket.onmessage = (event: MessageEvent) => opened.heard.push(event);
  early = opened;
}

/** A socket to this address: the early one, once, if it leads there and has not ended. */
export function socketTo(address: string): Early {
  const opened = early;
  early = null;
  if (opened?.socket.url === address && opened.socket.readyState <= WebSocket.OPEN) return opened;
  opened?.socket.close();
  return { socket: new WebSocket(address), heard: [] };
}
