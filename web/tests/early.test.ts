// A table's socket that is opened before there is anything to show.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, type Hearing } from "../src/lib/connection.svelte";
import { openEarly } from "../src/lib/early";
import { keepSeat, keptSeat, seatAt, settle } from "../src/lib/seats";
import { sticheln } from "./views";

class Wire {
  static all: Wire[] = [];
  static OPEN = 1;
  readyState = 0;
  onopen = (): void => {};
  onmessage = (_: { data: string }): void => {};
  onclose = (_: { code: number }): void => {};
  constructor(readonly url: string) {
    Wire.all.push(this);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen();
  }
  tell(version: number): void {
    this.onmessage({ data: JSON.stringify({ type: "view", version, view: sticheln() }) });
  }
}

const heard: Hearing = { view: vi.fn(), chat: vi.fn(), refused: vi.fn(), shut: vi.fn() };
const made: Connection[] = [];
const early = (): Wire => Wire.all[0] as Wire;

function connect(table = "T", token = "secret"): Connection {
  const connection = new Connection(table, token, null, heard);
  made.push(connection);
  return connection;
}

beforeEach(() => {
  Wire.all = [];
  vi.clearAllMocks();
  vi.stubGlobal("WebSocket", Wire);
  history.replaceState(null, "", "/t/T#seat=secret");
});
afterEach(() => {
  made.splice(0).forEach((connection) => connection.close());
  connect("none").close(); // takes what is left over
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("goes to the table of the address, with the seat that the link brought", () => {
  openEarly();
  expect(early().url).toMatch(/^ws:.*\/api\/tables\/T\/live\?token=secret&lang=en$/);
});

it.each([true, false])("is one's seat from then on if the server lets one sit there: %s", (seated) => {
  keepSeat("T", "mine");
  settle("T", seatAt("T"), seated);
  expect(keptSeat("T")?.token).toBe(seated ? "secret" : "mine");
  expect(location.hash).toBe("");
});

it("is there for tables alone", () => {
  history.replaceState(null, "", "/rules/sticheln");
  openEarly();
  expect(Wire.all).toEqual([]);
});

it("is taken over with all it has heard, and heard from then on", () => {
  openEarly();
  early().open();
  early().tell(4);
  early().tell(5);
  const connection = connect();
  expect(connection.link).toBe("open");
  early().tell(6);
  expect(vi.mocked(heard.view).mock.calls.map((call) => call.slice(1))).toEqual([[4, true], [5, false], [6, false]]);
  expect(Wire.all).toHaveLength(1);
});

it("may still be opening", () => {
  openEarly();
  const connection = connect();
  expect(connection.link).toBe("connecting");
  early().open();
  expect(connection.link).toBe("open");
  expect(Wire.all).toHaveLength(1);
});

it("is opened anew if it has ended, and closed if another is wanted", () => {
  openEarly();
  early().readyState = 3;
  connect();
  expect(Wire.all).toHaveLength(2);

  history.replaceState(null, "", "/t/T#seat=secret");
  openEarly();
  connect("other");
  expect(Wire.all).toHaveLength(4);
  expect(Wire.all[2]?.readyState).toBe(3);
});
