// Looking back at a finished game: the same pictures for all eyes, and no eyes see more than they may.
import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { router } from "../src/lib/router.svelte";
import type { Card, LogEvent, OwnPart, RoundSteps, Seat, Step, StichelnView } from "../src/lib/wire";
import { words } from "../src/lib/words.svelte";
import ReplayPage from "../src/pages/Replay.svelte";
import { eyesIn, pathOf } from "../src/replay/address";
import { picturesOf, stopsOf, type Eyes, type Picture } from "../src/replay/pictures";
import { sentencesOf } from "../src/replay/sentences";
import { about, sticheln } from "./views";

await words.also("replay");
// whole pages in jsdom, on machines that have other things to do
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 10_000 });

const table = { ...about(["Ada", "Bo", "Cy"]), status: "over" as const };
table.seats = table.seats.map((seat) => ({ ...seat, kind: "person", bot: null, away: true }));
const SPECTATOR: Eyes = { seat: null, open: false };
const BO: Eyes = { seat: 1, open: false };
const OPEN: Eyes = { seat: null, open: true };

type Shared = Partial<Omit<StichelnView, "log" | "table">>;
const STEPS: [[Seat, string] | null, LogEvent[], Shared, Card[][]][] = [
  [null, [{ event: "deal", round: 1, dealer: 2 }], { phase: "choose", chosen: [[], [], []], cards: [2, 2, 2] }, [["r1", "b2"], ["g3", "y4"], ["n5", "r6"]]],
  [[1, "g3"], [{ event: "chose", seat: 1 }], { phase: "choose", chosen: [[], null, []], cards: [2, 1, 2] }, [["r1", "b2"], ["y4"], ["n5", "r6"]]],
  [[0, "r1"], [{ event: "play", seat: 0, card: "r1" }], { trick: [{ seat: 0, card: "r1" }], cards: [1, 1, 2] }, [["b2"], ["y4"], ["n5", "r6"]]],
  [[1, "y4"], [{ event: "play", seat: 1, card: "y4" }], { trick: [{ seat: 0, card: "r1" }, { seat: 1, card: "y4" }], cards: [1, 0, 2] }, [["b2"], [], ["n5", "r6"]]],
  [
    [2, "r6"],
    [{ event: "play", seat: 2, card: "r6" }, { event: "trick", seat: 1 }, { event: "score", round: 1, seat: 0, points: -1 }, { event: "score", round: 1, seat: 1, points: 3 }],
    { trick: [], to_act: [], tricks_played: 1, round_scores: [[-1, 3, 0]], scores: [-1, 3, 0], last_round: [0, 1, 2].map(() => ({ points: 0, colours: [], counted: [] })) },
    [["b2"], [], ["n5"]],
  ],
];

function told(round: number): RoundSteps {
  const steps = STEPS.map(([move, events, changes, hands]): Step => {
    const { log: _log, table: _table, ...shared } = sticheln({ seat: null, hand: [], legal: [], round, tricks: 1, chosen: [[], null, []], ...changes });
    const chosen = (seat: Seat): StichelnView["chosen"] => (seat === 1 && move ? [[], ["g3"], []] : shared.chosen); // Bo's card lies face down
    const own = hands.map((hand, seat): OwnPart => ({ seat, hand, legal: hand, unseen: [], chosen: chosen(seat) }));
    return { move, shared, own, events: events.map((event) => (event.event === "deal" ? { ...event, round } : event)) };
  });
  return { table, game: "sticheln", variant: "hazy", options: {}, players: 3, rounds: 2, round, steps };
}

const hand = (picture: Picture | undefined): Card[] => picture?.view.hand ?? [];
const chosen = (picture: Picture | undefined): unknown => (picture?.view as StichelnView).chosen;

describe("the pictures of a round", () => {
  it("are the same for all eyes, with the full trick before the points", () => {
    for (const eyes of [SPECTATOR, BO, OPEN]) {
      const pictures = picturesOf(told(1), eyes);
      expect(pictures.map(({ view }) => (view as StichelnView).trick.length)).toEqual([0, 0, 1, 2, 3, 0]);
      expect(pictures.map(({ events }) => events.map(({ event }) => event))).toEqual([["deal"], ["chose"], ["play"], ["play"], ["play", "trick"], ["score", "score"]]);
      expect(stopsOf(pictures)).toEqual([0, 4, 5]);
      expect(pictures[4]?.view).toMatchObject({ winning: 1, to_act: [], cards: [1, 0, 1] });
    }
  });

  it("show a spectator no hand and no secret", () => {
    const pictures = picturesOf(told(1), SPECTATOR);
    expect(pictures.flatMap((picture) => [...hand(picture), ...(picture.hands ?? [])])).toEqual([]);
    expect(chosen(pictures[1])).toEqual([[], null, []]);
  });

  it("show a seat what it saw", () => {
    const pictures = picturesOf(told(1), BO);
    expect(pictures.map(hand)).toEqual([["g3", "y4"], ["y4"], ["y4"], [], [], []]);
    expect(pictures.every((picture) => picture.hands === null)).toBe(true);
    expect(chosen(pictures[1])).toEqual([[], ["g3"], []]);
  });

  it("show open eyes everything", () => {
    const pictures = picturesOf(told(1), OPEN);
    expect(pictures[3]?.hands).toEqual([["b2"], [], ["n5", "r6"]]);
    expect(chosen(pictures[1])).toEqual([[], ["g3"], []]);
  });

  it("say nothing of who has gone away since", () => {
    expect(picturesOf(told(1), BO)[0]?.view.table.seats.some((seat) => seat.away)).toBe(false);
  });

  it("tell in words what these eyes may know", () => {
    const second = (eyes: Eyes): string[] => sentencesOf(picturesOf(told(1), eyes)[1] as Picture, eyes);
    expect(second(SPECTATOR)).toEqual(["Bo has chosen."]);
    expect(second(BO)).toEqual(["You lay green 3 face down."]);
    expect(second(OPEN)).toEqual(["Bo lays green 3 face down."]);
  });
});

