// A table as it is shown: at a pace that can be followed, one's own move at once, and nothing lost when the line breaks.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announcer } from "../src/lib/announcer.svelte";
import { settings } from "../src/lib/settings.svelte";
import { LiveTable } from "../src/lib/table.svelte";
import type { LogEvent, StichelnView } from "../src/lib/wire";
import { about, sticheln } from "./views";

class Wire {
  static newest: Wire;
  static OPEN = 1;
  readyState = 0;
  said: unknown[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};
  constructor() {
    Wire.newest = this;
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {}
}

let version = 0;
const tell = (message: object): void => Wire.newest.onmessage({ data: JSON.stringify(message) });
const view = (changes: Partial<StichelnView>, log: LogEvent[] = []): void => tell({ type: "view", version: ++version, view: sticheln({ ...changes, log }) });
const play = (seat: number, card: string): LogEvent => ({ event: "play", seat, card });
const connect = (): void => {
  Wire.newest.readyState = 1;
  Wire.newest.onopen();
};

let table: LiveTable;
const shown = (): StichelnView => table.view as StichelnView;
const cards = (): string[] => shown().trick.map((laid) => laid.card);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  settings.speed = "normal";
  settings.muted = [];
  announcer.calm();
  version = 0;
  table = new LiveTable("T", "secret", null);
  connect();
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const DEAL: LogEvent = { event: "deal", round: 1, dealer: 2 };

describe("the pace", () => {
  beforeEach(() => view({ to_act: [1], legal: [], leader: 1 }, [DEAL]));

  it("shows one card after the other, and lets one move only when all has been shown", () => {
    view({ to_act: [2], legal: [], leader: 1, trick: [{ seat: 1, card: "r5" }] }, [play(1, "r5")]);
    view({ to_act: [0], leader: 1, trick: [{ seat: 1, card: "r5" }, { seat: 2, card: "y6" }] }, [play(2, "y6")]);
    expect(cards()).toEqual(["r5"]);
    expect(table.mayMove).toBe(false);
    table.move("r1");
    expect(Wire.newest.said).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(cards()).toEqual(["r5", "y6"]);
    expect(table.legal).toEqual(["r1", "b2", "g3"]);
    expect(table.log).toHaveLength(3);
  });

  it("has no pauses for who wants none", () => {
    settings.speed = "none";
    view({ to_act: [2], legal: [], trick: [{ seat: 1, card: "r5" }] }, [play(1, "r5")]);
    view({ trick: [{ seat: 1, card: "r5" }, { seat: 2, card: "y6" }] }, [play(2, "y6")]);
    expect(cards()).toEqual(["r5", "y6"]);
  });

  it("skips up to the next full trick, and then to the end", () => {
    const events = [play(1, "r5"), play(2, "y6"), play(0, "r1"), { event: "trick", seat: 2 } as LogEvent, play(2, "v1")];
    view({ trick: [{ seat: 2, card: "v1" }], leader: 2, hand: ["b2", "g3"] }, events);
    expect(cards()).toEqual(["r5"]);
    table.skip();
    expect(cards()).toEqual(["r5", "y6", "r1"]);
    expect(shown().winning).toBe(2);
    table.skip();
    expect(cards()).toEqual(["v1"]);
    expect(table.waiting).toBe(0);
  });

  it("waits at a round's end until the points have been seen", () => {
    settings.speed = "none";
    view({ round: 2, phase: "choose", round_scores: [[1, 2, 3]] }, [play(1, "r5"), { event: "trick", seat: 1 }, { event: "score", round: 1, seat: 0, points: 1 }, { event: "deal", round: 2, dealer: 0 }]);
    expect(table.pausedForRound).toBe(true);
    expect(shown().round).toBe(1);
    table.goOn();
    expect(shown().round).toBe(2);
  });
});

describe("one's own move", () => {
  it("is on its way until the picture that shows it, and is sent once", () => {
    view({});
    table.move("b2");
    table.move("g3");
    expect(table.sent).toBe("b2");
    expect(Wire.newest.said).toEqual([{ type: "move", version: 1, move: "b2" }]);
    view({ table: about(["Ada", "", ""]) }); // somebody has come: no answer
    expect(table.sent).toBe("b2");
    view({ hand: ["r1", "g3"], legal: [], to_act: [1], trick: [{ seat: 0, card: "b2" }] }, [play(0, "b2")]);
    expect(table.sent).toBeNull();
    expect(cards()).toEqual(["b2"]);
  });

  it("comes back when it is refused, but not when a line of chat is", () => {
    view({});
    table.move("b2");
    tell({ type: "error", code: "chat.long", message: "Too long." });
    expect(table.sent).toBe("b2");
    tell({ type: "error", code: "table.stale", message: "Too late.", params: { version: 1, now: 2 } });
    expect(table.sent).toBeNull();
    expect(announcer.error).not.toBe("");
  });
});

describe("after the line was broken", () => {
  const back = (): void => {
    Wire.newest.readyState = 3;
    Wire.newest.onclose({ code: 1006 });
    vi.advanceTimersByTime(400);
    connect();
  };

  it("the unanswered move is sent again, and what was missed is shown", () => {
    view({}, [DEAL]);
    table.move("b2");
    back();
    view({}, [DEAL]);
    expect(Wire.newest.said).toEqual([{ type: "move", version: 1, move: "b2" }]);
    view({ hand: ["r1", "g3"], legal: [], to_act: [1], trick: [{ seat: 0, card: "b2" }] }, [play(0, "b2")]);
    expect(cards()).toEqual(["b2"]);
    expect(table.log).toEqual([DEAL, play(0, "b2")]);
    expect(announcer.error).toBe("");
  });

  it("one is told that a bot has played meanwhile", () => {
    view({}, [DEAL]);
    back();
    view({ hand: ["b2", "g3"], trick: [{ seat: 0, card: "r1" }], legal: [], to_act: [1] }, [DEAL, play(0, "r1")]);
    expect(announcer.error).toMatch(/a bot played for you/);
    expect(cards()).toEqual(["r1"]);
  });

  it("a table without aids goes on from what lies there", () => {
    const none = { ...about(["Ada", "", ""]), aids: "none" as const };
    view({ table: none, to_act: [1], legal: [] }, [DEAL]);
    back();
    view({ table: none, trick: [{ seat: 2, card: "y6" }], tricks_played: 4 }, [play(1, "r5"), { event: "trick", seat: 1 }, play(2, "y6")]);
    expect(cards()).toEqual(["y6"]);
    expect(table.waiting).toBe(0);
  });
});

describe("chat", () => {
  const line = { type: "chat", seat: 1, name: "Bo", text: "Hello", at: 5 };

  it("comes again with every connection and is kept once", () => {
    view({});
    tell(line);
    tell(line);
    tell({ ...line, at: 6 });
    expect(table.chat).toHaveLength(2);
    expect(table.unread).toBe(2);
  });

  it("of a muted person is neither counted nor read out", () => {
    settings.muted = ["Bo"];
    view({});
    const before = announcer.lines.length;
    tell({ ...line, at: Date.now() / 1000 });
    expect(table.unread).toBe(0);
    expect(announcer.lines).toHaveLength(before);
  });
});

describe("what one says", () => {
  beforeEach(() => view({ to_act: [1], legal: [] }, [DEAL]));

  it("is there again when it was refused, to be put differently", () => {
    table.draft = " I have forty-two ";
    table.say();
    expect(Wire.newest.said).toEqual([{ type: "chat", text: "I have forty-two" }]);
    expect(table.draft).toBe("");
    tell({ type: "error", code: "chat.number", message: "no", params: {} });
    expect(table.draft).toBe("I have forty-two");
  });

  it("stays there while nobody can hear it", () => {
    Wire.newest.readyState = 3;
    table.draft = "hello";
    table.say();
    expect(table.draft).toBe("hello");
    expect(announcer.error).not.toBe("");
  });
});

describe("what is told to who listens", () => {
  it("is told whole, however much comes at once", () => {
    announcer.lines = [];
    view({}, [DEAL]);
    const scores: LogEvent[] = Array.from({ length: 8 }, (_, seat) => ({ event: "score", round: 1, seat, points: seat }));
    const turned: LogEvent[] = Array.from({ length: 8 }, (_, seat) => ({ event: "reveal", seat, card: `r${seat}` }));
    view({ trick: [] }, [...turned, ...scores]);
    vi.advanceTimersByTime(5000);
    expect(announcer.lines).toHaveLength(16);
  });
});
