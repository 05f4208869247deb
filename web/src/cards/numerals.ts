// Digits drawn with one thread, so that the cards look the same on every device. Each is a line through a box of 20 by 30; its
// first point stands apart, the rest is relative to it, and so a digit is moved by moving that point.
const DIGITS: { x: number; y: number; line: string; width: number }[] = [
  { x: 10, y: 0, line: "c-6 0-9.5 6-9.5 15s3.5 15 9.5 15 9.5-6 9.5-15-3.5-15-9.5-15z", width: 20 },
  { x: 1, y: 6.5, line: "l8.5-6.5v30", width: 11 },
  { x: 1, y: 7.5, line: "c.5-4.7 4-7.5 9-7.5 5.4 0 8.8 3.2 8.8 8 0 6.5-6.3 11.5-17.8 22h18.5", width: 20 },
  { x: 1.5, y: 5, line: "c1.5-3.2 4.5-5 8.3-5 4.9 0 8.2 2.9 8.2 7.2 0 4.4-3.4 7-8.5 7 5.7 0 9.8 2.9 9.8 7.7 0 5-4.1 8.1-9.6 8.1-4.5 0-7.9-2-9.2-5.5", width: 20 },
  { x: 14.5, y: 30, line: "v-30l-14 21.5h19.5", width: 21 },
  { x: 17.5, y: 0, line: "h-13.5l-1.5 13c1.9-1.6 4.5-2.4 7.3-2.4 5.7 0 9.7 3.9 9.7 9.5 0 5.9-4.1 9.9-10 9.9-4.2 0-7.4-1.8-8.9-5", width: 20 },
  { x: 15.5, y: 0.5, line: "c-8.5 2.5-15 10.5-15 19.5 0 6 4 10 9.5 10s9.5-4 9.5-9.4-3.9-9.2-9.2-9.2c-5.2 0-9.3 3.6-9.7 7.8", width: 20 },
  { x: 0.5, y: 0, line: "h18.5l-12 30", width: 19.5 },
  { x: 10, y: 14, line: "c-4.8 0-8-2.8-8-7s3.3-7 8-7 8 2.8 8 7-3.2 7-8 7c-5.6 0-9.5 3.2-9.5 8s3.9 8 9.5 8 9.5-3.2 9.5-8-3.9-8-9.5-8z", width: 20 },
  { x: 4.5, y: 29.5, line: "c8.5-2.5 15-10.5 15-19.5 0-6-4-10-9.5-10s-9.5 4-9.5 9.4 3.9 9.2 9.2 9.2c5.2 0 9.3-3.6 9.7-7.8", width: 20 },
];
const GAP = 9; // between two digits, room for the thickness of the thread

export interface Numeral {
  path: string; // starts at 0, 0
  width: number;
}

const drawn = new Map<number, Numeral>();

/** A number as one path, 30 high. */
export function numeral(number: number): Numeral {
  const known = drawn.get(number);
  if (known) return known;
  let path = "";
  let width = 0;
  for (const digit of String(number)) {
    const shape = DIGITS[Number(digit)];
    if (!shape) continue;
    const left = width ? width + GAP : 0;
    path += `M${left + shape.x} ${shape.y}${shape.line}`;
    width = left + shape.width;
  }
  const made = { path, width };
  drawn.set(number, made);
  return made;
}
