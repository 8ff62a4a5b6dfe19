import type { Point } from '@cobble/engine';

/** The time in which a cursor moves to where it was reported: two intervals of presence, ms. */
const DURATION_MS = 100;

/** The position of someone's cursor between the points that arrive at most 20 times a second. */
export class CursorMotion {
  #from: Point;
  #to: Point;
  #startMs = -Infinity;

  constructor(at: Point) {
    this.#from = at;
    this.#to = at;
  }

  /** Moves towards a point, from where the cursor is now. */
  aim(to: Point, nowMs: number): void {
    this.#from = this.at(nowMs);
    this.#to = to;
    this.#startMs = nowMs;
  }

  /** Is at a point at once, as with reduced motion. */
  jump(to: Point): void {
    this.#from = to;
    this.#to = to;
    this.#startMs = -Infinity;
  }

  at(nowMs: number): Point {
    const part = Math.min(1, Math.max(0, (nowMs - this.#startMs) / DURATION_MS));
    const { x, y } = this.#from;
    return { x: x + (this.#to.x - x) * part, y: y + (this.#to.y - y) * part };
  }

  isMoving(nowMs: number): boolean {
    return nowMs - this.#startMs < DURATION_MS;
  }
}
