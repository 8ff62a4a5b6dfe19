import type { Point } from '../model/Position.ts';
import { outlineDistance } from './outlineDistance.ts';
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

/**
 * How many rounds restore points where the edge has moved too far, before the stroke is kept whole.
 */
const ATTEMPTS = 8;

/**
 * Drops the points that the curve through the others passes anyway. The edge moves by at most
 * {@link SIMPLIFY_TOLERANCE_PX}; a stroke that cannot meet that is returned with all its points.
 */
export function simplifyStroke(stroke: Stroke): Stroke {
  const points = withoutRepeats(stroke.points);
  const whole = { ...stroke, points };
  if (points.length <= 2) return whole;
  const kept = keepCurve(points, stroke);
  const outline = strokeOutline(whole);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const simpler = { ...stroke, points: points.filter((_, index) => kept.has(index)) };
    const strays = outlineDistance(outline, strokeOutline(simpler), SIMPLIFY_TOLERANCE_PX);
    if (strays.length === 0) return simpler;
    for (const stray of strays) giveBack(points, kept, stray);
    if (kept.size === points.length) break;
  }
  return whole;
}

/** Chooses the indices of points whose curve passes close to all points. */
function keepCurve(points: readonly StrokePoint[], stroke: Stroke): Set<number> {
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
      const worst = furthest(points, from, to, samples, radiusOf);
      if (worst !== null) added.push(worst);
    }
    const next = new Set<number>();
    if (added.length > 0) {
      kept.push(...added);
      kept.sort((a, b) => a - b);
      // A new point bends the curve on two spans to each side.
      for (const index of added) {
        const at = kept.indexOf(index);
        for (let span = at - 3; span <= at + 2; span++) if (span >= 0) next.add(span);
      }
    }
    dirty = next;
  }
  return new Set(kept);
}

/**
 * The point between two others that is furthest from the samples of the curve; null if all are
 * close enough.
 */
function furthest(
  points: readonly StrokePoint[],
  from: number,
  to: number,
  samples: readonly StrokePoint[],
  radiusOf: (pressure: number) => number,
): number | null {
  let worst: number | null = null;
  let most = CURVE_TOLERANCE_PX;
  for (let index = from + 1; index < to; index++) {
    const point = points[index];
    if (!point) continue;
    let least = Infinity;
    for (let at = 1; at < samples.length; at++) {
      const a = samples[at - 1];
      const b = samples[at];
      if (!a || !b) continue;
      const dx = b.x - a.x;
      const dy = b.y - a.y;
      const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
      const t = Math.min(1, Math.max(0, along));
      const aside = Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
      const pressure = a.pressure + t * (b.pressure - a.pressure);
      least = Math.min(least, aside + Math.abs(radiusOf(pressure) - radiusOf(point.pressure)));
    }
    if (least > most) {
      most = least;
      worst = index;
    }
  }
  return worst;
}

/** Restores the dropped point nearest to a position. */
function giveBack(points: readonly StrokePoint[], kept: Set<number>, place: Point): void {
  let nearest = -1;
  let least = Infinity;
  points.forEach((point, index) => {
    const way = Math.hypot(point.x - place.x, point.y - place.y);
    if (way >= least || kept.has(index)) return;
    least = way;
    nearest = index;
  });
  if (nearest >= 0) kept.add(nearest);
}
