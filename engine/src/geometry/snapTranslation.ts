import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { translateBox } from './boxes.ts';
import { guidesInGaps, nearestGap } from './snapGaps.ts';
import type { SnapGuide } from './SnapGuide.ts';
import { guidesOnLines, nearestLine } from './snapLines.ts';
import { type SnapTargets, spanX, spanY } from './snapTargets.ts';

/** Which axes a gesture may snap along. */
export interface SnapAxes {
  readonly x: boolean;
  readonly y: boolean;
}

/** What {@link snapTranslation} takes, in page space. */
export interface SnapTranslationRequest {
  /** The moving selection's bounds where the pointer wants them. */
  readonly moving: Box;
  readonly targets: SnapTargets;
  /** How far it may be drawn: GEOMETRY.snapTolerancePx over the screen px that a unit covers. */
  readonly tolerance: number;
  /** For the distances that guides tell. */
  readonly referenceWidth: number;
  /** Default: both. */
  readonly axes?: SnapAxes;
}

/** By how much to correct, and why. */
export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  /** At most GEOMETRY.maxGuidesPerAxis for each axis that was snapped along. */
  readonly guides: readonly SnapGuide[];
}

const BOTH: SnapAxes = { x: true, y: true };

function nearer(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.abs(b) < Math.abs(a) ? b : a;
}

/**
 * Draws a moving box to the edges and centres of blocks and sections, to the window's edges and
 * centre, and to equal gaps: on each axis to the nearest within the tolerance.
 */
export function snapTranslation(request: SnapTranslationRequest): Snapped {
  const { moving, targets, tolerance, referenceWidth, axes = BOTH } = request;
  const correct = (axis: 'x' | 'y'): number | null => {
    if (!axes[axis]) return null;
    const span = axis === 'x' ? spanX(moving) : spanY(moving);
    const lines = targets[axis];
    let best: number | null = null;
    for (const place of [span.start, (span.start + span.end) / 2, span.end])
      best = nearer(best, nearestLine(lines, place, tolerance));
    const spans = axis === 'x' ? targets.spansX : targets.spansY;
    return nearer(best, nearestGap(spans, span, tolerance));
  };
  const dx = correct('x');
  const dy = correct('y');
  const placed = translateBox(moving, dx ?? 0, dy ?? 0);
  const guides = (axis: 'x' | 'y'): SnapGuide[] => {
    const span = axis === 'x' ? spanX(placed) : spanY(placed);
    const places = [span.start, (span.start + span.end) / 2, span.end];
    const spans = axis === 'x' ? targets.spansX : targets.spansY;
    return [
      ...guidesOnLines(axis, targets[axis], places, span.low, span.high),
      ...guidesInGaps(axis, spans, span, referenceWidth),
    ].slice(0, GEOMETRY.maxGuidesPerAxis);
  };
  return {
    dx: dx ?? 0,
    dy: dy ?? 0,
    guides: [...(dx === null ? [] : guides('x')), ...(dy === null ? [] : guides('y'))],
  };
}
