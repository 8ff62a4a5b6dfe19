import { smoothOn, type SmoothingPen, smoothStroke } from './smoothStroke.ts';
import type { StrokePoint } from './Stroke.ts';

/** So many places are smoothed at once, and for good. */
const SETTLED_AT_ONCE = 32;
/** So many are never settled: the library makes more of two places than of three. */
const LEAST_TAIL = 2;

/**
 * Smooths a stroke while it is drawn: what {@link smoothStroke} makes of all places so far, at the
 * cost of the latest ones, as a place changes nothing but what comes after it.
 */
export class StrokeSmoother {
  private readonly pen: SmoothingPen;
  private readonly settled: StrokePoint[] = [];
  private tail: StrokePoint[] = [];

  constructor(pen: SmoothingPen) {
    this.pen = pen;
  }

  /** Goes on to a place, px at the reference width. */
  add(point: StrokePoint): void {
    this.tail.push(point);
    if (this.tail.length < SETTLED_AT_ONCE + LEAST_TAIL) return;
    const ripe = this.tail.slice(0, SETTLED_AT_ONCE);
    this.tail = this.tail.slice(SETTLED_AT_ONCE);
    this.settled.push(...smoothOn(this.settled.at(-1) ?? null, ripe, this.pen, false));
  }

  /** The stroke so far; it ends where the pointer is. */
  points(): StrokePoint[] {
    const before = this.settled.at(-1);
    if (!before) return smoothStroke(this.tail, this.pen.widthPx, this.pen.hasPressure);
    return [...this.settled, ...smoothOn(before, this.tail, this.pen, true)];
  }
}
