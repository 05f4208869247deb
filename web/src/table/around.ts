// Where people sit: oneself at the bottom, the others round the table in playing order, the next one to the left.
import type { AnyView, Seat } from "../lib/wire";

export type Side = "bottom" | "left" | "top" | "right";

export interface Spot {
  seat: Seat;
  side: Side;
  x: number; // direction from the middle, from -1 (left) to 1 (right)
  y: number; // from -1 (bottom) to 1 (top)
}

type Place = [side: Side, x: number, y: number];
const LEFT: Place = ["left", -1, 0.06];
const TOP: Place = ["top", 0, 1];
const LEFTS: Place[] = [["left", -0.97, -0.52], ["left", -1, 0.4]];
const TWO: Place[] = [["top", -0.46, 0.98], ["top", 0.46, 0.98]];
const THREE: Place[] = [["top", -0.64, 0.92], TOP, ["top", 0.64, 0.92]];

const across = ([, x, y]: Place): Place => ["right", -x, y];
const round = (left: Place[], top: Place[]): Place[] => [...left, ...top, ...left.map(across).reverse()];

/** The others' places by how many they are, in playing order. */
const PLACES: Place[][] = [[], [TOP], round([["left", -0.98, 0.3]], []), round([LEFT], [TOP]), round([LEFT], TWO), round([LEFT], THREE), round(LEFTS, TWO), round(LEFTS, THREE)];

/** Whose place is at the bottom: one's own, or the first for who only watches. */
export const bottomSeat = (view: AnyView): Seat => view.seat ?? 0;

/** All seats with their places, in playing order from the bottom. */
export function spots(view: AnyView): Spot[] {
  const places: Place[] = [["bottom", 0, -1], ...(PLACES[view.players - 1] ?? [])];
  return places.map(([side, x, y], step) => ({ seat: (bottomSeat(view) + step) % view.players, side, x, y }));
}
