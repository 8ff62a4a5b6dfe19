import { getStrokeOutlinePoints } from 'perfect-freehand';
import type { Point } from '../model/Position.ts';
import { DRAWING_TOOLS } from './drawingTools.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';
import { sampleCurve } from './strokeCurve.ts';

/** The input of the outline: perfect-freehand's type of point. */
type InkPoint = Parameters<typeof getStrokeOutlinePoints>[0][number];

/** Outline points closer than this fraction of the width are merged. */
const SMOOTHING_RATIO = 0.12;

/**
 * The outline of a stroke as a closed ring of control points: the edge passes through the midpoints
 * between them and bends towards them. In px at the reference width and in the stroke's space.
 * Empty for a stroke without points.
 */
export function strokeOutline(stroke: Stroke): readonly Point[] {
  const ring = getStrokeOutlinePoints(inkPoints(sampleCurve(stroke.points)), {
    size: stroke.widthPx,
    thinning: DRAWING_TOOLS[stroke.tool].thinningRatio,
    smoothing: SMOOTHING_RATIO,
    simulatePressure: false,
    last: true,
  });
  return ring.map(([x, y]) => ({ x, y }));
}

/**
 * Replaces perfect-freehand's `getStrokePoints`, which would smooth a second time and drop points
 * near the start.
 */
function inkPoints(samples: readonly StrokePoint[]): InkPoint[] {
  const points: InkPoint[] = [];
  let runningLength = 0;
  let before: StrokePoint | null = null;
  for (const sample of samples) {
    const distance = before ? Math.hypot(before.x - sample.x, before.y - sample.y) : 0;
    if (before && distance === 0) continue;
    runningLength += distance;
    points.push({
      point: [sample.x, sample.y],
      pressure: sample.pressure,
      distance,
      vector: before
        ? [(before.x - sample.x) / distance, (before.y - sample.y) / distance]
        : [1, 1],
      runningLength,
    });
    before = sample;
  }
  const [first, second] = points;
  if (first && second) first.vector = second.vector;
  return points;
}
