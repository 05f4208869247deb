// What can be played, as the server tells it, and what somebody wished for last time. Nothing here knows a rule: which players,
// options and bots there are comes from the catalogue, and what does not fit together the server refuses with a sentence.
import { api, Refused, sentence } from "./api";
import type { AboutTable, Clock, GameName, NewTable, OfferedBot, OfferedGame, OfferedOption, OfferedVariant, Offers } from "./wire";
import { recall, remember } from "./storage";
import { capital, either, GAMES } from "./titles";
import { n, t } from "./words.svelte";

export type Value = number | string;

let known: Promise<Offers> | undefined;

/** The catalogue; asked for once. */
export function offers(): Promise<Offers> {
  known ??= api.games().catch((error: unknown) => {
    known = undefined; // the next one asks again
    throw error;
  });
  return known;
}

export function gameOf(all: Offers, name: string): OfferedGame {
  const found = all.games.find((game) => game.name === name) ?? all.games[0];
  if (!found) throw new Refused("browser.offline", t("browser.offline"));
  return found;
}

export const variantOf = (game: OfferedGame, name: string): OfferedVariant =>
  game.variants.find((variant) => variant.name === name) ?? game.variants[0] ?? { name, switches: {}, most_players: game.most_players };

/** Every possible number of players. */
export function playersOf(game: OfferedGame, variant: string): number[] {
  const most = variantOf(game, variant).most_players;
  return Array.from({ length: most - game.least_players + 1 }, (_, more) => game.least_players + more);
}

export const botsOf = (all: Offers, game: string): OfferedBot[] => all.bots.filter((bot) => bot.games.some((name) => name === game));

/** Who sits in when nobody was chosen: a decent player, whom one can beat. */
export function usualBot(all: Offers, game: string): string {
  const bots = botsOf(all, game);
  return (bots.find((bot) => bot.level >= 2) ?? bots.at(-1))?.name ?? "";
}

/** What an option is when nothing is said of it. */
export const usual = (game: OfferedGame, variant: string, option: OfferedOption): Value | null =>
  variantOf(game, variant).switches[option.name] ?? option.default;

// ---- names and sentences ----

export const optionTitle = (game: string, option: string): string => either(`front.option.${game}.${option}`, capital(option));
export const optionSentence = (game: string, option: string): string => either(`front.does.${game}.${option}`, t(`option.${game}.${option}`));

export function valueTitle(game: string, option: string, value: Value): string {
  const name = String(value).replace("-", "minus");
  return either(`front.value.${game}.${option}.${name}`, String(value));
}

/** An option and what it is, in a line. */
const settingLine = (game: string, option: string, value: Value): string =>
  t("front.setting", { option: optionTitle(game, option), value: valueTitle(game, option, value) });

/** The options that are not as usual: a line for each. */
export function differences(game: OfferedGame, variant: string, options: Record<string, Value | null>): string[] {
  return game.options.flatMap((option) => {
    const value = options[option.name] ?? null;
    return value === null || value === usual(game, variant, option) ? [] : [settingLine(game.name, option.name, value)];
  });
}

export const timeLine = (seconds: number): string => (seconds % 60 ? n("front.seconds", seconds) : n("front.minutes", seconds / 60));
export const clockLine = ({ per, seconds }: Clock): string => t(`front.clocked.${per}`, { time: timeLine(seconds) });

/** What a table is like beside its game, where that is not the usual. */
export const aroundLines = ({ aids, clock }: AboutTable): string[] => [...(aids === "none" ? [t("front.memory")] : []), ...(clock ? [clockLine(clock)] : [])];

// ---- what somebody wishes ----

/** A table as it is wished for. In `seats` a bot's name, or "" for a person; the first seat is one's own. */
export interface Wish {
  game: GameName;
  variant: string;
  players: number;
  options: Record<string, Value>;
  seats: string[];
  private: boolean;
  aids: "all" | "none";
  clock: Clock | null;
}

const STORED = "stichwerk.wishes";
type Kept = { last?: GameName } & Partial<Record<GameName, Partial<Wish>>>;

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(recall(STORED) ?? "{}");
    return found && typeof found === "object" ? (found as Kept) : {};
  } catch {
    return {};
  }
}

export const lastGame = (): GameName => GAMES.find((game) => game === kept().last) ?? "sticheln";
export const lastWish = (game: GameName): Partial<Wish> => ({ ...kept()[game], game });
export const keepWish = (wish: Wish): void => remember(STORED, JSON.stringify({ ...kept(), last: wish.game, [wish.game]: wish }));

