import { smoothPart, type SmoothingPen, smoothStroke } from './smoothStroke.ts';
import type { StrokePoint } from './Stroke.ts';

/** The number of points that are smoothed at once and then final. */
const BATCH_SIZE = 32;
/**
 * The number of points that are left when a batch becomes final: perfect-freehand treats two points
 * differently from three.
 */
const MIN_TAIL = 2;

/**
 * Smooths a stroke while it is drawn, with the same result as {@link smoothStroke} on all points so
 * far. Each step smooths only the latest points, because a point affects only those after it.
 */
export class StrokeSmoother {
  private readonly pen: SmoothingPen;
  private readonly smoothed: StrokePoint[] = [];
  private tail: StrokePoint[] = [];

  constructor(pen: SmoothingPen) {
    this.pen = pen;
  }

  /** Adds a point, in px at the reference width. */
  add(point: StrokePoint): void {
    this.tail.push(point);
    if (this.tail.length < BATCH_SIZE + MIN_TAIL) return;
    const batch = this.tail.slice(0, BATCH_SIZE);
    this.tail = this.tail.slice(BATCH_SIZE);
    this.smoothed.push(...smoothPart(this.smoothed.at(-1) ?? null, batch, this.pen, false));
  }

  /** The smoothed stroke so far, ending at the pointer. */
  points(): StrokePoint[] {
    const before = this.smoothed.at(-1);
    if (!before) return smoothStroke(this.tail, this.pen.widthPx, this.pen.hasPressure);
    return [...this.smoothed, ...smoothPart(before, this.tail, this.pen, true)];
  }
}
