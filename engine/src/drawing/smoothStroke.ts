import { getStrokePoints } from 'perfect-freehand';
import type { StrokePoint } from './Stroke.ts';

/** How strongly the trembling of a hand is evened out, from 0 to 1. */
const STREAMLINE = 0.5;

/** A hand that goes this many widths from one event to the next presses least. */
const FAST_WIDTHS = 3;
const SLOW_PRESSURE = 0.75;
const FAST_PRESSURE = 0.25;
/** How soon the pressure follows the speed. */
const FOLLOW_RATIO = 0.2;

/**
 * What was drawn as a steady hand would have drawn it. Where the pointer knows no pressure (a mouse,
 * a finger) the speed stands in for it: slow is thick, fast is thin.
 *
 * @param raw places as the pointer gave them, px at the reference width
 * @param hasPressure whether the pointer's pressure means something
 */
export function smoothStroke(
  raw: readonly StrokePoint[],
  widthPx: number,
  hasPressure: boolean,
): StrokePoint[] {
  const [only] = raw;
  // A press without motion is a dot of the stroke's own width.
  if (only && raw.every((point) => point.x === only.x && point.y === only.y))
    return [{ x: only.x, y: only.y, pressure: hasPressure ? only.pressure : 0.5 }];
  return smoothOn(null, raw, { widthPx, hasPressure }, true);
}

/** With what is drawn, as far as smoothing goes. */
export interface SmoothingPen {
  readonly widthPx: number;
  /** Whether the pointer's pressure means something. */
  readonly hasPressure: boolean;
}

/**
 * Smooths a part of a stroke.
 *
 * @param before where the smoothed part before it ends; null at the start
 * @param isLast whether it is to end where the pointer is, and not behind it
 * @returns what follows `before`
 */
export function smoothOn(
  before: StrokePoint | null,
  raw: readonly StrokePoint[],
  { widthPx, hasPressure }: SmoothingPen,
  isLast: boolean,
): StrokePoint[] {
  const smoothed = getStrokePoints(before ? [before, ...raw] : [...raw], {
    streamline: STREAMLINE,
    size: 0,
    last: isLast,
  });
  let followed = before?.pressure ?? 0.5;
  return smoothed.slice(before ? 1 : 0).map(({ point: [x, y], pressure, distance }) => {
    if (hasPressure) return { x, y, pressure };
    const speed = Math.min(1, distance / (FAST_WIDTHS * widthPx));
    const wanted = SLOW_PRESSURE + (FAST_PRESSURE - SLOW_PRESSURE) * speed;
    followed += (wanted - followed) * FOLLOW_RATIO;
    return { x, y, pressure: followed };
  });
}
