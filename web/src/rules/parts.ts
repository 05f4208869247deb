// Which sentences and pictures make up the rules of a table. No rule is worked out here: the options choose among parts that are
// written down, numbers and outcomes come from files that `scripts/make_lessons.py` makes with the rules themselves.
import { colourOf, numberOf } from "../cards/cards";
import type { Card, Colour, GameName, HatColour } from "../lib/wire";
import examples from "./examples.json";
import tables from "./tables.json";

export interface Part {
  code: string;
  params?: Record<string, unknown>;
  /** Chooses the form for one or for more. */
  count?: number;
}

/** Cards in a row with what is to be said under some of them. */
export interface TrickPicture {
  kind: "trick";
  cards: { card: Card; role?: "wins" | "takes" | "passes"; colour?: Colour; leads?: boolean; next?: boolean }[];
  caption: string;
}
export interface ScorePicture {
  kind: "score";
  chosen: Card[];
  took: Card[];
  own: number;
  others: number;
  points: number;
}
export interface PilesPicture {
  kind: "piles";
  piles: Record<HatColour, number>;
  passes: number;
  points: number;
}
/** What has been chosen, player by player; null: face down. The first is oneself. */
export interface ChosenPicture {
  kind: "chosen";
  players: (Card | null)[][];
  caption: string;
}
export interface RowPicture {
  kind: "row";
  cards: Card[];
}
export interface RunPicture {
  kind: "run";
  direction: "up" | "down";
  cards: Card[];
}
export interface BackPicture {
  kind: "back";
  direction: "up" | "down";
  top: Card;
  card: Card;
}
export type Picture = TrickPicture | ScorePicture | PilesPicture | ChosenPicture | RowPicture | RunPicture | BackPicture;

export type SectionName =
  | "idea" | "cards" | "choose" | "trick" | "take" | "next" | "name" | "score" | "game" | "tips" | "start" | "turn" | "back" | "talk" | "result";

export interface Section {
  name: SectionName;
  parts: Part[];
  pictures: Picture[];
  /** The pictures show cards that this table does not have. */
  large?: boolean;
}

/** What a table is played by. */
export interface Setting {
  game: GameName;
  variant: string;
  players: number;
  options: Record<string, unknown>;
}

type Options = Record<string, string | number | null>;

const GAMES: GameName[] = ["sticheln", "hattrick", "thegame"];
export const isGame = (name: string | undefined): name is GameName => GAMES.some((game) => game === name);

interface Known {
  players: { least: number; most: number; usual: number };
  variants: Record<string, { options: Options; most: number }>;
  options: Record<string, (string | number)[]>;
}
export const known = (game: GameName): Known => tables[game] as unknown as Known;

/** A setting from what an address holds; what makes no sense becomes the usual. */
export function settingFrom(game: GameName, query: URLSearchParams): Setting {
  const { players: seats, variants } = known(game);
  const variant = query.get("variant") ?? "";
  const kept = variant in variants ? variant : (Object.keys(variants)[0] ?? "");
  const players = Number(query.get("players"));
  const most = variants[kept]?.most ?? seats.most;
  const fits = Number.isInteger(players) && players >= seats.least && players <= most;
  return { game, variant: kept, players: fits ? players : Math.min(seats.usual, most), options: given(game, query) };
}