/** A wish that the catalogue knows; what it does not know (any more) becomes the usual. */
export function fitted(all: Offers, wish: Partial<Wish>): Wish {
  const game = gameOf(all, wish.game ?? lastGame());
  const variant = variantOf(game, wish.variant ?? "").name;
  const possible = playersOf(game, variant);
  const wanted = wish.players ?? game.default_players;
  const players = possible.includes(wanted) ? wanted : Math.min(Math.max(wanted, possible[0] ?? wanted), possible.at(-1) ?? wanted);
  const names = botsOf(all, game.name).map((bot) => bot.name);
  const seat = (at: number): string => {
    const given = wish.seats?.[at];
    return given === undefined || (given && !names.includes(given)) ? (at ? usualBot(all, game.name) : "") : given;
  };
  return {
    game: game.name,
    variant,
    players,
    options: Object.fromEntries(Object.entries(wish.options ?? {}).filter(([name]) => game.options.some((option) => option.name === name))),
    seats: Array.from({ length: players }, (_, at) => seat(at)),
    private: wish.private ?? true,
    aids: wish.aids === "none" ? "none" : "all",
    clock: wish.clock ?? null,
  };
}

/** The same table against bots alone: one's own seat, and a bot wherever a friend would have sat. */
export function againstBots(all: Offers, wish: Wish): Wish {
  return { ...wish, private: true, seats: wish.seats.map((bot, at) => (at ? bot || usualBot(all, wish.game) : "")) };
}

/** The same table for friends: as it was where some were expected, else a seat for one everywhere. */
export function forFriends(all: Offers, wish: Wish): Wish {
  if (wish.players === 1) return forFriends(all, withPlayers(all, wish, gameOf(all, wish.game).default_players));
  return wish.seats.slice(1).includes("") ? wish : { ...wish, seats: wish.seats.map(() => "") };
}

/** With another variant, which brings its own rules; only how long one plays stays, where the variant says nothing of it. */
export function withVariant(all: Offers, wish: Wish, variant: string): Wish {
  const game = gameOf(all, wish.game);
  const { switches } = variantOf(game, variant);
  const lengths = game.options.filter((option) => option.values === null && !(option.name in switches)).map((option) => option.name);
  const options = Object.fromEntries(Object.entries(wish.options).filter(([name]) => lengths.includes(name)));
  return fitted(all, { ...wish, variant, options });
}

/** For so many players; who comes in addition is like the last one. */
export function withPlayers(all: Offers, wish: Wish, players: number): Wish {
  const more = (wish.players > 1 ? wish.seats.at(-1) : undefined) ?? usualBot(all, wish.game);
  return fitted(all, { ...wish, players, seats: Array.from({ length: players }, (_, at) => wish.seats[at] ?? more) });
}

/** With an option set; null, or what is usual anyway, is nothing to ask for. A number that was written stays written. */
export function withOption(all: Offers, wish: Wish, name: string, value: Value | null): Wish {
  const game = gameOf(all, wish.game);
  const option = game.options.find((one) => one.name === name);
  const { [name]: _, ...others } = wish.options;
  const plain = value === null || (option?.values && value === usual(game, wish.variant, option));
  return { ...wish, options: plain ? others : { ...others, [name]: value } };
}

/** Why the server will not make this table, with options called what they are called here. */
export function explained(all: Offers, wish: Wish, error: unknown): string {
  if (!(error instanceof Refused)) return sentence(error);
  const { option, given, other, value } = Object.fromEntries(Object.entries(error.params).map(([name, text]) => [name, bare(text)]));
  const most = gameOf(all, wish.game).options.find((one) => one.name === option)?.most;
  if (error.code === "option.length") return t("front.refused.length");
  if (option && most && ["option.whole", "option.range"].includes(error.code)) {
    return t("front.refused.number", { option: optionTitle(wish.game, option), most });
  }
  if (error.code === "option.clash" && option && given && other && value) {
    return t("front.refused.clash", { one: settingLine(wish.game, option, given), other: settingLine(wish.game, other, value) });
  }
  return error.message;
}

/** The server writes a value that is text between quotes. */
const bare = (text: unknown): string => String(text).replace(/^'(.*)'$/, "$1");

/** A wish as the server takes it. */
export function asked({ seats, ...wish }: Wish): NewTable {
  return { ...wish, seats: seats.map((bot) => (bot ? { kind: "bot", bot } : { kind: "open" })) };
}
