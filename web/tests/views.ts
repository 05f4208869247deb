// Views for tests, as a server sends them; each test changes what it is about.
import type { AboutTable, HatTrickView, StichelnView } from "../src/lib/wire";

export const about = (names: string[]): AboutTable => ({
  id: "T", status: "running", host: 0, private: false, aids: "all", clock: null, commitment: "", next: null,
  seats: names.map((name, seat) => ({ kind: seat === 0 ? "person" : "bot", name, bot: seat === 0 ? null : "simple", away: false })),
});

export const sticheln = (changes: Partial<StichelnView> = {}): StichelnView => ({
  game: "sticheln", variant: "classic", options: { aim: "misery", colours: 1, rounds: 2, target: null }, players: 3, seat: 0,
  round: 1, dealer: 2, phase: "play", to_act: [0], hand: ["r1", "b2", "g3"], legal: ["r1", "b2", "g3"], cards: [3, 3, 3],
  unseen: [], log: [], over: false, table: about(["Ada", "", ""]), scores: [0, 0, 0], round_scores: [], winners: [],
  tricks: 14, tricks_played: 0, leader: 0, trick: [], winning: null, last_trick: null, chosen: [["n4"], ["r5"], ["y2"]],
  named: [["n"], ["r"], ["y"]], taken: [[], [], []], points: [-4, -5, -2], aside: [], last_round: null, proposed: null, ...changes,
});

export const hattrick = (changes: Partial<HatTrickView> = {}): HatTrickView => ({
  game: "hattrick", variant: "standard", options: { rounds: 2 }, players: 4, seat: 0, round: 1, dealer: 3, phase: "play", to_act: [0],
  hand: ["r1", "b2", "g3"], legal: ["r1", "b2", "g3"], cards: [3, 3, 3, 3], unseen: [], log: [], over: false, table: about(["Ada", "", "", ""]),
  scores: [0, 0, 0, 0], round_scores: [], winners: [], tricks: 14, tricks_played: 0, leader: 0, trick: [], winning: {}, last_trick: null,
  piles: [{ r: [], b: [], g: [] }, { r: [], b: [], g: [] }, { r: [], b: [], g: [] }, { r: [], b: [], g: [] }], passes: [[], [], [], []], points: [0, 0, 0, 0], last_round: null, ...changes,
});
