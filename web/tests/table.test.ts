// The table of Sticheln and Hat Trick, and what is beside it.
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import type { LiveTable } from "../src/lib/table.svelte";
import type { HatTrickView, StichelnView } from "../src/lib/wire";
import { spots } from "../src/table/around";
import { deck } from "../src/table/deck";
import GameEnd from "../src/table/GameEnd.svelte";
import { rounds } from "../src/table/history";
import Known from "../src/table/Known.svelte";
import RoundEnd from "../src/table/RoundEnd.svelte";
import { withMove } from "../src/table/sent";
import TricksTable from "../src/table/TricksTable.svelte";
import { about, hattrick, sticheln } from "./views";

const act = vi.fn();
const show = (view: StichelnView | HatTrickView, props: { legal?: string[]; sent?: string | null; skip?: () => void } = {}) =>
  render(TricksTable, { view, legal: view.legal, sent: null, act, ...props });
const plate = (seat: number): HTMLElement => screen.getByTestId(`seat-${seat}`);
const laid = (): string[] => within(screen.getByTestId("trick")).queryAllByRole("listitem").map((card) => card.textContent?.replace(/\s+/g, " ").trim() ?? "");

beforeEach(() => {
  act.mockClear();
  settings.twoSteps = false;
});

describe("the seats", () => {
  it.each([3, 4, 5, 6, 7, 8])("stand round the table in playing order: %i players", (players) => {
    const around = spots(sticheln({ players, seat: 1 }));
    expect(around.map((spot) => spot.seat)).toEqual(Array.from({ length: players }, (_, at) => (1 + at) % players));
    expect(around[0]).toMatchObject({ side: "bottom", y: -1 });
    expect(around[1]).toMatchObject({ side: "left" });
    expect(around.at(-1)).toMatchObject({ side: "right" });
    const turns = around.slice(1).map(({ x, y }) => Math.atan2(-x, -y)); // clockwise from the bottom
    expect([...turns].map((turn) => (turn < 0 ? turn + 2 * Math.PI : turn)).every((turn, at, all) => at === 0 || turn > (all[at - 1] ?? 0))).toBe(true);
  });

  it("show name, points, counts, dealer, leader, chosen card and whose turn it is", () => {
    show(sticheln({ scores: [4, -12, 0], points: [-4, 3, -2], taken: [[], ["g1", "g2"], []], dealer: 1, leader: 1, to_act: [1], legal: [] }));
    expect(plate(1).textContent).toMatch(/to play.*Thimble.*bot, decent/s);
    expect(plate(1).textContent).toMatch(/−12.*\+3/s);
    expect(within(plate(1)).getByText("3 cards")).toBeTruthy();
    expect(within(plate(1)).getByText("took 2 cards")).toBeTruthy();
    expect(within(plate(1)).getByLabelText("dealt")).toBeTruthy();
    expect(within(plate(1)).getByLabelText("leads")).toBeTruthy();
    expect(within(plate(1)).getByText("red 5")).toBeTruthy();
    expect(plate(2).textContent).not.toContain("to play");
  });

  it("say who is away and where a bot sits in", () => {
    const table = about(["Ada", "Bo", "Cleo"]);
    table.seats[1] = { kind: "person", name: "Bo", bot: null, away: true };
    table.seats[2] = { kind: "person", name: "Cleo", bot: "simple", away: true };
    show(sticheln({ table }));
    expect(plate(1).textContent).toContain("away");
    expect(plate(2).textContent).toContain("a bot sits in");
  });

  it("tell nothing that only memory would where the table has no aids", () => {
    const view = sticheln({ points: null, taken: null, unseen: null, table: { ...about(["Ada", "", ""]), aids: "none" } });
    show(view);
    expect(plate(1).textContent).not.toMatch(/took|now/);
    render(Known, { view, log: [{ event: "play", seat: 1, card: "r5" }] });
    expect(screen.getByText(/played from memory/)).toBeTruthy();
    expect(screen.queryByText("What happened")).toBeNull();
    expect(screen.queryByText("Cards still unseen")).toBeNull();
  });
});

