// The rules say exactly what holds at a table: which parts are chosen by its options.
import { render, waitFor } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { known, resolved, sectionsOf, settingFrom, type Picture, type Setting } from "../src/rules/parts";
import { tell } from "../src/rules/tell";
import RulesText from "../src/rules/RulesText.svelte";
import { GAMES } from "../src/lib/titles";
import { words } from "../src/lib/words.svelte";
import type { GameName } from "../src/lib/wire";

await words.also("rules");
vi.setConfig({ testTimeout: 30_000 }); // every variant with all its pictures, perhaps on a busy machine

const setting = (game: GameName, query = ""): Setting => settingFrom(game, new URLSearchParams(query));
const codes = (game: GameName, query = ""): string[] =>
  sectionsOf(setting(game, query)).flatMap((section) => section.parts.map((part) => part.code));
const names = (game: GameName, query = ""): string[] => sectionsOf(setting(game, query)).map((section) => section.name);
const pictures = (game: GameName, query = ""): Picture[] => sectionsOf(setting(game, query)).flatMap((section) => section.pictures);
const won = (query = ""): string[] =>
  pictures("sticheln", query).flatMap((picture) => (picture.kind === "trick" ? picture.cards.filter((laid) => laid.role).map((laid) => laid.card) : []));
const points = (query = ""): number[] => pictures("sticheln", query).flatMap((picture) => (picture.kind === "score" ? [picture.points] : []));

describe("Sticheln", () => {
  it("is told as it is printed when nothing is said", () => {
    expect(names("sticheln")).toEqual(["idea", "cards", "choose", "trick", "score", "game", "tips"]);
    expect(won()).toEqual(["y14", "r4", "v6", "g3", "g0"]);
    expect(points()).toEqual([3, -1, -13]);
  });
  it("is the other way round in Reverse, and zeros are trumps where that is chosen", () => {
    expect(codes("sticheln", "variant=reverse")).toContain("rules.sticheln.wins.lucky");
    expect(won("variant=reverse")).toEqual(["y14", "r4", "g4", "g3", "g0"]);
    expect(won("variant=reverse&zeros=trump")).toEqual(["y14", "b0", "g4", "y0", "y0"]);
    expect(points("variant=reverse")).toEqual([-3, 1, 13]);
  });
  it("counts five for each in Mild", () => {
    expect(points("variant=mild")).toEqual([-1, -5, -15]);
  });
  it("has two colours, hidden ones, and ones that are named at the end", () => {
    expect(codes("sticheln", "variant=aggravated")).toContain("rules.sticheln.choose.misery2");
    expect(codes("sticheln", "variant=hazy")).toContain("rules.sticheln.reveal.end");
    expect(codes("sticheln", "variant=hazy")).not.toContain("rules.sticheln.tip.trump");
    expect(names("sticheln", "variant=delayed")).toContain("name");
    expect(codes("sticheln", "variant=delayed&colours=2")).toContain("rules.sticheln.name.misery2");
    expect(codes("sticheln", "variant=delayed")).not.toContain("rules.sticheln.chosen");
  });
  it("says of one's colour only what the others can know", () => {
    const idea = (query: string): string[] => sectionsOf(setting("sticheln", query))[0]?.parts.map((part) => part.code) ?? [];
    expect(idea("")).toEqual(["rules.sticheln.idea.misery1", "rules.sticheln.known.misery"]);
    expect(idea("variant=hazy&colours=2")).toEqual(["rules.sticheln.idea.misery2", "rules.sticheln.known.end"]);
    expect(idea("variant=reverse&reveal=after")).toEqual(["rules.sticheln.idea.lucky1", "rules.sticheln.known.after"]);
    const shown = (query: string): unknown => pictures("sticheln", query).find((picture) => picture.kind === "chosen");
    expect(shown("variant=hazy")).toMatchObject({ players: [["r4"], [null], [null], [null]] });
    expect(shown("variant=aggravated")).toMatchObject({ players: [["r4", "b1"], ["r0", "g4"], ["y2", "n3"]] });
    expect(shown("variant=delayed")).toBeUndefined();
  });
  it("advises a high card where all cost the same", () => {
    expect(codes("sticheln")).toContain("rules.sticheln.tip.price.number");
    expect(codes("sticheln", "variant=mild")).toContain("rules.sticheln.tip.price.flat");
    expect(codes("sticheln", "variant=reverse").filter((code) => code.includes("tip"))).toEqual(["rules.tip.memory"]);
  });
  it("says where a picture shows cards that this table does not have", () => {
    const large = (query: string): string[] => sectionsOf(setting("sticheln", query)).filter((part) => part.large).map((part) => part.name);
    expect(large("players=4")).toEqual(["trick", "score"]);
    expect(large("players=4&colours=2")).toEqual(["trick"]);
    expect(large("players=6")).toEqual([]);
  });
  it("tells the deck, the left-over cards and the tricks for so many players", () => {
    const parts = sectionsOf(setting("sticheln", "players=8&colours=2")).flatMap((section) => section.parts);
    expect(parts.find((part) => part.code === "rules.sticheln.deck")?.params).toMatchObject({ players: 8, high: 18, cards: 114, each: 14 });
    expect(parts.find((part) => part.code === "rules.sticheln.aside")?.count).toBe(2);
    expect(parts.find((part) => part.code === "rules.sticheln.any")?.params).toEqual({ tricks: 12 });
  });
  it("has a target instead of rounds where one is set", () => {
    expect(codes("sticheln", "target=100")).toContain("rules.sticheln.target");
    expect(codes("sticheln", "target=100")).not.toContain("rules.sticheln.length");
    expect(resolved(setting("sticheln", "variant=first"))).toMatchObject({ rounds: 10, dealing: "rotate" });
  });
});

