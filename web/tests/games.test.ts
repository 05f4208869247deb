// Wishes: what fits the catalogue, what a choice changes, what the server is asked for.
import { beforeEach, describe, expect, it } from "vitest";
import { Refused } from "../src/lib/api";
import { gameLine } from "../src/lib/titles";
import {
  againstBots, asked, clockLine, differences, explained, fitted, forFriends, gameOf, keepWish, lastGame, lastWish, usualBot, withOption, withPlayers, withVariant,
} from "../src/lib/games";
import { OFFERS } from "./offers";

const plain = fitted(OFFERS, { game: "sticheln" });
beforeEach(() => localStorage.clear());

describe("a wish that fits", () => {
  it("is the usual table against bots when nothing is said", () => {
    expect(plain).toEqual({
      game: "sticheln", variant: "classic", players: 4, options: {}, seats: ["", "simple", "simple", "simple"], private: true, aids: "all", clock: null,
    });
    expect(fitted(OFFERS, {}).game).toBe("sticheln");
  });
  it("lets go of what the catalogue does not know", () => {
    const old = fitted(OFFERS, { game: "sticheln", variant: "gone", players: 99, options: { rounds: 3, odd: 1 }, seats: ["", "master", "random"] });
    expect(old).toMatchObject({ variant: "classic", players: 8, options: { rounds: 3 } });
    expect(old.seats).toEqual(["", "simple", "random", "simple", "simple", "simple", "simple", "simple"]);
  });
  it("has no more players than the variant", () => {
    expect(fitted(OFFERS, { game: "sticheln", variant: "first", players: 8 }).players).toBe(6);
  });
  it("has decent bots: neither the weakest nor the strongest", () => {
    expect(usualBot(OFFERS, "thegame")).toBe("simple");
  });
});

describe("a choice", () => {
  it("of a variant brings its own rules, and leaves how long one plays", () => {
    const mixed = { ...plain, options: { penalty: "flat", rounds: 3, target: 50 } };
    expect(withVariant(OFFERS, mixed, "reverse").options).toEqual({ rounds: 3, target: 50 });
    expect(withVariant(OFFERS, mixed, "first").options).toEqual({ target: 50 });
    expect(withVariant(OFFERS, { ...plain, players: 8 }, "first")).toMatchObject({ variant: "first", players: 6, seats: { length: 6 } });
  });
  it("of more players adds seats like the last one", () => {
    expect(withPlayers(OFFERS, { ...plain, seats: ["", "random", "simple", ""] }, 6).seats).toEqual(["", "random", "simple", "", "", ""]);
    expect(withPlayers(OFFERS, plain, 3).seats).toEqual(["", "simple", "simple"]);
    expect(withPlayers(OFFERS, fitted(OFFERS, { game: "thegame", players: 1 }), 2).seats).toEqual(["", "simple"]);
  });
  it("of what is usual anyway asks for nothing", () => {
    const hazy = withVariant(OFFERS, plain, "hazy");
    expect(withOption(OFFERS, hazy, "reveal", "start").options).toEqual({ reveal: "start" });
    expect(withOption(OFFERS, withOption(OFFERS, hazy, "reveal", "start"), "reveal", "end").options).toEqual({});
    expect(withOption(OFFERS, { ...plain, options: { rounds: 3 } }, "rounds", null).options).toEqual({});
  });
});

describe("who plays", () => {
  it("against bots is oneself, and a bot wherever a friend would have sat", () => {
    const wish = againstBots(OFFERS, { ...plain, private: false, seats: ["random", "", "random", ""] });
    expect(wish.seats).toEqual(["", "simple", "random", "simple"]);
    expect(wish.private).toBe(true);
  });
  it("with friends is as it was, or friends everywhere", () => {
    expect(forFriends(OFFERS, plain).seats).toEqual(["", "", "", ""]);
    expect(forFriends(OFFERS, { ...plain, seats: ["", "random", "", "simple"] }).seats).toEqual(["", "random", "", "simple"]);
    expect(forFriends(OFFERS, fitted(OFFERS, { game: "thegame", players: 1 }))).toMatchObject({ players: 2, seats: ["", ""] });
  });
  it("is said to the server seat by seat", () => {
    const wish = { ...plain, players: 3, seats: ["", "", "random"], options: { rounds: 2 }, clock: { per: "move", seconds: 30 } as const };
    expect(asked(wish)).toEqual({
      game: "sticheln", variant: "classic", players: 3, options: { rounds: 2 }, private: true, aids: "all", clock: { per: "move", seconds: 30 },
      seats: [{ kind: "open" }, { kind: "open" }, { kind: "bot", bot: "random" }],
    });
  });
});

describe("in words", () => {
  it("only what differs is told", () => {
    const game = gameOf(OFFERS, "sticheln");
    expect(differences(game, "hazy", { aim: "misery", reveal: "end", rounds: 3, target: null })).toEqual(["Rounds: 3"]);
    expect(differences(game, "classic", { reveal: "end" })).toHaveLength(1);
    expect(gameLine("sticheln", "classic")).toBe("Sticheln");
    expect(gameLine("sticheln", "hazy")).toBe("Sticheln · Hazy");
  });
  it("a clock says its time in the unit that fits", () => {
    expect(clockLine({ per: "move", seconds: 30 })).toBe("30 seconds a move");
    expect(clockLine({ per: "game", seconds: 600 })).toBe("10 minutes each");
  });
  it("a refusal calls options by their names", () => {
    const clash = new Refused("option.clash", "penalty …", { option: "penalty", given: "'flat'", other: "aim", value: "'lucky'" });
    expect(explained(OFFERS, plain, clash)).toMatch(/A misery card costs: always 5.*The chosen colour: brings points/);
    expect(explained(OFFERS, plain, new Refused("option.whole", "rounds …", { option: "rounds", given: "0", least: 1 }))).toBe("Rounds: a whole number from 1 to 100, please.");
    expect(explained(OFFERS, plain, new Refused("option.length", "…", { rounds: 3, target: 9 }))).toMatch(/not both/);
    expect(explained(OFFERS, plain, new Refused("limit.tables", "Too many tables."))).toBe("Too many tables.");
    expect(explained(OFFERS, plain, new Error("Odd."))).toBe("Odd.");
  });
});

describe("last time", () => {
  it("is remembered for each game", () => {
    keepWish({ ...plain, variant: "hazy" });
    keepWish(fitted(OFFERS, { game: "thegame", players: 3 }));
    expect(lastGame()).toBe("thegame");
    expect(lastWish("sticheln").variant).toBe("hazy");
    expect(lastWish("hattrick")).toEqual({ game: "hattrick" });
  });
  it("is forgotten where storage holds nonsense", () => {
    localStorage.setItem("stichwerk.wishes", "{");
    expect(lastGame()).toBe("sticheln");
    expect(fitted(OFFERS, lastWish("sticheln"))).toEqual(plain);
  });
});
