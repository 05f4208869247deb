import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Hearing } from "../src/lib/connection.svelte";
import { sticheln } from "./views";

class Wire {
  static all: Wire[] = [];
  static OPEN = 1;
  readyState = 0;
  said: unknown[] = [];
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};
  constructor(readonly url: string) {
    Wire.all.push(this);
  }
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 2; // on a dead line its end does not come for minutes
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  end(code: number): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

const newest = (): Wire => Wire.all.at(-1) as Wire;
const hearing = (): Hearing => ({ view: vi.fn(), chat: vi.fn(), refused: vi.fn(), shut: vi.fn() });
const view = { type: "view", version: 4, view: sticheln() };
const made: Connection[] = [];

function connect(heard: Hearing): Connection {
  const connection = new Connection("T", "secret", null, heard);
  made.push(connection);
  newest().open();
  newest().tell(view);
  return connection;
}

beforeEach(() => {
  Wire.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
});
afterEach(() => {
  made.splice(0).forEach((connection) => connection.close());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the connection", () => {
  it("tells whether a view has the whole log", () => {
    const heard = hearing();
    connect(heard);
    newest().tell(view);
    expect(vi.mocked(heard.view).mock.calls.map((call) => call[2])).toEqual([true, false]);
  });

  it("comes back by itself and sends the unanswered move again, with its old version, once", () => {
    const connection = connect(hearing());
    connection.move(4, "r1");
    newest().end(1006);
    expect(connection.link).toBe("lost");
    vi.advanceTimersByTime(400);
    newest().open();
    newest().tell({ ...view, version: 9 });
    newest().tell({ ...view, version: 10 });
    expect(newest().said).toEqual([{ type: "move", version: 4, move: "r1" }]);
    expect(connection.link).toBe("open");
  });

  it("does not send an answered move again", () => {
    const connection = connect(hearing());
    connection.move(4, "r1");
    connection.moveDone();
    newest().end(1006);
    vi.advanceTimersByTime(400);
    newest().open();
    newest().tell(view);
    expect(newest().said).toEqual([]);
  });

  it("gives a refused move up", () => {
    const heard = hearing();
    const connection = connect(heard);
    connection.move(4, "r9");
    newest().tell({ type: "error", code: "move.held", message: "" });
    expect(connection.unanswered).toBeNull();
    expect(heard.refused).toHaveBeenCalledOnce();
  });

  it("stays away where it is not wanted", () => {
    const heard = hearing();
    const connection = connect(heard);
    newest().end(4403);
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(1);
    expect(connection.link).toBe("closed");
    expect(heard.shut).toHaveBeenCalledOnce();
  });

  it("tries again, more and more slowly, while nobody answers", () => {
    connect(hearing());
    newest().end(1006);
    vi.advanceTimersByTime(300);
    newest().end(1006);
    vi.advanceTimersByTime(600);
    expect(Wire.all).toHaveLength(2);
    vi.advanceTimersByTime(200);
    expect(Wire.all).toHaveLength(3);
  });

  it("notices a dead line and makes a new one", () => {
    const connection = connect(hearing());
    vi.advanceTimersByTime(28_100);
    expect(connection.link).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(Wire.all).toHaveLength(2);
    newest().open();
    expect(connection.link).toBe("open");
  });

  it("notices it sooner when a move is not answered, and makes the move on the new one", () => {
    const connection = connect(hearing());
    connection.move(4, "r1");
    vi.advanceTimersByTime(8_000 + 300);
    newest().open();
    newest().tell(view);
    expect(Wire.all).toHaveLength(2);
    expect(newest().said).toEqual([{ type: "move", version: 4, move: "r1" }]);
  });

  it.each(["offline", "visibilitychange"])("asks at once whether the line still lives: %s", (sign) => {
    const connection = connect(hearing());
    dispatchEvent(new Event(sign));
    expect(newest().said).toEqual([{ type: "ping" }]);
    newest().tell({ type: "pong" });
    vi.advanceTimersByTime(5_000);
    expect(connection.link).toBe("open");
    dispatchEvent(new Event(sign));
    connection.move(4, "r1"); // does not make it wait any longer
    vi.advanceTimersByTime(3_000);
    expect(connection.link).toBe("lost");
  });

  it("tries at once when there is a network again, unless it tries already", () => {
    connect(hearing());
    newest().end(1006);
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(10);
    expect(Wire.all).toHaveLength(2);
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(10);
    expect(Wire.all).toHaveLength(2);
  });

  it("tries again where nobody ever answers the door", () => {
    made.push(new Connection("T", null, null, hearing()));
    vi.advanceTimersByTime(8_300);
    expect(Wire.all).toHaveLength(2);
  });

  it("does not come back ever faster to who shows it out again", () => {
    connect(hearing());
    for (const wait of [300, 700, 1500]) {
      newest().end(4429);
      vi.advanceTimersByTime(wait - 10);
      const before = Wire.all.length;
      vi.advanceTimersByTime(20);
      expect(Wire.all).toHaveLength(before + 1);
      newest().open();
    }
  });

  it("does not listen to a line that it has given up", () => {
    const heard = hearing();
    const connection = connect(heard);
    const [old] = Wire.all;
    vi.advanceTimersByTime(28_500);
    newest().open();
    old?.tell(view);
    old?.end(4403);
    expect(heard.view).toHaveBeenCalledOnce();
    expect(connection.link).toBe("open");
  });
});
