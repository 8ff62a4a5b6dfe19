import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { SAME, type Span } from './equalGaps.ts';
import { AxisSnap, snapAxis } from './snapAxis.ts';
import { addDistance, addGapGuides, addGuideOnLine, type SnapGuide } from './snapGuides.ts';
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
 * centre, and to equal gaps: on each axis to the nearest within the tolerance. Guides are made from
 * the request when somebody asks for them first; until then the request is to stay as it is.
 */
export function snapTranslation(request: SnapTranslationRequest): Snapped {
  search(request);
  if (found.isOnX || found.isOnY) return new SnappedBox(request);
  return NOT_SNAPPED;
}

const NOT_SNAPPED: Snapped = { dx: 0, dy: 0, guides: [] };

/** What was searched for last, and what was found. Kept, as it is asked for at once if ever. */
const found = {
  request: null as SnapTranslationRequest | null,
  x: new AxisSnap(),
  y: new AxisSnap(),
  isOnX: false,
  isOnY: false,
};

/** To make guides takes as long as to find where to move, so they wait until they are wanted. */
class SnappedBox implements Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly #request: SnapTranslationRequest;
  #guides: readonly SnapGuide[] | null = null;

  constructor(request: SnapTranslationRequest) {
    this.dx = found.isOnX ? found.x.by : 0;
    this.dy = found.isOnY ? found.y.by : 0;
    this.#request = request;
  }

  get guides(): readonly SnapGuide[] {
    if (this.#guides) return this.#guides;
    if (found.request !== this.#request) search(this.#request);
    return (this.#guides = guidesOf(this.#request, this.dx, this.dy));
  }
}

function search(request: SnapTranslationRequest): void {
  const { moving, targets, tolerance, axes } = request;
  const { x, y } = found;
  const right = moving.x + moving.width;
  const bottom = moving.y + moving.height;
  fill(x, moving.x, right);
  fill(y, moving.y, bottom);
  x.low = moving.y;
  x.high = bottom;
  y.low = moving.x;
  y.high = right;
  x.tolerance = tolerance;
  y.tolerance = tolerance;
  found.request = request;
  found.isOnX = axes?.x !== false && snapAxis(x, targets.x);
  found.isOnY = axes?.y !== false && snapAxis(y, targets.y);
}

function fill({ places }: AxisSnap, start: number, end: number): void {
  places[0] = start;
  places[1] = (start + end) / 2;
  places[2] = end;
}

function guidesOf(request: SnapTranslationRequest, dx: number, dy: number): SnapGuide[] {
  const { moving, targets, referenceWidth, axes } = request;
  const guides: SnapGuide[] = [];
  const start = moving.x + dx;
  const end = start + moving.width;
  const low = moving.y + dy;
  const high = low + moving.height;
  const across = { start, end, low, high };
  if (found.isOnX) addGuides(guides, 'x', targets.x, found.x, across, referenceWidth);
  const down = { start: low, end: high, low: start, high: end };
  if (found.isOnY) addGuides(guides, 'y', targets.y, found.y, down, referenceWidth);
  if (found.isOnX && axes?.y !== false)
    addDistance(guides, 'y', targets.y, found.y, down, referenceWidth);
  if (found.isOnY && axes?.x !== false)
    addDistance(guides, 'x', targets.x, found.x, across, referenceWidth);
  return guides;
}

function addGuides(
  all: SnapGuide[],
  axis: 'x' | 'y',
  targets: AxisTargets,
  snap: AxisSnap,
  placed: Span,
  referenceWidth: number,
): void {
  const most = all.length + GEOMETRY.maxGuidesPerAxis;
  const { low, high } = placed;
  const near = Math.abs(snap.by) + SAME;
  // Only a place whose own line is as near as the nearest can stand on one now.
  for (let which = 0; which < snap.places.length; which++)
    if (Math.abs(snap.toLines[which] ?? Infinity) <= near)
      addGuideOnLine(all, axis, targets.lines, (snap.places[which] ?? 0) + snap.by, low, high);
  addGapGuides(all, axis, targets, snap, placed, referenceWidth, most);
}