function given(game: GameName, query: URLSearchParams): Options {
  const found: Options = {};
  for (const [name, values] of Object.entries(known(game).options)) {
    const text = query.get(name);
    const value = values.length ? values.find((one) => String(one) === text) : /^[1-9]\d{0,5}$/.test(text ?? "") ? Number(text) : undefined;
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Every option with its value: what is given beside a variant wins over it. */
export function resolved({ game, variant, options }: Setting): Options {
  const { variants } = known(game);
  const base = (variants[variant] ?? Object.values(variants)[0])?.options ?? {};
  const asked = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
  const all = { ...base, ...asked };
  return asked.target != null ? { ...all, rounds: null } : all;
}

/** The whole text for a table. */
export function sectionsOf(setting: Setting): Section[] {
  const options = resolved(setting);
  const players = String(setting.players);
  if (setting.game === "sticheln") return sticheln(options, players);
  if (setting.game === "hattrick") return hattrick(options, players);
  return thegame(options, players);
}

const say = (code: string, params?: Record<string, unknown>): Part => (params ? { code, params } : { code });
const counted = (code: string, count: number): Part => ({ code, count });
const section = (name: SectionName, parts: (Part | false)[], pictures: Picture[] = []): Section => ({
  name,
  parts: parts.filter((part) => part !== false),
  pictures,
});

// ---- Sticheln ----

const ROW: Record<number, Card[]> = { 5: ["r0", "b1", "g2", "n3", "y4"], 6: ["r0", "b1", "g2", "n3", "y4", "v5"] };

function sticheln(o: Options, players: string): Section[] {
  const deck = tables.sticheln.decks[players as "4"] ?? tables.sticheln.decks["4"];
  const colours = o.colours === 2 ? 2 : 1;
  const kind = `${o.aim}${colours}`;
  const after = o.reveal === "after";
  const worth = o.aim === "lucky" ? "lucky" : o.penalty === "flat" ? "flat" : "number";
  const outcome = o.aim === "lucky" ? (o.zeros === "trump" ? "trump" : "never") : "misery";
  const zeros = outcome === "trump" ? "trump" : "never";
  const tricks = deck.tricks[after ? 0 : colours] ?? 0;
  const scores = examples.scores[`${worth}${colours}`];
  const told = [
    section("idea", [say(`rules.sticheln.idea.${kind}`), say(`rules.sticheln.known.${o.reveal === "start" ? o.aim : o.reveal}`)]),
    section(
      "cards",
      [
        say("rules.sticheln.deck", { players: Number(players), low: deck.low, high: deck.high, colours: deck.colours, cards: deck.cards, each: deck.each }),
        deck.aside > 0 && counted("rules.sticheln.aside", deck.aside),
      ],
      [{ kind: "row", cards: [...(ROW[deck.colours.length] ?? []).slice(0, -1), `${deck.colours.at(-1)}${deck.high}`] }],
    ),
    section(
      "choose",
      [!after && say(`rules.sticheln.choose.${kind}`), say(`rules.sticheln.reveal.${o.reveal}`), !after && say("rules.sticheln.same")],
      after ? [] : [chosen(colours, o.reveal === "end")],
    ),
    section(
      "trick",
      [
        say("rules.sticheln.any", { tricks }),
        say(`rules.sticheln.trump.${zeros}`),
        say(`rules.sticheln.wins.${o.aim}`),
        say(`rules.sticheln.zeros.${zeros}`),
        say("rules.sticheln.winner"),
      ],
      stichelnTricks(outcome),
    ),
    ...(after ? [section("name", [say(`rules.sticheln.name.${kind}`), say("rules.sticheln.name.none")])] : []),
    section(
      "score",
      [say(`rules.sticheln.score.${worth}${colours}`), !after && counted("rules.sticheln.chosen", colours)],
      (after ? scores.named : scores.chosen).map((example) => ({ kind: "score", ...example })),
    ),
    section("game", [
      o.target != null ? counted("rules.sticheln.target", Number(o.target)) : counted("rules.sticheln.length", Number(o.rounds)),
      say(`rules.sticheln.dealing.${o.dealing}`),
      say("rules.points"),
    ]),
    section("tips", [
      o.aim === "misery" && !after && say("rules.sticheln.tip.choose"),
      o.aim === "misery" && !after && say(`rules.sticheln.tip.price.${o.penalty}`),
      o.aim === "misery" && !after && say("rules.sticheln.tip.lead"),
      o.aim === "misery" && o.reveal === "start" && say("rules.sticheln.tip.trump"),
      say("rules.tip.memory"),
    ]),
  ];
  return told.map((part) => ({ ...part, large: part.pictures.some((picture) => !cardsOf(picture).every((card) => holds(deck, card))) }));
}

const holds = (deck: { colours: string[]; high: number }, card: Card): boolean => deck.colours.includes(colourOf(card)) && numberOf(card) <= deck.high;

function cardsOf(picture: Picture): Card[] {
  if (picture.kind === "trick") return picture.cards.map((laid) => laid.card);
  return picture.kind === "score" ? [...picture.chosen, ...picture.took] : [];
}

const CHOSEN: Record<1 | 2, Card[][]> = { 1: [["r4"], ["b1"], ["r0"], ["g4"]], 2: [["r4", "b1"], ["r0", "g4"], ["y2", "n3"]] };

function chosen(colours: 1 | 2, hidden: boolean): ChosenPicture {
  const players = CHOSEN[colours].map((cards, player) => (hidden && player ? cards.map(() => null) : cards));
  return { kind: "chosen", players, caption: hidden ? "rules.caption.chosen.end" : "rules.caption.chosen.start" };
}

function stichelnTricks(outcome: "misery" | "never" | "trump"): TrickPicture[] {
  const zeros = outcome === "trump" ? "trump" : "never";
  const aim = outcome === "misery" ? "misery" : "lucky";
  const captions = {
    follow: "rules.caption.follow",
    zero: `rules.caption.zero.${zeros}`,
    equal: `rules.caption.equal.${aim}`,
    zeros: `rules.caption.zeros.${zeros}`,
    only: `rules.caption.only.${zeros}`,
  };
  return Object.entries(examples.tricks).map(([name, { cards, winner }]) => ({
    kind: "trick",
    cards: cards.map((card, place) => ({ card, leads: place === 0, ...(place === winner[outcome] ? { role: "wins" as const } : {}) })),
    caption: captions[name as keyof typeof captions],
  }));
}

// ---- Hat Trick ----

interface DoubleTrick {
  cards: Card[];
  winners: Partial<Record<HatColour, number>>;
  passes: number[];
  leader: number;
}

function hattrick(o: Options, players: string): Section[] {
  const deck = tables.hattrick.decks[players as "4"] ?? tables.hattrick.decks["4"];
  const tie = (o.lead_tie ?? "next") as keyof typeof examples.ties;
  return [
    section("idea", [say("rules.hattrick.idea.all")]),
    section(
      "cards",
      [say("rules.hattrick.deck", { players: Number(players), low: deck.low, high: deck.high, colours: deck.colours, cards: deck.cards, each: deck.each })],
      [{ kind: "row", cards: [`r${deck.low}`, "b10", "g20"] }],
    ),
    section("trick", [say("rules.hattrick.trick.lead"), say("rules.hattrick.trick.pass")]),
    section("take", [say("rules.hattrick.take.highest")], [double(examples.double as DoubleTrick, "rules.hattrick.take.double", false)]),
    section(
      "next",
      [say("rules.hattrick.next.winner"), say(`rules.hattrick.tie.${tie}`)],
      [double(examples.ties[tie] as DoubleTrick, `rules.hattrick.caption.${tie}`, true)],
    ),
    section("score", [say("rules.hattrick.score.last", { tricks: deck.tricks }), say("rules.hattrick.score.longest")], [{ kind: "piles", ...examples.longest }]),
    section("game", [counted("rules.sticheln.length", Number(o.rounds)), say("rules.hattrick.dealing"), say("rules.points")]),
  ];
}

function double({ cards, winners, passes, leader }: DoubleTrick, caption: string, next: boolean): TrickPicture {
  const shown = cards.map((card, place): TrickPicture["cards"][number] => {
    const colour = (Object.keys(winners) as HatColour[]).find((one) => winners[one] === place);
    const role = colour ? "takes" : passes.includes(place) ? "passes" : undefined;
    return { card, leads: place === 0, next: next && place === leader, ...(role ? { role } : {}), ...(colour ? { colour } : {}) };
  });
  return { kind: "trick", cards: shown, caption };
}

// ---- The Game ----

function thegame(o: Options, players: string): Section[] {
  const deck = tables.thegame.decks[players as "2"] ?? tables.thegame.decks["2"];
  const hand = deck.hand[String(o.hand) as "0"];
  const alone = players === "1";
  return [
    section("idea", [say(alone ? "rules.thegame.idea.alone" : "rules.thegame.idea.together")]),
    section(
      "cards",
      [say("rules.thegame.deck", { hand }), o.hand === -1 && say("rules.thegame.deck.smaller"), say("rules.thegame.piles")],
      [
        { kind: "run", direction: "up", cards: ["3", "11", "12", "13", "18", "20"] },
        { kind: "run", direction: "down", cards: ["94", "90", "78", "61", "60", "57"] },
      ],
    ),
    ...(alone ? [] : [section("start", [say("rules.thegame.start.eager")])]),
    section("turn", [
      say("rules.thegame.turn.minimum", { minimum: o.minimum }),
      say("rules.thegame.turn.end", { hand }),
      say("rules.thegame.turn.empty"),
      !alone && say("rules.thegame.turn.skip"),
    ]),
    section(
      "back",
      [say("rules.thegame.back.ten")],
      [
        { kind: "back", direction: "up", top: "47", card: "37" },
        { kind: "back", direction: "down", top: "65", card: "75" },
      ],
    ),
    ...(alone ? [] : [section("talk", [say("rules.thegame.talk.numbers"), say("rules.thegame.talk.signals"), say("rules.thegame.talk.chat")])]),
    section("result", [
      say("rules.thegame.result.end"),
      say("rules.thegame.result.count"),
      o.minimum === 2 && say("rules.thegame.result.expert"),
      o.minimum === 3 && o.hand === 0 && say("rules.thegame.result.smaller"),
    ]),
    section("tips", [say("rules.thegame.tip.back"), say("rules.thegame.tip.small"), say("rules.thegame.tip.memory")]),
  ];
}
