import RBush, { type BBox } from 'rbush';
import type { Point } from '../model/Position.ts';

/** A segment of a polyline, with its bounds enlarged by the tolerance. */
interface Segment extends BBox {
  readonly a: Point;
  readonly b: Point;
}

/** Number of segments into which each bend of an outline is divided. */
const SEGMENTS_PER_BEND = 3;

/**
 * Finds where two outlines are further apart than a tolerance, in either direction: the first point
 * of each stretch. Both outlines are rings of control points, as returned by `strokeOutline`.
 */
export function outlineDeviations(
  a: readonly Point[],
  b: readonly Point[],
  tolerance: number,
): Point[] {
  const first = polylineOf(a);
  const second = polylineOf(b);
  return [...deviationsFrom(first, second, tolerance), ...deviationsFrom(second, first, tolerance)];
}

/** Converts a ring of control points to a closed polyline. */
function polylineOf(ring: readonly Point[]): Point[] {
  const line: Point[] = [];
  ring.forEach((control, index) => {
    const before = ring.at(index - 1) ?? control;
    const after = ring[(index + 1) % ring.length] ?? control;
    for (let segment = 0; segment < SEGMENTS_PER_BEND; segment++) {
      const t = segment / SEGMENTS_PER_BEND;
      const s = 1 - t;
      const bezier = (from: number, middle: number, to: number): number =>
        (s * s * (from + middle)) / 2 + 2 * s * t * middle + (t * t * (middle + to)) / 2;
      line.push({
        x: bezier(before.x, control.x, after.x),
        y: bezier(before.y, control.y, after.y),
      });
    }
  });
  return line;
}

function deviationsFrom(
  line: readonly Point[],
  other: readonly Point[],
  tolerance: number,
): Point[] {
  const tree = new RBush<Segment>();
  tree.load(
    other.map((a, index) => {
      const b = other[(index + 1) % other.length] ?? a;
      return {
        a,
        b,
        minX: Math.min(a.x, b.x) - tolerance,
        minY: Math.min(a.y, b.y) - tolerance,
        maxX: Math.max(a.x, b.x) + tolerance,
        maxY: Math.max(a.y, b.y) + tolerance,
      };
    }),
  );
  const deviations: Point[] = [];
  let wasNear = true;
  for (const point of line) {
    const { x, y } = point;
    const isNear = tree
      .search({ minX: x, minY: y, maxX: x, maxY: y })
      .some((segment) => distanceTo(segment, point) <= tolerance);
    if (!isNear && wasNear) deviations.push(point);
    wasNear = isNear;
  }
  return deviations;
}

function distanceTo({ a, b }: Segment, point: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - a.x - t * dx, point.y - a.y - t * dy);
}
