import { getStrokePoints } from 'perfect-freehand';
import type { StrokePoint } from './Stroke.ts';

/** How strongly jitter is smoothed, from 0 to 1. */
const STREAMLINE = 0.5;

/** Speed with the least pressure, in stroke widths per event. */
const FAST_WIDTHS = 3;
const SLOW_PRESSURE = 0.75;
const FAST_PRESSURE = 0.25;
/** How quickly the pressure follows the speed. */
const FOLLOW_RATIO = 0.2;

/**
 * Smooths a stroke as if drawn by a steady hand. For pointers without pressure (a mouse, a finger),
 * speed determines the pressure: slow strokes are thick, fast ones thin.
 *
 * @param raw points from the pointer, in px at the reference width
 * @param hasPressure whether the pointer reports pressure
 */
export function smoothStroke(
  raw: readonly StrokePoint[],
  widthPx: number,
  hasPressure: boolean,
): StrokePoint[] {
  const [only] = raw;
  // A press without motion is a dot.
  if (only && raw.every((point) => point.x === only.x && point.y === only.y))
    return [{ x: only.x, y: only.y, pressure: hasPressure ? only.pressure : 0.5 }];
  return smoothPart(null, raw, { widthPx, hasPressure }, true);
}

/** The properties of a pen that affect smoothing. */
export interface SmoothingPen {
  readonly widthPx: number;
  /** Whether the pointer reports pressure. */
  readonly hasPressure: boolean;
}

/**
 * Smooths part of a stroke.
 *
 * @param before the last smoothed point before this part; null at the start
 * @param isLast whether the part ends exactly at the pointer, rather than trailing behind it
 * @returns the points after `before`
 */
export function smoothPart(
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
  let current = before?.pressure ?? 0.5;
  return smoothed.slice(before ? 1 : 0).map(({ point: [x, y], pressure, distance }) => {
    if (hasPressure) return { x, y, pressure };
    const speed = Math.min(1, distance / (FAST_WIDTHS * widthPx));
    const target = SLOW_PRESSURE + (FAST_PRESSURE - SLOW_PRESSURE) * speed;
    current += (target - current) * FOLLOW_RATIO;
    return { x, y, pressure: current };
  });
}