describe("the address", () => {
  it("leads to the same moment and the same eyes", () => {
    const path = pathOf("T", "xyz", { round: 2, at: 4, eyes: { seat: 1, open: false } });
    expect(path).toBe("/r/T?invite=xyz&round=2&step=5&seat=2&open=no");
    expect(eyesIn(new URLSearchParams(path.split("?")[1]), table)).toEqual({ seat: 1, open: false });
    expect(eyesIn(new URLSearchParams("seat=none&open=yes"), table)).toEqual({ seat: null, open: true });
    expect(eyesIn(new URLSearchParams("seat=9"), table).seat).toBeNull();
  });
});

describe("the page", () => {
  let asked: string[] = [];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      return new Response(JSON.stringify(told(Number(new URLSearchParams(path.split("?")[1]).get("round")))));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  async function show(query = ""): Promise<void> {
    router.go(`/r/T${query}`);
    render(ReplayPage);
    await screen.findByTestId("happened");
  }
  const happened = (): string => screen.getByTestId("happened").textContent;
  const press = (key: string, shiftKey = false): Promise<boolean> => fireEvent.keyDown(document.body, { key, shiftKey });
  const way = (name: string): HTMLElement => document.querySelector(`[data-way="${name}"]`) as HTMLElement; // by role would take seconds
  const ownCards = (): string[] => [...document.querySelectorAll("[data-card]")].map((card) => card.getAttribute("data-card") ?? "");

  it("goes step by step, by tricks and by rounds, and fetches a round when it is needed", async () => {
    await show("?step=3");
    expect(happened()).toBe("Ada plays red 1.");
    await press("ArrowLeft");
    expect(happened()).toBe("Bo lays green 3 face down.");
    await press("ArrowRight", true);
    expect(happened()).toBe("Cy plays red 6. Bo takes the trick.");
    await press("End");
    expect(screen.getByTestId("outcome")).toBeTruthy();
    expect(asked).toEqual(["/api/tables/T/steps?round=1"]);
    await press("ArrowRight");
    await waitFor(() => expect(happened()).toContain("Round 2"));
    await press("ArrowLeft");
    await waitFor(() => expect(happened()).toContain("Ada scores −1."));
    expect(asked).toEqual(["/api/tables/T/steps?round=1", "/api/tables/T/steps?round=2"]);
    await press("Home");
    expect(happened()).toContain("Round 1");
  });

  it("shows a seat's hand to that seat's eyes and none to a spectator", async () => {
    await show("?step=1&seat=none&open=no");
    expect(ownCards()).toEqual([]);
    await fireEvent.change(screen.getByLabelText("Seen by"), { target: { value: "1" } });
    expect(ownCards().sort()).toEqual(["g3", "y4"]);
  });

  it("slides, and plays by itself until it is paused", async () => {
    await show("?step=1");
    await fireEvent.input(document.querySelector("input[type=range]") as HTMLElement, { target: { value: "3" } });
    expect(happened()).toBe("Bo plays yellow 4.");
    vi.useFakeTimers();
    await fireEvent.click(way("play"));
    await vi.advanceTimersByTimeAsync(1200);
    expect(happened()).toContain("Bo takes the trick.");
    await fireEvent.click(way("pause"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(happened()).toContain("Bo takes the trick.");
    vi.useRealTimers();
  });

  it("gives away a link to this very moment, and the whole game as a file", async () => {
    await show("?step=4&seat=2&open=no");
    await fireEvent.click(screen.getByLabelText("Share and keep"));
    expect(screen.getByLabelText<HTMLInputElement>("Link to this moment").value).toBe(`${location.origin}/r/T?round=1&step=4&seat=2&open=no`);
    const file = screen.getByText(/Download/);
    expect([file.getAttribute("href"), file.getAttribute("download")]).toEqual(["/api/tables/T/replay", "stichwerk-sticheln-hazy-T.json"]);
  });

  it.each([
    ["table.notover", { name: "Watch the table" }, "/t/T?invite=xyz"],
    ["table.unknown", { name: "To the front page" }, "/"],
    ["door.invite", { name: "To the front page" }, "/"],
  ])("says what is wrong and where to go: %s", async (code, link, to) => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ code, message: "", params: { table: "T" } }), { status: 409 }));
    router.go("/r/T?invite=xyz");
    render(ReplayPage);
    expect((await screen.findByRole("link", link)).getAttribute("href")).toBe(to);
    expect(screen.getByRole("alert").textContent).not.toMatch(/[{}]|^$/);
  });
});
