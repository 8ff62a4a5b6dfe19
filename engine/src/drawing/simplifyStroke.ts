import type { Point } from '../model/Position.ts';
import { outlineDeviations } from './outlineDeviations.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';
import { sampleSpan, withoutRepeats } from './strokeCurve.ts';
import { strokeOutline } from './strokeOutline.ts';

/**
 * The largest distance by which simplifying moves the edge of the ink, in px at the reference
 * width.
 */
export const SIMPLIFY_TOLERANCE_PX = 0.35;

/** The largest distance between a dropped point and the curve through the others, in px. */
const CURVE_TOLERANCE_PX = 0.2;

/** The most rounds in which points are restored where the edge has moved too far. */
const MAX_ATTEMPTS = 8;

/**
 * Drops points that lie close to the curve through the remaining ones. The edge moves by at most
 * {@link SIMPLIFY_TOLERANCE_PX}; if that takes too many rounds, only repeated points are dropped.
 */
export function simplifyStroke(stroke: Stroke): Stroke {
  const points = withoutRepeats(stroke.points);
  const complete = { ...stroke, points };
  if (points.length <= 2) return complete;
  const kept = pointsOfCurve(points, stroke);
  const outline = strokeOutline(complete);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const simpler = { ...stroke, points: points.filter((_, index) => kept.has(index)) };
    const deviations = outlineDeviations(outline, strokeOutline(simpler), SIMPLIFY_TOLERANCE_PX);
    if (deviations.length === 0) return simpler;
    for (const deviation of deviations) restoreNearest(points, kept, deviation);
    if (kept.size === points.length) break;
  }
  return complete;
}

/** Chooses the indices of points whose curve passes close to all points. */
function pointsOfCurve(points: readonly StrokePoint[], stroke: Stroke): Set<number> {
  const kept = [0, points.length - 1];
  const radiusOf = (pressure: number): number => (stroke.widthPx * pressure) / 2;
  let dirty = new Set([0]);
  while (dirty.size > 0) {
    const chosen = kept.flatMap((index) => points[index] ?? []);
    const added: number[] = [];
    for (const span of dirty) {
      const from = kept[span];
      const to = kept[span + 1];
      const start = points[from ?? -1];
      if (from === undefined || to === undefined || to - from < 2 || !start) continue;
      const samples = [start];
      sampleSpan(chosen, span, samples);
      const furthestIndex = furthest(points, from, to, samples, radiusOf);
      if (furthestIndex !== null) added.push(furthestIndex);
    }
    const next = new Set<number>();
    if (added.length > 0) {
      kept.push(...added);
      kept.sort((a, b) => a - b);
      // A new point bends the curve on two spans to each side; three are checked.
      for (const index of added) {
        const position = kept.indexOf(index);
        for (let span = position - 3; span <= position + 2; span++) if (span >= 0) next.add(span);
      }
    }
    dirty = next;
  }
  return new Set(kept);
}

/**
 * The point between two others that is furthest from the samples of the curve, where a difference
 * in the stroke's radius adds to the distance; null if all are close enough.
 */
function furthest(
  points: readonly StrokePoint[],
  from: number,
  to: number,
  samples: readonly StrokePoint[],
  radiusOf: (pressure: number) => number,
): number | null {
  let furthestIndex: number | null = null;
  let max = CURVE_TOLERANCE_PX;
  for (let index = from + 1; index < to; index++) {
    const point = points[index];
    if (!point) continue;
    let min = Infinity;
    for (let at = 1; at < samples.length; at++) {
      const a = samples[at - 1];
      const b = samples[at];
      if (!a || !b) continue;
      const dx = b.x - a.x;
      const dy = b.y - a.y;
      const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
      const t = Math.min(1, Math.max(0, along));
      const distance = Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
      const pressure = a.pressure + t * (b.pressure - a.pressure);
      min = Math.min(min, distance + Math.abs(radiusOf(pressure) - radiusOf(point.pressure)));
    }
    if (min > max) {
      max = min;
      furthestIndex = index;
    }
  }
  return furthestIndex;
}

/** Restores the dropped point nearest to a position. */
function restoreNearest(points: readonly StrokePoint[], kept: Set<number>, target: Point): void {
  let nearest = -1;
  let min = Infinity;
  points.forEach((point, index) => {
    const distance = Math.hypot(point.x - target.x, point.y - target.y);
    if (distance >= min || kept.has(index)) return;
    min = distance;
    nearest = index;
  });
  if (nearest >= 0) kept.add(nearest);
}
