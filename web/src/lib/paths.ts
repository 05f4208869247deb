// Addresses within the house.
import type { AnyView } from "./wire";

const asking = (invite: string | null): string => (invite ? `?invite=${encodeURIComponent(invite)}` : "");
export const tablePath = (id: string, invite: string | null): string => `/t/${id}${asking(invite)}`;
export const replayPath = (id: string, invite: string | null): string => `/r/${id}${asking(invite)}`;

/** Where a friend sits down at a table. */
export const inviteLink = (table: string, invite: string | null): string => `${location.origin}/join/${encodeURIComponent(table)}${asking(invite)}`;

/** The rules for just this table. */
export function rulesPath({ game, variant, players, options }: Pick<AnyView, "game" | "variant" | "players" | "options">): string {
  const given = Object.entries(options).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return `/rules/${game}?${new URLSearchParams([["variant", variant], ["players", String(players)], ...given])}`;
}
