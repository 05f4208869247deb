// Where a link leads: what table it is, a seat, or what else one can do.
import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { router } from "../src/lib/router.svelte";
import { keepSeat, keptSeat } from "../src/lib/seats";
import { settings } from "../src/lib/settings.svelte";
import type { TableSeat } from "../src/lib/wire";
import Join from "../src/pages/Join.svelte";
import { refusal, server } from "./offers";
import { about, sticheln } from "./views";

const OPEN: TableSeat = { kind: "open", name: "", bot: null, away: false };

function view(status: "waiting" | "running" | "over", open = 1): { body: unknown } {
  const table = about(["Ada", "", ""]);
  table.seats.splice(0, open, ...Array.from({ length: open }, () => OPEN));
  table.seats.push({ kind: "person", name: "Ben", bot: null, away: false });
  const options = { aim: "misery", penalty: "number", reveal: "end", dealing: "lowest", rounds: 3, target: null };
  return { body: { ...sticheln({ variant: "hazy", players: 4, options }), table: { ...table, status, aids: "none" } } };
}

function open(answers: Parameters<typeof server>[0]): ReturnType<typeof server> {
  const asked = server(answers);
  router.go("/join/T?invite=inv");
  render(Join);
  return asked;
}

configure({ asyncUtilTimeout: 4000 }); // a busy machine is no failure
vi.setConfig({ testTimeout: 20_000 });
beforeEach(() => {
  localStorage.clear();
  settings.name = "";
});
afterEach(() => vi.unstubAllGlobals());

describe("a table with a free seat", () => {
  it("says what it is, how it differs from the usual, and who is there", async () => {
    const asked = open({ "GET /api/tables/T": view("waiting", 2) });
    expect(await screen.findByRole("heading", { level: 1, name: "A seat at Sticheln for you" })).toBeTruthy();
    expect(await screen.findByText("Rounds: 3")).toBeTruthy();
    expect(screen.getByText("from memory")).toBeTruthy();
    expect(screen.queryByText(/When the colour is chosen/)).toBeNull(); // that is Hazy itself
    expect(screen.getByText("Ben")).toBeTruthy();
    expect(screen.getByText("2 seats free")).toBeTruthy();
    expect(asked.map(({ path }) => path)).toContain("/api/tables/T?invite=inv");
    expect(document.title).toBe("Sticheln · Hazy – Stichwerk");
  });
  it("gives a seat under one's name, and goes there", async () => {
    const asked = open({ "GET /api/tables/T": view("waiting"), "POST /api/tables/T/seats": { body: { seat: 0, token: "tok" } } });
    await fireEvent.input(await screen.findByLabelText("Your name"), { target: { value: "Cleo" } });
    await fireEvent.click(screen.getByRole("button", { name: "Sit down" }));
    await waitFor(() => expect(location.pathname).toBe("/t/T"));
    expect(asked.at(-1)?.body).toEqual({ name: "Cleo", invite: "inv" });
    expect(keptSeat("T")).toMatchObject({ token: "tok", invite: "inv" });
  });
  it("that is taken meanwhile can be watched", async () => {
    let full = false;
    open({
      "GET /api/tables/T": () => (full ? view("running", 0) : view("waiting")),
      "POST /api/tables/T/seats": () => {
        full = true;
        return refusal("table.full", "All seats of this table are taken; you can watch.");
      },
    });
    await fireEvent.click(await screen.findByRole("button", { name: "Sit down" }));
    expect(await screen.findByText(/All seats are taken, and/)).toHaveProperty("role", "alert");
    expect(screen.getByRole("link", { name: "Just watch" }).getAttribute("href")).toBe("/t/T?invite=inv");
    expect(keptSeat("T")).toBeUndefined();
  });
  it("says why a seat was refused", async () => {
    open({ "GET /api/tables/T": view("waiting"), "POST /api/tables/T/seats": refusal("table.name", "A name has 1 to 40 visible characters.") });
    await fireEvent.click(await screen.findByRole("button", { name: "Sit down" }));
    expect((await screen.findByRole("alert")).textContent).toBe("A name has 1 to 40 visible characters.");
    expect(location.pathname).toBe("/join/T");
  });
});

describe("any other table", () => {
  it("where one sits already leads to one's seat", async () => {
    keepSeat("T", "tok", "inv");
    open({ "GET /api/tables/T": view("waiting") });
    expect((await screen.findByRole("link", { name: "Go to your seat" })).getAttribute("href")).toBe("/t/T");
    expect(screen.queryByRole("button", { name: "Sit down" })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Take a free seat instead" }));
    expect(screen.getByRole("button", { name: "Sit down" })).toBeTruthy();
  });
  it("that is over has a replay", async () => {
    open({ "GET /api/tables/T": view("over", 0) });
    expect((await screen.findByRole("link", { name: "Watch the replay" })).getAttribute("href")).toBe("/r/T?invite=inv");
  });
  it("that may not be seen says so, and offers a way on", async () => {
    open({ "GET /api/tables/T": { ...refusal("door.invite", "This table is private: its invite is needed."), status: 403 } });
    expect((await screen.findByRole("alert")).textContent).toMatch(/private/);
    expect(screen.getByRole("link", { name: "Make a table of your own" })).toBeTruthy();
  });
  it("that cannot be reached can be tried again", async () => {
    let reached = false;
    open({ "GET /api/tables/T": () => {
      if (!reached) throw new TypeError("no net");
      return view("waiting");
    } });
    const again = await screen.findByRole("button", { name: "Try again" });
    reached = true;
    await fireEvent.click(again);
    expect(await screen.findByRole("button", { name: "Sit down" })).toBeTruthy();
  });
});
