import type { Point } from '../model/Position.ts';
import { outlineDistance } from './outlineDistance.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';
import { sampleSpan, withoutRepeats } from './strokeCurve.ts';
import { strokeOutline } from './strokeOutline.ts';

/** Leaving points out moves the edge of the ink by no more than this, px at the reference width. */
export const SIMPLIFY_TOLERANCE_PX = 0.35;

/** The curve through what is kept may leave the dropped points so far behind, px. */
const CURVE_TOLERANCE_PX = 0.2;

/** So often points are given back where the edge has moved too far, before all are. */
const ATTEMPTS = 8;

/**
 * The same stroke of fewer points: those are dropped that the curve through the others passes
 * anyway. Its edge is nowhere further than {@link SIMPLIFY_TOLERANCE_PX} from where it was; what
 * cannot be held to that comes back as it was.
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

/** Indices of points through which the curve comes near to all of them. */
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

/** The point between two that is furthest from the line of samples; null when none is too far. */
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

/** Keeps the dropped points nearest to a place again, one on each side of it. */
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
