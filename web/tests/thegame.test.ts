// The Game's table does what the server's list of moves says, and nothing else.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announcer.svelte";
import { tell, tellAround } from "../src/lib/narration";
import type { LiveTable } from "../src/lib/table.svelte";
import type { TheGameView } from "../src/lib/wire";
import { words } from "../src/lib/words.svelte";
import GameEnd from "../src/table/GameEnd.svelte";
import TheGameTable from "../src/thegame/TheGameTable.svelte";
import { about } from "./views";

await words.also("thegame");
vi.setConfig({ testTimeout: 20_000 }); // asking by role takes long on a busy machine
beforeEach(() => announcer.calm());

const LEGAL = ["12A", "12B", "12C", "40A", "40C", "90B", "90C"]; // 40A goes back by ten
const view = (changes: Partial<TheGameView> = {}): TheGameView => ({
  game: "thegame", variant: "standard", options: { minimum: 2, hand: 0 }, players: 3, seat: 0, round: 1, dealer: null, phase: "play", to_act: [0],
  hand: ["12", "40", "90"], legal: LEGAL, cards: [3, 6, 6], unseen: ["2", "3"], log: [], over: false, table: about(["Ada", "", ""]), left: 80, won: null, result: null,
  turn: 0, piles: { A: 50, B: 1, C: 100, D: 10 }, played: [], minimum: 2, backwards: ["40A"], draw_pile: 60, hand_size: 6, signals: [{}, {}, {}],
  spoken: 3, eagerness: [3, 0, 1], ...changes,
});

function table(changes: Partial<TheGameView> = {}, props: { still?: boolean; hands?: string[][]; skip?: () => void } = {}) {
  const shown = view(changes);
  const [act, signal] = [vi.fn(), vi.fn()];
  const { container } = render(TheGameTable, { view: shown, legal: props.still ? [] : shown.legal, sent: null, act, signal, ...props });
  const pile = (letter: string): HTMLElement => container.querySelector(`[data-pile="${letter}"]`) as HTMLElement;
  const card = (number: string): HTMLElement => container.querySelector(`[data-card="${number}"]`) as HTMLElement;
  const target = (letter: string): HTMLElement => pile(letter).querySelector(".target") as HTMLElement;
  const lit = (): string[] => ["A", "B", "C", "D"].filter((letter) => pile(letter).classList.contains("lit"));
  return { container, act, signal, pile, card, target, lit };
}
const endTurn = (): HTMLButtonElement => screen.getByRole("button", { name: /End turn/ });

