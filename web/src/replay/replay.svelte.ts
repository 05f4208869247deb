// A finished game that is looked at again: where one is, through whose eyes, and whether it plays by itself. A round is fetched
// when it is needed, and once.
import { announcer } from "../lib/announcer.svelte";
import { api, Refused, sentence } from "../lib/api";
import { keptSeat } from "../lib/seats";
import { standStill } from "../lib/settings.svelte";
import type { RoundSteps } from "../lib/wire";
import { eyesIn, pathOf, placeIn, roundIn } from "./address";
import { holdOf, picturesOf, stopsOf, type Eyes } from "./pictures";

export const PACES = ["slow", "normal", "fast"] as const;
export type Pace = (typeof PACES)[number];
const FACTORS: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.35 };

type Place = number | "end";

export class Replay {
  told = $state.raw<RoundSteps | null>(null);
  at = $state(0); // which of the round's pictures
  eyes = $state.raw<Eyes>({ seat: null, open: true });
  playing = $state(false);
  pace = $state<Pace>("normal");
  loading = $state(false);
  error = $state.raw<unknown>(null);
  readonly pictures = $derived(this.told ? picturesOf(this.told, this.eyes) : []);
  readonly picture = $derived(this.pictures[this.at]);
  readonly stops = $derived(stopsOf(this.pictures));
  readonly invite: string | null;
  #rounds = new Map<number, RoundSteps>();
  #asked = 0;

  constructor(
    readonly id: string,
    private readonly query: URLSearchParams,
  ) {
    this.invite = query.get("invite") ?? keptSeat(id)?.invite ?? null;
  }

  get round(): number {
    return this.told?.round ?? 0;
  }
  get rounds(): number {
    return this.told?.rounds ?? 0;
  }
  get last(): number {
    return Math.max(0, this.pictures.length - 1);
  }
  get atStart(): boolean {
    return this.at === 0 && this.round <= 1;
  }
  get atEnd(): boolean {
    return this.at === this.last && this.round >= this.rounds;
  }
  /** How long this picture is looked at before the next. */
  get hold(): number {
    return this.picture ? holdOf(this.picture) * FACTORS[this.pace] : 0;
  }

  /** The link to this moment. The invite stands in it only where it is needed. */
  get path(): string {
    const invite = this.told?.table.private ? this.invite : null;
    return pathOf(this.id, invite, { round: this.round, at: this.at, eyes: this.eyes });
  }

  /** Begins where the address says, or with the first round if there is no such. */
  async start(): Promise<void> {
    await this.open(roundIn(this.query), placeIn(this.query));
    if (this.error instanceof Refused && this.error.code === "table.noround") await this.open(1);
  }

  /** Shows a round from one of its pictures on. What was asked for last counts. */
  async open(round: number, at: Place = 0): Promise<void> {
    const asked = ++this.#asked;
    this.loading = !this.#rounds.has(round);
    try {
      const told = this.#rounds.get(round) ?? (await api.steps(this.id, round, this.invite));
      this.#rounds.set(round, told);
      if (asked === this.#asked) this.#show(told, at);
    } catch (error) {
      if (asked === this.#asked) this.#failed(error);
    } finally {
      if (asked === this.#asked) this.loading = false;
    }
  }

  #show(told: RoundSteps, at: Place): void {
    this.error = null;
    if (!this.told) this.eyes = eyesIn(this.query, told.table);
    this.told = told;
    this.#put(at === "end" ? Infinity : at, true);
  }

  #failed(error: unknown): void {
    this.playing = false;
    if (this.told) announcer.complain(sentence(error));
    else this.error = error;
  }

  go(at: number): void {
    this.#asked++; // whatever is still on its way comes too late
    this.loading = false;
    this.#put(at, at !== this.at + 1);
  }

  /** Cards fly only from one picture to the next. */
  #put(at: number, jumps: boolean): void {
    if (jumps) standStill();
    this.at = Math.max(0, Math.min(at, this.last));
  }

  forward(): void {
    if (this.at < this.last) this.go(this.at + 1);
    else this.nextRound();
  }

  back(): void {
    if (this.at > 0) this.go(this.at - 1);
    else if (this.round > 1) void this.open(this.round - 1, "end");
  }

  /** To the end of this trick or turn, or of the next. */
  stopForward(): void {
    const stop = this.stops.find((place) => place > this.at);
    if (stop === undefined) this.nextRound();
    else this.go(stop);
  }

  stopBack(): void {
    const stop = this.stops.findLast((place) => place < this.at);
    if (stop === undefined) this.back();
    else this.go(stop);
  }

  /** To the beginning of the round; from there to the one before. */
  first(): void {
    if (this.at > 0) this.go(0);
    else if (this.round > 1) void this.open(this.round - 1);
  }

  end(): void {
    if (this.at < this.last) this.go(this.last);
    else this.nextRound();
  }

  nextRound(): void {
    if (this.round < this.rounds) void this.open(this.round + 1);
    else this.playing = false;
  }

  previousRound(): void {
    if (this.round > 1) void this.open(this.round - 1);
    else this.go(0);
  }

  /** Plays or pauses; at the very end it all begins anew. */
  toggle(): void {
    if (!this.playing && this.atEnd) void this.open(1);
    this.playing = !this.playing;
  }

  nextPace(): void {
    this.pace = PACES[(PACES.indexOf(this.pace) + 1) % PACES.length] ?? "normal";
  }
}
