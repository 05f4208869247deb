// A card that is drawn off the hand by mouse, pen or finger: where it is, and where it was let go.
import type { Card } from "../lib/wire";

const SLACK = 6; // so many pixels are still a tap

interface Start {
  card: Card;
  pointer: number;
  x: number;
  y: number;
  rect: DOMRect;
}

export interface Spot {
  x: number;
  y: number;
}

export class Grip {
  card = $state<Card | null>(null); // the card in the air
  last = $state<Card | null>(null); // … and the one that was
  x = $state(0); // its middle
  y = $state(0);
  width = $state(0);
  pointer = $state.raw<Spot>({ x: 0, y: 0 });
  #start: Start | null = null;
  #dragged = false;

  constructor(
    private readonly lifted: (card: Card) => void,
    private readonly dropped: (card: Card, pointer: Spot, middle: Spot) => void,
  ) {}

  down(event: PointerEvent, card: Card, may: boolean): void {
    this.#dragged = false;
    if (!may || event.button > 0 || this.#start) return;
    const node = event.currentTarget as HTMLElement;
    this.#start = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, rect: node.getBoundingClientRect() };
    node.setPointerCapture?.(event.pointerId);
  }

  move(event: PointerEvent): void {
    const start = this.#start;
    if (!start || event.pointerId !== start.pointer) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (this.card === null) {
      if (Math.hypot(dx, dy) < SLACK) return;
      this.#dragged = true;
      this.width = start.rect.width;
      this.card = this.last = start.card;
      this.lifted(start.card);
    }
    this.x = start.rect.left + start.rect.width / 2 + dx;
    this.y = start.rect.top + start.rect.height / 2 + dy;
    this.pointer = { x: event.clientX, y: event.clientY };
  }

  up(event: PointerEvent): void {
    if (!this.#start || event.pointerId !== this.#start.pointer) return;
    this.#start = null;
    const card = this.card;
    if (card === null) return;
    this.dropped(card, this.pointer, { x: this.x, y: this.y });
    this.card = null;
  }

  cancel(): void {
    this.#start = null;
    this.card = null;
  }

  /** Whether the click that comes now only ends a drag. */
  justDragged(): boolean {
    const dragged = this.#dragged;
    this.#dragged = false;
    return dragged;
  }
}