describe("a card that is picked up", () => {
  it.each([["12", ["A", "B", "C"]], ["40", ["A", "C"]], ["90", ["B", "C"]]])("%s lights the piles it may go to", async (number, piles) => {
    const { card, lit } = table();
    expect(lit()).toEqual([]);
    await fireEvent.click(card(number));
    expect(lit()).toEqual(piles);
    await fireEvent.click(card(number));
    expect(lit()).toEqual([]);
  });

  it("shows where it would go back by ten", async () => {
    const { card, pile } = table();
    expect(card("40").getAttribute("aria-label")).toBe("40, fits on A, C, ten back on A");
    await fireEvent.click(card("40"));
    expect(pile("A").classList).toContain("back");
    expect(pile("C").classList).not.toContain("back");
    expect(screen.getByRole("button", { name: "Play 40 on pile A, ascending, now 50: ten back" })).toBeTruthy();
  });

  it("is laid by a tap on a lit pile, and on no other", async () => {
    const { card, target, act } = table();
    await fireEvent.click(card("90"));
    await fireEvent.click(target("D"), { detail: 1 });
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(target("C"), { detail: 1 });
    expect(act).toHaveBeenCalledExactlyOnceWith("90C");
  });

  it("is found, laid and put back by keys", async () => {
    const { card, act, lit } = table();
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    await fireEvent.keyDown(card("12"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(card("40"));
    await fireEvent.click(card("40"));
    await fireEvent.keyDown(card("40"), { key: "Escape" });
    expect(lit()).toEqual([]);
    await fireEvent.click(card("40"));
    await fireEvent.keyDown(card("40"), { key: "d" });
    expect(act).not.toHaveBeenCalled();
    expect(announcer.error).toBe("40 does not fit on pile D.");
    await fireEvent.keyDown(card("40"), { key: "c" });
    expect(act).toHaveBeenCalledExactlyOnceWith("40C");
  });

  it("cannot be one that fits nowhere, nor any while others play", async () => {
    const { card, lit } = table({ hand: ["7", "12"], legal: ["12A"] });
    expect(card("7").getAttribute("aria-label")).toBe("7, fits nowhere now");
    await fireEvent.click(card("7"));
    expect(lit()).toEqual([]);
  });
});

describe("a turn", () => {
  it("ends only when that is legal", async () => {
    const { act } = table();
    expect(endTurn().disabled).toBe(true);
    await fireEvent.keyDown(document.body, { key: "e" });
    expect(act).not.toHaveBeenCalled();
  });

  it("ends by the button or by a key when it may", async () => {
    const { act } = table({ legal: [...LEGAL, "end"], played: ["45A", "50A"] });
    expect(endTurn().textContent).toContain("draw 3 cards");
    await fireEvent.click(endTurn());
    await fireEvent.keyDown(document.body, { key: "E" });
    expect(act.mock.calls).toEqual([["end"], ["end"]]);
  });

  it("says when nothing is left but to end it", () => {
    table({ legal: ["end"], played: ["45A", "50A"] });
    expect(screen.getByText(/Nothing fits any more: end your turn/)).toBeTruthy();
  });

  it("of somebody else can be watched without pauses", async () => {
    const skip = vi.fn();
    table({ turn: 1, legal: [], to_act: [1] }, { skip });
    await fireEvent.click(screen.getByRole("button", { name: "Skip ahead" }));
    expect(skip).toHaveBeenCalledOnce();
  });

  it.each([1, 3])("has a clock where the table has one: %i at the table", (players) => {
    const clock = { per: "move" as const, seconds: 30, used: [0, 0, 0].slice(0, players), thinking_from: [Date.now() / 1000, null, null].slice(0, players) };
    table({ players, cards: [3, 6, 6].slice(0, players), table: { ...about(["Ada", "", ""].slice(0, players)), clock } });
    expect(screen.getByRole("timer", { name: /Ada/ })).toBeTruthy();
  });

  it("cannot be taken back, and says so to who tries", async () => {
    const { target } = table({ played: ["50A"] });
    await fireEvent.click(target("B"), { detail: 1 });
    expect(announcer.error).toBe("");
    await fireEvent.click(target("A"), { detail: 1 });
    expect(announcer.error).toBe("A card that lies stays: there is no undo.");
  });
});

describe("what is said", () => {
  it("stands at its pile, with who says it", () => {
    const { pile } = table({ signals: [{}, { B: "!" }, { B: "?" }] });
    expect(pile("B").querySelector(".signals")?.textContent).toMatch(/slowly.*please not/s);
    expect(pile("A").querySelector(".signals")?.textContent?.trim()).toBe("");
  });

  it("goes to the server for one's own pile buttons", async () => {
    const { pile, signal } = table();
    await fireEvent.click(within(pile("D")).getByRole("button", { name: "Pile D: please not" }));
    expect(signal).toHaveBeenCalledExactlyOnceWith("D!");
  });

  it("is one stop of Tab at each pile, and arrows go from word to word", async () => {
    const { pile } = table({ signals: [{ D: "?" }, {}, {}] });
    const [none, slow, stop] = within(pile("D")).getAllByRole("button", { name: /^Pile D: / });
    expect([none, slow, stop].map((button) => button?.tabIndex)).toEqual([-1, 0, -1]);
    slow?.focus();
    await fireEvent.keyDown(slow as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(stop);
    await fireEvent.keyDown(stop as HTMLElement, { key: "ArrowRight" });
    expect(document.activeElement).toBe(none);
  });
});

describe("a picture of what was", () => {
  it("has no buttons and no keys of its own", async () => {
    const { card, lit, act } = table({}, { still: true });
    await fireEvent.click(card("12"));
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(lit()).toEqual([]);
    expect(document.activeElement).toBe(document.body);
    expect(act).not.toHaveBeenCalled();
    expect(screen.queryByRole("button", { name: /End turn|Tell the others/ })).toBeNull();
  });

  it("shows a spectator no hand, and all hands where they lie open", () => {
    const spectator = { seat: null, hand: [], legal: [], spoken: null, backwards: [] };
    expect(table(spectator, { still: true }).container.querySelectorAll("[data-card]")).toHaveLength(0);
    table(spectator, { still: true, hands: [["12", "40"], ["77"], []] });
    expect(screen.getByText("All hands").parentElement?.textContent).toMatch(/12.*40.*77.*no cards/s);
  });

});

describe("the end", () => {
  const over: Partial<TheGameView> = { phase: "over", over: true, turn: null, legal: [], to_act: [] };

  it.each([["won", 0, "All 98 cards lie"], ["excellent", 4, "Only 4 cards left!"], ["lost", 31, "31 cards left"]] as const)("says how good it is: %s", (result, left, title) => {
    const ended: Partial<TheGameView> = { ...over, result, left, won: result === "won" };
    expect(table(ended).container.querySelector(".rain") !== null).toBe(result === "won");
    cleanup();
    table(ended, { still: true });
    expect(screen.getByText(new RegExp(title)).tagName).toBe("H2");
    cleanup();
    render(GameEnd, { table: { id: "T", send: vi.fn() } as unknown as LiveTable, view: view(ended), invite: null });
    expect(screen.getByText(new RegExp(title)).tagName).toBe("H2");
  });
});

describe("who listens", () => {
  const drawn = { event: "draw", seat: 0, count: 2 } as const;

  it("hears which cards were drawn, and not that others draw after every turn", () => {
    const [before, after] = [view({ hand: ["12"] }), view({ hand: ["12", "40", "90"] })];
    expect(tell(drawn, after, before)).toBe("You draw 40, 90.");
    expect(tell(drawn, after, null)).toBe("You draw 2 cards.");
    expect(tell({ ...drawn, seat: 1 }, after, before)).toBe("");
  });

  it("hears whose seat a bot minds, and of a pause", () => {
    const around = (bot: string | null, status: "running" | "paused" = "running"): TheGameView => {
      const { seats, ...rest } = about(["Ada", "Bea", ""]);
      return view({ table: { ...rest, status, seats: seats.map((seat, at) => (at === 1 ? { ...seat, kind: "person", bot } : seat)) } });
    };
    expect(tellAround(around(null), around("simple"))).toEqual(["Bea is away: a bot sits in."]);
    expect(tellAround(around("simple"), around(null))).toEqual(["Bea is back."]);
    expect(tellAround(around(null), around(null, "paused"))).toEqual(["The host has paused the game."]);
    expect(tellAround(around(null, "paused"), around(null))).toEqual(["The game goes on."]);
    expect(tellAround(around(null), around(null))).toEqual([]);
  });
});
