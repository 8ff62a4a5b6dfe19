import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { SAME, type Span } from './GapIndex.ts';
import { AxisSnap, snapAxis } from './snapAxis.ts';
import { addGapGuides } from './snapGaps.ts';
import type { SnapGuide } from './SnapGuide.ts';
import { addGuideOnLine } from './snapLines.ts';
import type { AxisTargets, SnapTargets } from './snapTargets.ts';

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

/**
 * Draws a moving box to the edges and centres of blocks and sections, to the window's edges and
 * centre, and to equal gaps: on each axis to the nearest within the tolerance (editing-canvas.md
 * section 9, "Snap tolerance").
 */
export function snapTranslation(request: SnapTranslationRequest): Snapped {
  const { moving, targets, tolerance, axes } = request;
  const { x: left, y: top } = moving;
  const right = left + moving.width;
  const bottom = top + moving.height;
  const isOnX = axes?.x !== false && snapAxis(onX, targets.x, left, right, top, bottom, tolerance);
  const isOnY = axes?.y !== false && snapAxis(onY, targets.y, top, bottom, left, right, tolerance);
  if (!isOnX && !isOnY) return NOT_SNAPPED;
  const dx = isOnX ? onX.by : 0;
  const dy = isOnY ? onY.by : 0;
  const guides: SnapGuide[] = [];
  const across = { start: left + dx, end: right + dx, low: top + dy, high: bottom + dy };
  if (isOnX) addGuides(guides, 'x', targets.x, onX, across, request.referenceWidth);
  if (isOnY) {
    const down = { start: across.low, end: across.high, low: across.start, high: across.end };
    addGuides(guides, 'y', targets.y, onY, down, request.referenceWidth);
  }
  return { dx, dy, guides };
}

/** What was found last; nothing of it outlives a call. */
const onX = new AxisSnap();
const onY = new AxisSnap();

const NOT_SNAPPED: Snapped = { dx: 0, dy: 0, guides: [] };

function addGuides(
  all: SnapGuide[],
  axis: 'x' | 'y',
  { lines, gaps }: AxisTargets,
  snap: AxisSnap,
  placed: Span,
  referenceWidth: number,
): void {
  const most = all.length + GEOMETRY.maxGuidesPerAxis;
  const { start, end, low, high } = placed;
  // Only a place whose own line is as near as the nearest can stand on one now.
  const near = Math.abs(snap.by) + SAME;
  if (Math.abs(snap.startToLine) <= near) addGuideOnLine(all, axis, lines, start, low, high);
  if (Math.abs(snap.middleToLine) <= near)
    addGuideOnLine(all, axis, lines, (start + end) / 2, low, high);
  if (Math.abs(snap.endToLine) <= near) addGuideOnLine(all, axis, lines, end, low, high);
  addGapGuides(all, axis, gaps, snap, placed, referenceWidth, most);
}
