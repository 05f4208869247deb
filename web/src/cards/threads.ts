// String art for the cards: holes along the outline of a colour's symbol, and a thread from each hole to the n-th next, where n is
// the card's number; then the same again in the opening that is left. The higher the card, the deeper the threads run; a 0 has
// only the holes.
import type { Colour } from "../lib/wire";

type Point = readonly [number, number];

/** Corners of the symbols around 0, 0, in a circle of about 12; none: the circle itself. */
const CORNERS: Record<Colour, Point[]> = {
  r: [],
  b: [[-10, -10], [10, -10], [10, 10], [-10, 10]],
  g: [[0, -12.5], [12.5, 9.5], [-12.5, 9.5]],
  n: [[0, -13], [11.5, 0], [0, 13], [-11.5, 0]],
  y: star(5, 13, 7.2),
  v: [[-4.6, -12], [4.6, -12], [4.6, -4.6], [12, -4.6], [12, 4.6], [4.6, 4.6], [4.6, 12], [-4.6, 12], [-4.6, 4.6], [-12, 4.6], [-12, -4.6], [-4.6, -4.6]],
};
const RADIUS = 11.5;
const WITH_GAPS: Colour[] = ["y", "v"]; // between their points, where no thread can be
const HOLES: Record<Colour, number> = { r: 40, b: 40, g: 42, n: 40, y: 40, v: 48 };

function star(tips: number, outer: number, inner: number): Point[] {
  return Array.from({ length: 2 * tips }, (_, at) => turned(at / (2 * tips), at % 2 ? inner : outer));
}

/** A point so far round a circle, from the top clockwise. */
function turned(part: number, radius: number): Point {
  const angle = 2 * Math.PI * part;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/** The holes, evenly along the outline and in every corner. */
function holes(colour: Colour): Point[] {
  const corners = CORNERS[colour];
  const count = HOLES[colour];
  if (!corners.length) return Array.from({ length: count }, (_, at) => turned(at / count, RADIUS));
  const each = count / corners.length;
  return corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner;
    return Array.from({ length: each }, (_, step) => between(corner, next, step / each));
  });
}

const between = ([ax, ay]: Point, [bx, by]: Point, part: number): Point => [ax + (bx - ax) * part, ay + (by - ay) * part];

/** Where the line from a to b, as parts of it, crosses the edge from c to d. */
function crossing([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point, [dx, dy]: Point): number | null {
  const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(across) < 1e-9) return null;
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
  const edge = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
  return along > 1e-6 && along < 1 - 1e-6 && edge >= 0 && edge <= 1 ? along : null;
}

function inside([x, y]: Point, corners: Point[]): boolean {
  return corners.reduce((is, [ax, ay], at) => {
    const [bx, by] = corners[(at + 1) % corners.length] ?? [ax, ay];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !is : is;
  }, false);
}

type Piece = readonly [Point, Point];

/** The pieces of a thread that lie on the symbol: a star has gaps that it would cross. */
function pieces(from: Point, to: Point, corners: Point[]): Piece[] {
  const cuts = corners.flatMap((corner, at) => crossing(from, to, corner, corners[(at + 1) % corners.length] ?? corner) ?? []);
  const stops = [0, ...cuts.sort((a, b) => a - b), 1];
  return stops.slice(1).flatMap((stop, at): Piece[] => {
    const start = stops[at] ?? 0;
    const lies = inside(scaled(between(from, to, (start + stop) / 2), 0.999), corners); // an edge belongs to it
    return lies && stop - start > 1e-3 ? [[between(from, to, start), between(from, to, stop)]] : [];
  });
}

const short = (value: number): string => String(Math.round(value * 100) / 100);
const at = ([x, y]: Point): string => `${short(x)} ${short(y)}`;

/** The symbol's outline as a path around 0, 0. */
export function outline(colour: Colour): string {
  const corners = CORNERS[colour];
  return corners.length ? `M${corners.map(at).join("L")}z` : `M0-${RADIUS}a${RADIUS} ${RADIUS} 0 1 1-.01 0z`;
}

const sewn = new Map<string, string>();
const RINGS = 4;

/** The threads of a card as a path around 0, 0. */
export function threads(colour: Colour, number: number): string {
  const key = colour + number;
  const known = sewn.get(key);
  if (known !== undefined) return known;
  const ring = ringOf(colour, number);
  let path = "";
  let size = 1;
  for (let depth = 0; number && depth < RINGS && size > 0.16; depth++) {
    path += ring.map(([from, to]) => `M${at(scaled(from, size))}L${at(scaled(to, size))}`).join("");
    size *= Math.cos((Math.PI * number) / HOLES[colour]) * (colour === "r" ? 0.86 : 0.72);
  }
  sewn.set(key, path);
  return path;
}

/** The outermost threads; those within are the same, smaller. */
function ringOf(colour: Colour, number: number): Piece[] {
  const all = holes(colour);
  const count = 2 * number === all.length ? number : all.length; // straight across each thread comes twice
  const whole = all.slice(0, count).map((from, index): Piece => [from, all[(index + number) % all.length] ?? from]);
  return WITH_GAPS.includes(colour) ? whole.flatMap(([from, to]) => pieces(from, to, CORNERS[colour])) : whole;
}

const scaled = ([x, y]: Point, size: number): Point => [x * size, y * size];
