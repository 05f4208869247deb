// What games, variants and bots are called.
import type { GameName } from "./wire";
import { t, words } from "./words.svelte";

/** Names of the games: they are the same in every language, and there before the catalogue is. */
export const TITLES: Record<GameName, string> = { sticheln: "Sticheln", hattrick: "Hat Trick", thegame: "The Game" };
export const GAMES = Object.keys(TITLES) as GameName[];

/** A sentence of the pages if there is one, else the catalogue's own. */
export const either = (code: string, other: string): string => (words.has(code) ? t(code) : other);
export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

const titleOf = (game: string): string => TITLES[game as GameName] ?? capital(game);
export const variantTitle = (game: string, variant: string): string => either(`front.variant.${game}.${variant}`, capital(variant));
export const variantSentence = (game: string, variant: string): string => t(`variant.${game}.${variant}`);
export const botTitle = (bot: string): string => either(`front.bot.${bot}`, capital(bot));
export const botSentence = (bot: string): string => t(`bot.${bot}`);

/** "Sticheln", or with its variant where that is not the usual one: "Sticheln · Hazy". */
export function gameLine(game: string, variant: string): string {
  const plain = variant === "classic" || variant === "standard" || variant === "";
  return plain ? titleOf(game) : `${titleOf(game)} · ${variantTitle(game, variant)}`;
}