describe("the trick", () => {
  it("says who played what, who leads and who wins right now", () => {
    show(sticheln({ trick: [{ seat: 1, card: "r5" }, { seat: 2, card: "b1" }], winning: 2, leader: 1 }));
    expect(laid()).toEqual([expect.stringMatching(/Thimble: red 5, leads$/), expect.stringMatching(/Calico: blue 1, wins so far$/)]);
  });

  it("has two winners and passes in Hat Trick", () => {
    show(hattrick({ trick: [{ seat: 1, card: "r5", pass: false }, { seat: 2, card: "b1", pass: false }, { seat: 3, card: "g9", pass: true }], winning: { r: 1, b: 2 } }));
    expect(laid()).toEqual([expect.stringMatching(/red 5, leads, wins so far$/), expect.stringMatching(/blue 1, wins so far$/), expect.stringMatching(/green 9, passed$/)]);
  });

  it("shows one's own card at once, before the server has answered, and gives it back if it was refused", async () => {
    const view = sticheln({ trick: [{ seat: 2, card: "r5" }], winning: 2 });
    const { rerender } = show(view, { sent: "b2", legal: [] });
    expect(laid().at(-1)).toMatch(/You: blue 2/);
    expect(screen.queryByRole("button", { name: "blue 2" })).toBeNull();
    await rerender({ sent: null, legal: view.legal });
    expect(screen.getByRole("button", { name: "blue 2" })).toBeTruthy();
  });

  it("can be looked at again when it is the last one", async () => {
    show(sticheln({ last_trick: { leader: 1, winner: 0, cards: [{ seat: 1, card: "r1" }, { seat: 2, card: "r2" }, { seat: 0, card: "b9" }] } }));
    await fireEvent.click(screen.getByRole("button", { name: "Last trick" }));
    const shown = screen.getByRole("dialog", { name: "Last trick" });
    expect(within(shown).getAllByRole("listitem")).toHaveLength(3);
    expect(within(shown).getByText("You took it")).toBeTruthy();
    await fireEvent.keyDown(window.document.body, { key: "l" });
    expect(screen.queryByRole("dialog", { name: "Last trick" })).toBeNull();
  });
});

describe("choosing and naming", () => {
  const choosing = (changes: Partial<StichelnView> = {}): StichelnView =>
    sticheln({ phase: "choose", to_act: [0, 2], chosen: [[], null, []], named: [[], null, []], leader: null, ...changes });

  it("asks twice, and shows who has chosen but not what", async () => {
    show(choosing());
    expect(screen.getByTestId("prompt").textContent).toBe("Choose your misery card");
    expect(within(plate(1)).getByText("a card, face down")).toBeTruthy();
    expect(within(plate(2)).getByText("still choosing")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "green 3" }));
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: "Choose green 3" }));
    expect(act).toHaveBeenCalledExactlyOnceWith("g3");
  });

  it("says lucky in Reverse, what it means, and that two are wanted in Aggravated", async () => {
    const { rerender } = show(choosing({ options: { aim: "lucky", colours: 1 } }));
    expect(screen.getByTestId("prompt").textContent).toBe("Choose your lucky card");
    expect(screen.getByText(/is your lucky colour: its cards bring you their number/)).toBeTruthy();
    await rerender({ view: choosing({ options: { aim: "misery", colours: 2 } }) });
    expect(screen.getByTestId("prompt").textContent).toBe("Choose two cards of different colours");
    expect(screen.getByText(/two cards you choose are your misery colours/)).toBeTruthy();
    await rerender({ view: choosing({ options: { aim: "misery", colours: 2 }, chosen: [["r1"], null, []] }) });
    expect(screen.getByTestId("prompt").textContent).toBe("Choose the second, of another colour");
  });

  it("proposes the best colour where one is named at the end", async () => {
    const view = sticheln({ phase: "name", options: { aim: "misery", colours: 1, reveal: "after" }, hand: [], legal: ["r", "b"], proposed: "b", taken: [["r1", "r2", "b3"], [], []] });
    show(view);
    expect(screen.getByRole("button", { name: /blue.*blue 3.*best for you/s })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: /red/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith("r");
  });

  it("a choice on its way lies at one's own place", () => {
    const view = withMove(choosing(), "g3") as StichelnView;
    expect(view).toMatchObject({ hand: ["r1", "b2"], chosen: [["g3"], null, []], to_act: [2], cards: [2, 3, 3] });
    expect(withMove(view, "y9")).toBe(view);
  });
});

