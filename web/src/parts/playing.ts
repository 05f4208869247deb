// From a wish to a seat: what Front, New and Join have in common.
import { api } from "../lib/api";
import { againstBots, asked, fitted, keepWish, lastWish, offers, type Wish } from "../lib/games";
import { tablePath } from "../lib/paths";
import { router } from "../lib/router.svelte";
import { keepSeat } from "../lib/seats";
import type { GameName } from "../lib/wire";
import { ownName } from "./NameField.svelte";

/** Makes the table and takes a seat at it, unless bots have them all; then one watches. */
export async function makeAndSit(wish: Wish): Promise<void> {
  const { id, invite } = await api.makeTable(asked(wish));
  keepWish(wish);
  if (wish.seats[0]) router.go(tablePath(id, invite));
  else await sitDown(id, invite);
}

export async function sitDown(id: string, invite: string | null): Promise<void> {
  const { token } = await api.sit(id, { name: ownName(), invite });
  keepSeat(id, token, invite);
  router.go(`/t/${id}`);
}

/** A table against bots, as it was last time. */
export async function playNow(game: GameName): Promise<void> {
  const all = await offers();
  const before = fitted(all, lastWish(game));
  const { id, invite } = await api.makeTable(asked(againstBots(all, before)));
  keepWish(before);
  await sitDown(id, invite);
}

/** Calls again and again while the page is looked at; ends with what it returns. */
export function whileVisible(milliseconds: number, call: () => void): () => void {
  const timer = setInterval(() => document.hidden || call(), milliseconds);
  const seen = (): void => void (document.hidden || call());
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
