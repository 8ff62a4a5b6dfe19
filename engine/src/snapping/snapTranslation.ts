import { GEOMETRY } from '../constants/geometry.ts';
import type { Box } from '../model/Position.ts';
import { EPSILON, type Span } from './equalGaps.ts';
import { AxisSnap, snapAxis } from './snapAxis.ts';
import { addDistance, addGapGuides, addGuideOnLine, type SnapGuide } from './snapGuides.ts';
import { type AxisTargets, type SnapTargets, spanX, spanY } from './snapTargets.ts';

/** The axes along which a gesture may snap. */
export interface SnapAxes {
  readonly x: boolean;
  readonly y: boolean;
}

/** Arguments of {@link snapTranslation}, in page space. */
export interface SnapTranslationRequest {
  /** Bounds of the moving selection before snapping. */
  readonly moving: Box;
  readonly targets: SnapTargets;
  /**
   * Largest distance to snap over: `GEOMETRY.snapTolerancePx` divided by the screen px per unit.
   */
  readonly tolerance: number;
  /** Px per unit, for the distances on the guides. */
  readonly referenceWidth: number;
  /** Default: both. */
  readonly axes?: SnapAxes;
}

/** A correction in page space, with the guides that explain it. */
export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  /** At most `GEOMETRY.maxGuidesPerAxis` for each axis that snapped, and one distance per axis. */
  readonly guides: readonly SnapGuide[];
}

/**
 * Snaps a moving box to the edges and centres of blocks and sections, to the window's edges and
 * centre, and to equal gaps: on each axis to the nearest one within the tolerance. Guides are
 * computed from the request on first access, so the request must not change until then.
 */
export function snapTranslation(request: SnapTranslationRequest): Snapped {
  search(request);
  if (lastSearch.snapsX || lastSearch.snapsY) return new SnappedBox(request);
  return NOT_SNAPPED;
}

const NOT_SNAPPED: Snapped = { dx: 0, dy: 0, guides: [] };

/** The last request and its result, reused when its guides are read right after the search. */
const lastSearch = {
  request: null as SnapTranslationRequest | null,
  x: new AxisSnap(),
  y: new AxisSnap(),
  snapsX: false,
  snapsY: false,
};

/** Computing guides takes as long as the search, so it is deferred until they are read. */
class SnappedBox implements Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly #request: SnapTranslationRequest;
  #guides: readonly SnapGuide[] | null = null;

  constructor(request: SnapTranslationRequest) {
    this.dx = lastSearch.snapsX ? lastSearch.x.offset : 0;
    this.dy = lastSearch.snapsY ? lastSearch.y.offset : 0;
    this.#request = request;
  }

  get guides(): readonly SnapGuide[] {
    if (this.#guides) return this.#guides;
    if (lastSearch.request !== this.#request) search(this.#request);
    return (this.#guides = guidesOf(this.#request, this.dx, this.dy));
  }
}

function search(request: SnapTranslationRequest): void {
  const { moving, targets, tolerance, axes } = request;
  const { x, y } = lastSearch;
  const right = moving.x + moving.width;
  const bottom = moving.y + moving.height;
  setPoints(x, moving.x, right);
  setPoints(y, moving.y, bottom);
  x.low = moving.y;
  x.high = bottom;
  y.low = moving.x;
  y.high = right;
  x.tolerance = tolerance;
  y.tolerance = tolerance;
  lastSearch.request = request;
  lastSearch.snapsX = axes?.x !== false && snapAxis(x, targets.x);
  lastSearch.snapsY = axes?.y !== false && snapAxis(y, targets.y);
}

function setPoints({ points }: AxisSnap, start: number, end: number): void {
  points[0] = start;
  points[1] = (start + end) / 2;
  points[2] = end;
}

function guidesOf(request: SnapTranslationRequest, dx: number, dy: number): SnapGuide[] {
  const { moving, targets, referenceWidth, axes } = request;
  const guides: SnapGuide[] = [];
  const placed = { ...moving, x: moving.x + dx, y: moving.y + dy };
  const onX = spanX(placed);
  const onY = spanY(placed);
  if (lastSearch.snapsX) addGuides(guides, 'x', targets.x, lastSearch.x, onX, referenceWidth);
  if (lastSearch.snapsY) addGuides(guides, 'y', targets.y, lastSearch.y, onY, referenceWidth);
  if (lastSearch.snapsX && axes?.y !== false)
    addDistance(guides, 'y', targets.y, lastSearch.y, onY, referenceWidth);
  if (lastSearch.snapsY && axes?.x !== false)
    addDistance(guides, 'x', targets.x, lastSearch.x, onX, referenceWidth);
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
  const maxGuides = all.length + GEOMETRY.maxGuidesPerAxis;
  const { low, high } = placed;
  const near = Math.abs(snap.offset) + EPSILON;
  // Only a point as close to its line as the winning offset can be on a line now.
  for (let index = 0; index < snap.points.length; index++)
    if (Math.abs(snap.lineOffsets[index] ?? Infinity) <= near)
      addGuideOnLine(all, axis, targets.lines, (snap.points[index] ?? 0) + snap.offset, low, high);
  addGapGuides(all, axis, targets, snap, placed, referenceWidth, maxGuides);
}
