// What is drawn on cards, and what they are called.
import { describe, expect, it } from "vitest";
import { cardName, COLOURS, sorted } from "../src/cards/cards";
import { numeral } from "../src/cards/numerals";
import { outline, threads } from "../src/cards/threads";

const ends = (path: string): number[][] => path.split("M").filter(Boolean).map((piece) => piece.split(/[L ]/).map(Number));

describe("the threads of a card", () => {
  it("are none on a 0, and different on every other card", () => {
    for (const colour of COLOURS) {
      expect(threads(colour, 0)).toBe("");
      const all = Array.from({ length: 20 }, (_, at) => threads(colour, at + 1));
      expect(new Set(all).size).toBe(20);
    }
  });

  it("stay on the symbol", () => {
    for (const [x = 0, y = 0, x2 = 0, y2 = 0] of ends(threads("y", 9))) {
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(13.01);
      expect(Math.hypot((x + x2) / 2, (y + y2) / 2)).toBeLessThanOrEqual(13.01);
    }
    // between two arms of the cross there is nothing to sew on
    const inGap = ends(threads("v", 6)).filter(([x = 0, y = 0]) => Math.abs(x) > 4.7 && Math.abs(y) > 4.7);
    expect(inGap).toEqual([]);
  });

  it("have an outline of their own for each colour", () => {
    expect(new Set(COLOURS.map(outline)).size).toBe(6);
  });
});

describe("numbers and names", () => {
  it("two digits stand side by side", () => {
    expect(numeral(11).width).toBe(2 * numeral(1).width + 9);
    expect(numeral(20).path.match(/M/g)).toHaveLength(2);
  });
  it("cards have names, and an order by colour and by number", () => {
    expect(cardName("r4")).toBe("red 4");
    expect(sorted(["b1", "r12", "r2"])).toEqual(["r2", "r12", "b1"]);
    expect(sorted(["b1", "r12", "r2"], "number")).toEqual(["b1", "r2", "r12"]);
  });
});