describe("Hat Trick and The Game", () => {
  it.each([["next", 3], ["compare", 1], ["colour", 2]] as const)("shows who leads after a tie by %s", (tie, place) => {
    const shown = sectionsOf(setting("hattrick", `lead_tie=${tie}`)).find((section) => section.name === "next")?.pictures[0];
    expect(shown?.kind === "trick" && shown.cards.findIndex((laid) => laid.next)).toBe(place);
  });
  it("leaves out talking and beginning for who plays alone", () => {
    expect(names("thegame", "players=1")).not.toContain("talk");
    expect(names("thegame", "players=1")).not.toContain("start");
    expect(names("thegame", "players=3")).toEqual(expect.arrayContaining(["start", "talk"]));
  });
  it("knows what is harder still", () => {
    const harder = (query: string): string[] => codes("thegame", query).filter((code) => /result\.(expert|smaller)/.test(code));
    expect(harder("")).toEqual(["rules.thegame.result.expert"]);
    expect(harder("variant=expert")).toEqual(["rules.thegame.result.smaller"]);
    expect(harder("variant=expert&hand=-1")).toEqual([]);
  });
  it("knows expert and smaller hands", () => {
    const parts = sectionsOf(setting("thegame", "variant=expert&hand=-1&players=2")).flatMap((section) => section.parts);
    expect(parts.find((part) => part.code === "rules.thegame.turn.minimum")?.params).toEqual({ minimum: 3 });
    expect(parts.find((part) => part.code === "rules.thegame.deck")?.params).toEqual({ hand: 6 });
  });
});

describe("an address", () => {
  it("that makes no sense gives the usual", () => {
    expect(setting("sticheln", "variant=odd&players=99&colours=7&rounds=none")).toEqual({ game: "sticheln", variant: "classic", players: 4, options: {} });
    expect(setting("sticheln", "variant=first&players=8").players).toBe(4);
    expect(codes("sticheln", "zeros=trump")).toContain("rules.sticheln.trump.never");
  });
});

/** Every number of players, and every mixture of a game's options, whether or not a server would allow it. */
function settings(game: GameName): Setting[] {
  const { players, options } = known(game);
  const usual: Setting = { game, variant: Object.keys(known(game).variants)[0] ?? "", players: players.usual, options: {} };
  const counts = Array.from({ length: players.most - players.least + 1 }, (_, more) => ({ ...usual, players: players.least + more }));
  let mixtures: Setting["options"][] = [{}];
  for (const [name, values] of Object.entries(options)) {
    mixtures = mixtures.flatMap((mixture) => (values.length ? values.map((value) => ({ ...mixture, [name]: value })) : [mixture]));
  }
  const lengths = [{ rounds: 1 }, { target: 1 }, { target: 100 }];
  return [...counts, ...[...mixtures, ...lengths].map((mixture) => ({ ...usual, options: mixture }))];
}

/** All that is said of a setting. */
function sentences(setting: Setting): string[] {
  return sectionsOf(setting).flatMap(({ name, parts, pictures }) => [
    words.say(`rules.section.${name}`),
    ...parts.map(tell),
    ...pictures.flatMap((picture) => ("caption" in picture ? [words.say(picture.caption)] : [])),
  ]);
}

describe("every setting", () => {
  it.each(["en", "de", "fr"] as const)("has words for all its parts in %s", async (language) => {
    await words.speak(language);
    const said = GAMES.flatMap(settings).flatMap(sentences);
    expect(said.filter((sentence) => /rules\.|\{\w+\}|undefined|NaN|null/.test(sentence))).toEqual([]);
    await words.speak("en");
  });
  it.each(GAMES)("is shown with its pictures: %s", async (game) => {
    const { container } = render(RulesText, { game, variant: Object.keys(known(game).variants)[0] ?? "", players: known(game).players.usual, options: {} });
    await waitFor(() => expect(container.querySelectorAll("h3")).toHaveLength(sectionsOf(setting(game)).length));
    expect(container.querySelectorAll("figure svg").length).toBeGreaterThan(2);
    expect(container.textContent).not.toMatch(/rules\.|\{\w+\}|undefined|NaN/);
  });
});
