// One's own hand: sorted, played by mouse and by keys, drawn to the table or to another place.
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../src/lib/settings.svelte";
import Hand from "../src/table/Hand.svelte";

const CARDS = ["b2", "r10", "r3", "g3"];
const act = vi.fn();
const show = (props: Partial<{ legal: string[]; confirm: boolean; cards: string[] }> = {}) =>
  render(Hand, { cards: CARDS, legal: CARDS, act, confirm: false, label: "Your hand", ...props });
const order = (): (string | undefined)[] => screen.getAllByRole("button").map((card) => card.dataset.card);
const card = (name: string): HTMLElement => screen.getByRole("button", { name: new RegExp(`^${name}`) });

beforeEach(() => {
  act.mockClear();
  settings.sort = "colour";
});

describe("the hand", () => {
  it("is sorted by colour, or by number", async () => {
    show();
    expect(order()).toEqual(["r3", "r10", "b2", "g3"]);
    settings.sort = "number";
    await tick();
    expect(order()).toEqual(["b2", "r3", "g3", "r10"]);
  });

  it("plays a card with one click, and only a legal one", async () => {
    show({ legal: ["r3"] });
    await fireEvent.click(card("blue 2"));
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(card("red 3"));
    await vi.waitFor(() => expect(act).toHaveBeenCalledExactlyOnceWith("r3"));
  });

  it("lets a press end before what it changes begins", async () => {
    show();
    await fireEvent.click(card("red 3"));
    expect(act).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(act).toHaveBeenCalledExactlyOnceWith("r3"));
  });

  it("lifts first for who wants two steps, and says what comes next", async () => {
    show({ confirm: true });
    await fireEvent.click(card("red 3"));
    expect(act).not.toHaveBeenCalled();
    expect(card("red 3").getAttribute("aria-label")).toBe("red 3. Press again to play");
    expect(card("red 3").getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(card("red 3"));
    await vi.waitFor(() => expect(act).toHaveBeenCalledExactlyOnceWith("r3"));
  });

  it("is one stop of the Tab key; arrows go along it, and the focus stays when a card has gone", async () => {
    const { rerender } = show();
    expect(screen.getAllByRole("button").filter((one) => one.tabIndex === 0)).toHaveLength(1);
    card("red 3").focus();
    await fireEvent.keyDown(card("red 3"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(card("red 10"));
    await fireEvent.keyDown(card("red 10"), { key: "End" });
    expect(document.activeElement).toBe(card("green 3"));
    await fireEvent.keyDown(card("green 3"), { key: "Home" });
    act.mockImplementationOnce(() => void rerender({ cards: ["b2", "r10", "g3"] }));
    await fireEvent.click(card("red 3"), { detail: 0 });
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.card).toBe("r10"));
  });

  it("is reached by arrows from anywhere while one may play", async () => {
    show();
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect((document.activeElement as HTMLElement).dataset.card).toBe("r10");
  });

  it("lets a card be drawn up to the table", async () => {
    show({ confirm: true });
    const held = card("red 3");
    held.setPointerCapture = () => {};
    Object.defineProperty(held, "offsetHeight", { value: 100 });
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, pointerId: 1 });
    await fireEvent.pointerDown(held, at(50, 500));
    await fireEvent.pointerMove(held, at(55, 400));
    await fireEvent.pointerUp(held, at(55, 400));
    expect(act).toHaveBeenCalledExactlyOnceWith("r3");
    await fireEvent.click(held); // the click that a browser sends after it
    expect(act).toHaveBeenCalledOnce();
  });
});
