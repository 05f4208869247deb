// From a wish to a seat: what Front, New and Join have in common.
import { api } from "../lib/api";
import { againstBots, asked, fitted, keepWish, lastWish, offers, type Wish } from "../lib/games";
import { router } from "../lib/router.svelte";
import { keepSeat } from "../lib/seats";
import type { AnyView, GameName } from "../lib/wire";
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

const asking = (invite: string | null): string => (invite ? `?invite=${encodeURIComponent(invite)}` : "");
export const tablePath = (id: string, invite: string | null): string => `/t/${id}${asking(invite)}`;
export const replayPath = (id: string, invite: string | null): string => `/r/${id}${asking(invite)}`;

/** The rules for just this table. */
export function rulesPath({ game, variant, players, options }: Pick<AnyView, "game" | "variant" | "players" | "options">): string {
  const given = Object.entries(options).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `/rules/${game}?${new URLSearchParams([["variant", variant], ["players", String(players)], ...given])}`;
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
