// A small catalogue as the server sends it, and a server that answers what a test tells it to.
import { vi } from "vitest";
import type { Offers } from "../src/lib/wire";

export const OFFERS: Offers = {
  version: "0",
  games: [
    {
      name: "sticheln", title: "Sticheln", least_players: 3, most_players: 8, default_players: 4,
      variants: [
        { name: "classic", switches: {}, most_players: 8 },
        { name: "reverse", switches: { aim: "lucky" }, most_players: 8 },
        { name: "hazy", switches: { reveal: "end" }, most_players: 8 },
        { name: "first", switches: { rounds: 10, dealing: "rotate" }, most_players: 6 },
      ],
      options: [
        { name: "aim", default: "misery", values: ["misery", "lucky"], most: null },
        { name: "penalty", default: "number", values: ["number", "flat"], most: null },
        { name: "reveal", default: "start", values: ["start", "end", "after"], most: null },
        { name: "dealing", default: "lowest", values: ["lowest", "rotate"], most: null },
        { name: "rounds", default: 5, values: null, most: 100 },
        { name: "target", default: null, values: null, most: 10000 },
      ],
    },
    {
      name: "hattrick", title: "Hat Trick", least_players: 4, most_players: 7, default_players: 4,
      variants: [{ name: "standard", switches: {}, most_players: 7 }],
      options: [{ name: "rounds", default: 5, values: null, most: 100 }],
    },
    {
      name: "thegame", title: "The Game", least_players: 1, most_players: 5, default_players: 2,
      variants: [{ name: "standard", switches: {}, most_players: 5 }, { name: "expert", switches: { minimum: 3 }, most_players: 5 }],
      options: [{ name: "minimum", default: 2, values: [2, 3], most: null }, { name: "hand", default: 0, values: [0, -1], most: null }],
    },
  ],
  bots: [
    { name: "random", level: 0, speed: "instant", games: ["sticheln", "hattrick", "thegame"] },
    { name: "simple", level: 2, speed: "instant", games: ["sticheln", "hattrick", "thegame"] },
    { name: "master", level: 4, speed: "quick", games: ["thegame"] },
  ],
};

export interface Asked {
  method: string;
  path: string;
  body: unknown;
}
type Answer = { status?: number; body: unknown };

/** Answers by "METHOD /path" (without what stands after the ?); gives the list of what was asked. */
export function server(answers: Record<string, Answer | (() => Answer)>): Asked[] {
  const asked: Asked[] = [];
  const all: typeof answers = { "GET /api/games": { body: OFFERS }, ...answers };
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    asked.push({ method, path, body: body ? JSON.parse(String(body)) : null });
    const found = all[`${method} ${path.split("?")[0]}`] ?? { status: 404, body: null };
    const { status = 200, body: answer } = typeof found === "function" ? found() : found;
    return new Response(JSON.stringify(answer), { status });
  });
  return asked;
}

export const refusal = (code: string, message: string, params = {}): Answer => ({ status: 400, body: { type: "error", code, message, params } });
