import { getStrokeOutlinePoints } from 'perfect-freehand';
import type { Point } from '../model/Position.ts';
import { DRAWING_TOOLS } from './drawingTools.ts';
import type { Stroke, StrokePoint } from './Stroke.ts';
import { sampleCurve } from './strokeCurve.ts';

/** What the outline is made of: perfect-freehand's own points. */
type InkPoint = Parameters<typeof getStrokeOutlinePoints>[0][number];

/** Outline points nearer to each other than this part of the width say nothing new. */
const SMOOTHING_RATIO = 0.12;

/**
 * The outline of a stroke as a closed ring of control points: the edge runs through the middles
 * between them and bends towards them. Px at the reference width, in the stroke's own space.
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
 * The library's own way from places to its points (`getStrokePoints`) smooths once more and drops
 * what lies near the beginning; a stroke's points have been smoothed when it was drawn.
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
