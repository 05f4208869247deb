import { describe, expect, it } from "vitest";
import { framesTo } from "../src/lib/frames";
import type { LogEvent } from "../src/lib/wire";
import { hattrick, sticheln } from "./views";

const play = (seat: number, card: string): LogEvent => ({ event: "play", seat, card });

describe("the pictures between two views", () => {
  it("a card is one picture", () => {
    const after = sticheln({ trick: [{ seat: 0, card: "r1" }], hand: ["b2", "g3"], to_act: [1], legal: [] });
    const frames = framesTo(sticheln(), after, 7, [play(0, "r1")]);
    expect(frames.map((frame) => frame.view)).toEqual([after]);
    expect(frames[0]?.hold).toBeGreaterThan(0);
  });

  it("a full trick lies there, with its winner, before it is taken", () => {
    const before = sticheln({ trick: [{ seat: 1, card: "r5" }, { seat: 2, card: "r6" }] });
    const after = sticheln({ hand: ["b2", "g3"], trick: [], tricks_played: 1 });
    const [full, taken, ...more] = framesTo(before, after, 8, [play(0, "r1"), { event: "trick", seat: 2 }]);
    expect(more).toEqual([]);
    expect(full?.view).toMatchObject({ trick: [{ card: "r5" }, { card: "r6" }, { seat: 0, card: "r1" }], winning: 2, hand: ["b2", "g3"], legal: [] });
    expect(full?.events).toHaveLength(2);
    expect(taken?.view).toBe(after);
    expect(taken?.events).toEqual([]);
  });

  it("several tricks at once are shown one after the other", () => {
    const events: LogEvent[] = [play(0, "r1"), play(1, "r5"), play(2, "r6"), { event: "trick", seat: 2 }, play(2, "y1"), play(0, "b2"), play(1, "g1"), { event: "trick", seat: 0 }];
    const frames = framesTo(sticheln(), sticheln({ hand: ["g3"], tricks_played: 2 }), 9, events);
    expect(frames.map((frame) => ("trick" in frame.view ? frame.view.trick.length : 0))).toEqual([1, 2, 3, 1, 2, 3, 0]);
    expect(frames.flatMap((frame) => frame.events)).toEqual(events);
  });

  it("a round's points wait until they have been seen, on the old table", () => {
    const before = sticheln({ trick: [{ seat: 1, card: "r5" }, { seat: 2, card: "r6" }], hand: ["r1"] });
    const after = sticheln({ round: 2, phase: "choose", round_scores: [[1, 2, 3]], scores: [1, 2, 3] });
    const events: LogEvent[] = [play(0, "r1"), { event: "trick", seat: 2 }, { event: "score", round: 1, seat: 0, points: 1 }, { event: "deal", round: 2, dealer: 0 }];
    const frames = framesTo(before, after, 9, events);
    expect(frames.map((frame) => frame.stop)).toEqual([undefined, "round", undefined]);
    expect(frames[1]?.view).toMatchObject({ round: 1, phase: "play", scores: [1, 2, 3], trick: [], legal: [] });
    expect(frames.flatMap((frame) => frame.events)).toEqual(events);
  });

  it("cards that came in one message are laid one by one, and who wins is not guessed", () => {
    const after = sticheln({ trick: [{ seat: 1, card: "r5" }, { seat: 2, card: "r6" }], winning: 2, leader: 1, cards: [3, 2, 2] });
    const [first, second, ...more] = framesTo(sticheln({ leader: 0 }), after, 8, [play(1, "r5"), play(2, "r6")]);
    expect(more).toEqual([]);
    expect(first?.view).toMatchObject({ trick: [{ seat: 1, card: "r5" }], leader: 1, winning: null, cards: [3, 2, 3], legal: [] });
    expect(second?.view).toBe(after);
  });

  it("chosen cards are turned up together and looked at before anybody plays", () => {
    const before = sticheln({ phase: "choose", hand: ["r1", "b2", "g3", "n4"], chosen: [["n4"], null, []], cards: [3, 3, 4], leader: null });
    const after = sticheln({ trick: [{ seat: 1, card: "y9" }], leader: 1, cards: [3, 2, 3] });
    const events: LogEvent[] = [{ event: "chose", seat: 2 }, { event: "reveal", seat: 0, card: "n4" }, { event: "reveal", seat: 1, card: "r5" }, { event: "reveal", seat: 2, card: "y2" }, play(1, "y9")];
    const [turned, played] = framesTo(before, after, 5, events);
    expect(turned?.view).toMatchObject({ phase: "play", chosen: [["n4"], ["r5"], ["y2"]], trick: [], cards: [3, 3, 3], hand: ["r1", "b2", "g3"], legal: [] });
    expect(turned?.hold).toBeGreaterThan(1000);
    expect(played?.view).toBe(after);
  });

  it("hidden cards and named colours are shown before the points", () => {
    const score: LogEvent = { event: "score", round: 1, seat: 0, points: 1 };
    const hidden = framesTo(sticheln({ chosen: [["n4"], null, null] }), sticheln({ round: 2 }), 5, [{ event: "reveal", seat: 1, card: "r5" }, { event: "reveal", seat: 2, card: "y2" }, score]);
    expect(hidden.map((frame) => frame.stop)).toEqual([undefined, "round", undefined]);
    expect(hidden[0]?.view).toMatchObject({ chosen: [["n4"], ["r5"], ["y2"]] });
    const named = framesTo(sticheln({ phase: "name", named: [["n"], null, null] }), sticheln({ round: 2 }), 5, [{ event: "misery", seat: 1, colour: "r" }, score]);
    expect(named[0]?.view).toMatchObject({ named: [["n"], ["r"], null] });
  });

  it("a double trick in Hat Trick is one picture with two takers", () => {
    const before = hattrick({ trick: [{ seat: 1, card: "r5", pass: false }, { seat: 2, card: "b6", pass: false }, { seat: 3, card: "r6", pass: false }] });
    const events: LogEvent[] = [{ event: "pass", seat: 0, card: "g3" }, { event: "trick", seat: 3, colour: "r" }, { event: "trick", seat: 2, colour: "b" }];
    const [full, taken] = framesTo(before, hattrick({ tricks_played: 1 }), 8, events);
    expect(full?.view).toMatchObject({ winning: { r: 3, b: 2 }, trick: [{}, {}, {}, { seat: 0, card: "g3", pass: true }] });
    expect(full?.events).toEqual(events);
    expect(taken?.view).toMatchObject({ trick: [] });
  });

  it("there is nothing to lead from at first", () => {
    const view = sticheln();
    expect(framesTo(null, view, 1, view.log)).toEqual([{ view, version: 1, events: [], hold: 0 }]);
  });
});
