import type { StrokePoint } from './Stroke.ts';

/** The largest distance between the samples and the curve, in px; the outline smooths the rest. */
const FLATNESS_PX = 0.1;

/** The largest change of direction between two samples, in radians; keeps wide strokes round. */
const MAX_ANGLE = Math.PI / 9;

/** The most samples per span, whatever the input. */
const MAX_SAMPLES = 8;

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** The cubic between two points, with its tangents at both ends. */
interface Span {
  readonly from: StrokePoint;
  readonly to: StrokePoint;
  readonly leaving: Vector;
  readonly arriving: Vector;
}

/**
 * Samples the curve through points, densely where it bends and sparsely where it is straight. It is
 * a centripetal Catmull-Rom curve, which has no loops or overshoots with unevenly spaced points, so
 * that few points suffice.
 *
 * @returns samples that include the points themselves, except repeated ones; none without points
 */
export function sampleCurve(points: readonly StrokePoint[]): StrokePoint[] {
  const samples: StrokePoint[] = [];
  const distinct = withoutRepeats(points);
  const [first] = distinct;
  if (first) samples.push(first);
  for (let index = 0; index + 1 < distinct.length; index++) sampleSpan(distinct, index, samples);
  return samples;
}

/**
 * Appends the samples of the span that starts at an index, without its start.
 *
 * @param points without neighbours at the same position
 */
export function sampleSpan(
  points: readonly StrokePoint[],
  index: number,
  samples: StrokePoint[],
): void {
  const span = spanAt(points, index);
  if (!span) return;
  const count = sampleCountOf(span);
  for (let step = 1; step < count; step++) samples.push(pointOn(span, step / count));
  samples.push(span.to);
}

/** Drops points at the same position as their predecessor. */
export function withoutRepeats(points: readonly StrokePoint[]): StrokePoint[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || before.x !== point.x || before.y !== point.y;
  });
}

function spanAt(points: readonly StrokePoint[], index: number): Span | null {
  const from = points[index];
  const to = points[index + 1];
  if (!from || !to) return null;
  const before = points[index - 1] ?? mirrored(to, from);
  const after = points[index + 2] ?? mirrored(from, to);
  // In a centripetal curve, the distance between knots is the square root of that between the
  // points.
  const intervalBefore = Math.sqrt(distance(before, from));
  const interval = Math.sqrt(distance(from, to));
  const intervalAfter = Math.sqrt(distance(to, after));
  const tangent = (axis: 'x' | 'y', a: Vector, b: Vector, c: Vector, ta: number, tb: number) =>
    (b[axis] - a[axis]) / ta - (c[axis] - a[axis]) / (ta + tb) + (c[axis] - b[axis]) / tb;
  const leaving = {
    x: tangent('x', before, from, to, intervalBefore, interval) * interval,
    y: tangent('y', before, from, to, intervalBefore, interval) * interval,
  };
  const arriving = {
    x: tangent('x', from, to, after, interval, intervalAfter) * interval,
    y: tangent('y', from, to, after, interval, intervalAfter) * interval,
  };
  return { from, to, leaving, arriving };
}

function mirrored(point: StrokePoint, about: StrokePoint): Vector {
  return { x: 2 * about.x - point.x, y: 2 * about.y - point.y };
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function sampleCountOf({ from, to, leaving, arriving }: Span): number {
  const chord = { x: to.x - from.x, y: to.y - from.y };
  // The deviation of the tangents from the chord bounds that of the curve.
  const tangentDeviation = Math.max(
    Math.hypot(chord.x - leaving.x, chord.y - leaving.y),
    Math.hypot(chord.x - arriving.x, chord.y - arriving.y),
  );
  const angle = angleBetween(leaving, chord) + angleBetween(chord, arriving);
  const count = Math.max(Math.sqrt(tangentDeviation / (4 * FLATNESS_PX)), angle / MAX_ANGLE);
  return Math.min(MAX_SAMPLES, Math.max(1, Math.ceil(count - 1e-9)));
}

function angleBetween(a: Vector, b: Vector): number {
  return Math.abs(Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y));
}

function pointOn({ from, to, leaving, arriving }: Span, t: number): StrokePoint {
  const s = 1 - t;
  const atFrom = s * s * (1 + 2 * t);
  const atTo = t * t * (3 - 2 * t);
  const out = s * s * t;
  const into = -s * t * t;
  return {
    x: atFrom * from.x + atTo * to.x + out * leaving.x + into * arriving.x,
    y: atFrom * from.y + atTo * to.y + out * leaving.y + into * arriving.y,
    pressure: s * from.pressure + t * to.pressure,
  };
}