describe("what is waiting", () => {
  it("can be skipped by the button in the middle", async () => {
    const skip = vi.fn();
    show(sticheln({ to_act: [1], legal: [] }), { skip });
    await fireEvent.click(screen.getByRole("button", { name: /Thimble to play.*Skip ahead/s }));
    expect(skip).toHaveBeenCalledOnce();
  });
});

describe("what is known", () => {
  it("counts every card once: unseen, in hand or seen", () => {
    const rows = deck(sticheln({ unseen: ["r2", "b5"], hand: ["r1"], trick: [{ seat: 1, card: "r3" }], taken: [[], ["b1"], []], chosen: [["r0"], null, []], aside: ["b4"] }));
    expect(rows.map(({ colour, cards }) => [colour, ...cards.map(({ number, where }) => `${number} ${where}`)])).toEqual([
      ["r", "0 seen", "1 hand", "2 unseen", "3 seen"],
      ["b", "1 seen", "4 seen", "5 unseen"],
    ]);
  });

  it("tells the log by rounds and tricks", () => {
    const [first, second] = rounds([
      { event: "deal", round: 1, dealer: 0 },
      { event: "reveal", seat: 0, card: "r1" },
      { event: "play", seat: 1, card: "r5" },
      { event: "pass", seat: 2, card: "g1" },
      { event: "trick", seat: 1, colour: "r" },
      { event: "trick", seat: 2, colour: "b" },
      { event: "play", seat: 1, card: "b5" },
      { event: "score", round: 1, seat: 0, points: -3 },
      { event: "deal", round: 2, dealer: 1 },
    ]);
    expect(first).toMatchObject({ round: 1, dealer: 0, shown: [{ seat: 0, card: "r1" }], scores: [{ seat: 0, points: -3 }] });
    expect(first?.tricks.map((trick) => [trick.cards.length, trick.takers.length])).toEqual([[2, 2], [1, 0]]);
    expect(second).toMatchObject({ round: 2, tricks: [] });
  });
});

describe("the end of a round", () => {
  it("shows how the points came about, and goes on", async () => {
    const next = vi.fn();
    const last_round = [
      { points: -2, colours: ["r" as const], counted: [{ cards: ["r4"], each: -4, points: -4 }, { cards: ["b1", "b2"], each: 1, points: 2 }] },
      { points: 0, colours: ["b" as const], counted: [] },
      { points: 5, colours: ["y" as const], counted: [{ cards: ["g1", "g2", "g3", "g4", "g5"], each: 1, points: 5 }] },
    ];
    render(RoundEnd, { view: sticheln({ last_round, round_scores: [[-2, 0, 5]], scores: [-2, 0, 5], to_act: [], legal: [] }), next });
    const seats = screen.getAllByRole("listitem").map((seat) => seat.textContent?.replace(/\s+/g, " "));
    expect(seats[0]).toMatch(/Calico.*\+5/);
    expect(seats[2]).toMatch(/You.*−2.*red 4.*−4.*2 × \+1 = \+2/);
    expect(seats[1]).toMatch(/took nothing/);
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: "Next round" }));
    expect(next).toHaveBeenCalledOnce();
  });
});

describe("the end of a game", () => {
  const headline = (winners: number[], seat: number | null = 0): string => {
    const view = sticheln({ phase: "over", over: true, seat, winners, scores: [3, 3, 3], round_scores: [[3, 3, 3]], to_act: [], legal: [] });
    const { unmount } = render(GameEnd, { table: { id: "T", send: vi.fn() } as unknown as LiveTable, view });
    const told = screen.getByRole("heading", { level: 2 }).textContent ?? "";
    unmount();
    return told;
  };

  it("names all who have won", () => {
    expect(headline([0])).toBe("You win!");
    expect(headline([2])).toBe("Calico wins");
    expect(headline([1, 2])).toBe("Thimble and Calico share the win");
    expect(headline([0, 1, 2])).toBe("You win, together with Thimble and Calico!");
    expect(headline([0, 1], null)).toBe("Ada and Thimble share the win");
  });
});
