// Making a table: a choice changes what is usual, one button makes it, and a refusal changes nothing.
import { configure, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { router } from "../src/lib/router.svelte";
import { keptSeat } from "../src/lib/seats";
import New from "../src/pages/New.svelte";
import { refusal, server, type Asked } from "./offers";

vi.mock("../src/cards/CardView.svelte", () => ({ default: () => undefined })); // many cards take jsdom long

const MADE = { body: { id: "T1", invite: "inv", commitment: "" } };
const SAT = { body: { seat: 0, token: "tok" } };
const select = (name: string): HTMLSelectElement => screen.getByLabelText(name);
const shown = (name: string): string | undefined => select(name).selectedOptions[0]?.textContent;
const made = (asked: Asked[]): unknown => asked.find(({ method, path }) => method === "POST" && path === "/api/tables")?.body;
// By label, since looking for roles in so large a page takes jsdom seconds.
const radio = (name: string | RegExp): HTMLElement => screen.getByLabelText(name);
const summary = (): HTMLElement => screen.getByLabelText("Your table");

async function open(path = "/new"): Promise<void> {
  router.go(path);
  render(New);
  await screen.findByText("Which game?");
}

let asked: Asked[];
configure({ asyncUtilTimeout: 4000 }); // a busy machine is no failure
vi.setConfig({ testTimeout: 20_000 });
beforeEach(() => {
  localStorage.clear();
  asked = server({ "POST /api/tables": MADE, "POST /api/tables/T1/seats": SAT });
});
afterEach(() => vi.unstubAllGlobals());

describe("choosing", () => {
  it("a variant changes what is usual", async () => {
    await open();
    expect(shown("When the colour is chosen and shown")).toBe("at the start, open (usual)");
    await fireEvent.click(radio(/^Hazy/));
    expect(shown("When the colour is chosen and shown")).toBe("at the start, hidden until the round ends (usual)");
    await fireEvent.click(radio(/^First edition/));
    expect(shown("When the colour is chosen and shown")).toBe("at the start, open (usual)");
    expect(screen.getByLabelText("Rounds")).toHaveProperty("placeholder", "10");
    expect(screen.queryByLabelText("7")).toBeNull();
  });
  it("a game brings its own variants and players", async () => {
    await open("/new?game=thegame");
    expect(radio(/^Expert/)).toBeTruthy();
    expect(radio("2")).toHaveProperty("checked", true);
    await fireEvent.click(radio(/^Hat Trick/));
    expect(screen.queryByText("Which variant?")).toBeNull();
    expect(within(summary()).getByText("You, 3 bots")).toBeTruthy();
  });
  it("an option that is not as usual stands in the summary", async () => {
    await open();
    await fireEvent.input(screen.getByLabelText("Rounds"), { target: { value: "3" } });
    expect(within(summary()).getByText("Rounds: 3")).toBeTruthy();
    await fireEvent.input(screen.getByLabelText("Rounds"), { target: { value: "" } });
    expect(within(summary()).queryByText(/Rounds/)).toBeNull();
  });
});

describe("the seats", () => {
  it("are open for friends, all at once or one by one", async () => {
    await open();
    await fireEvent.click(screen.getByText("Friends everywhere"));
    expect(within(summary()).getByText("You, 3 friends")).toBeTruthy();
    await fireEvent.change(select("Seat 2"), { target: { value: "random" } });
    expect(within(summary()).getByText("You, 2 friends, 1 bot")).toBeTruthy();
    expect(screen.getByText("Bot, chance: plays any legal card.")).toBeTruthy();
  });
  it("of all bots have one level at a stroke", async () => {
    await open();
    await fireEvent.change(select("Level of all bots"), { target: { value: "random" } });
    expect(select("Seat 4").value).toBe("random");
    expect(select("Seat 1").value).toBe("");
  });
  it("are open from the start at a table for friends, and listed at a public one", async () => {
    await open("/new?friends");
    expect(within(summary()).getByText("You, 3 friends")).toBeTruthy();
    expect(within(summary()).getByText("private")).toBeTruthy();
    document.body.innerHTML = "";
    await open("/new?public");
    expect(within(summary()).getByText("public")).toBeTruthy();
  });
});

describe("making it", () => {
  it("asks the server for just this, takes the seat and goes there", async () => {
    await open();
    await fireEvent.click(radio(/^Reverse/));
    await fireEvent.click(radio("3"));
    await fireEvent.change(select("Seat 3"), { target: { value: "" } });
    await fireEvent.click(screen.getByText("Make the table and invite"));
    await waitFor(() => expect(location.pathname).toBe("/t/T1"));
    expect(made(asked)).toEqual({
      game: "sticheln", variant: "reverse", players: 3, options: {}, private: true, aids: "all", clock: null,
      seats: [{ kind: "open" }, { kind: "bot", bot: "simple" }, { kind: "open" }],
    });
    expect(keptSeat("T1")).toMatchObject({ token: "tok", invite: "inv" });
  });
  it("watches where a bot has one's seat", async () => {
    await open();
    await fireEvent.change(select("Seat 1"), { target: { value: "simple" } });
    await fireEvent.click(screen.getByText("Make the table and watch"));
    await waitFor(() => expect(location.pathname + location.search).toBe("/t/T1?invite=inv"));
    expect(keptSeat("T1")).toBeUndefined();
  });
  it("shows a refusal at the button, in the words of the page, and changes nothing", async () => {
    const params = { option: "penalty", given: "'flat'", other: "aim", value: "'lucky'", possible: "'number'" };
    server({ "POST /api/tables": refusal("option.clash", "penalty cannot be 'flat'", params) });
    await open();
    await fireEvent.click(radio(/^Reverse/));
    await fireEvent.change(select("A misery card costs"), { target: { value: "flat" } });
    await fireEvent.click(screen.getByText("To the table"));
    const said = await within(summary()).findByRole("alert");
    expect(said.textContent).toMatch(/“A misery card costs: always 5” and “The chosen colour: brings points/);
    expect(location.pathname).toBe("/new");
    expect(shown("A misery card costs")).toBe("always 5");
    expect(radio(/^Reverse/)).toHaveProperty("checked", true);
    expect(localStorage.getItem("stichwerk.wishes")).toBeNull();
    await fireEvent.change(select("A misery card costs"), { target: { value: "number" } });
    expect(within(summary()).queryByRole("alert")).toBeNull();
  });
  it("begins the next time as it was", async () => {
    await open();
    await fireEvent.click(radio(/^Hazy/));
    await fireEvent.click(screen.getByText("To the table"));
    await waitFor(() => expect(location.pathname).toBe("/t/T1"));
    document.body.innerHTML = "";
    await open();
    expect(radio(/^Hazy/)).toHaveProperty("checked", true);
  });
});
