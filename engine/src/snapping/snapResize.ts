import type { Box } from '../model/Position.ts';
import { GapQuery, EPSILON, type Span } from './equalGaps.ts';
import { type ResizeHandle, sidesOf } from '../geometry/resizeBox.ts';
import { addGuideOnLine, guideBetween, type SnapGuide } from './snapGuides.ts';
import { type AxisTargets, mirrorSpan, type SnapTargets, spanX, spanY } from './snapTargets.ts';
import type { SnapAxes, Snapped } from './snapTranslation.ts';

/** Gaps that differ by less count as equal, because the dragged edge and positions are rounded. */
const EQUAL_GAP_TOLERANCE = 4 * EPSILON;

/** Arguments of {@link snapResize}, in page space. */
export interface SnapResizeRequest {
  /** The unsnapped box, not rotated. */
  readonly box: Box;
  readonly handle: ResizeHandle;
  readonly targets: SnapTargets;
  /** As in {@link SnapTranslationRequest}. */
  readonly tolerance: number;
  /** Default: both. With a locked aspect ratio, only one. */
  readonly axes?: SnapAxes;
}

function movedEdges({ box, handle }: Pick<SnapResizeRequest, 'box' | 'handle'>) {
  const side = sidesOf(handle);
  return {
    x: side.x === 0 ? null : side.x < 0 ? box.x : box.x + box.width,
    y: side.y === 0 ? null : side.y < 0 ? box.y : box.y + box.height,
  };
}

/** Returns how far to move the dragged edges to snap to the nearest line or equal gap. */
export function snapResize(request: SnapResizeRequest): Omit<Snapped, 'guides'> {
  const { targets, tolerance, axes, box, handle } = request;
  const edges = movedEdges(request);
  const side = sidesOf(handle);
  const offsetAlong = (axis: 'x' | 'y'): number => {
    const edge = edges[axis];
    if (edge === null || axes?.[axis] === false) return 0;
    const [toLine = Infinity] = targets[axis].lines.nearest(
      Float64Array.of(edge),
      new Float64Array(1),
    );
    const span = axis === 'x' ? spanX(box) : spanY(box);
    const { offsets } = adjacentGaps(targets[axis], side[axis], span, tolerance);
    const offset = offsets.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), toLine);
    return Math.abs(offset) <= tolerance ? offset : 0;
  };
  return { dx: offsetAlong('x'), dy: offsetAlong('y') };
}

/**
 * Returns guides for the dragged edges of a box in its final position, and for gaps that are equal.
 */
export function resizeGuides(
  request: Pick<SnapResizeRequest, 'box' | 'handle' | 'targets'> & {
    /** Px per unit, for the distances on the guides. */
    readonly referenceWidth: number;
  },
): SnapGuide[] {
  const { box, targets, handle, referenceWidth } = request;
  const edges = movedEdges(request);
  const side = sidesOf(handle);
  const guides: SnapGuide[] = [];
  for (const axis of ['x', 'y'] as const) {
    const edge = edges[axis];
    if (edge === null) continue;
    const span = axis === 'x' ? spanX(box) : spanY(box);
    addGuideOnLine(guides, axis, targets[axis].lines, edge, span.low, span.high);
    for (const [a, b] of adjacentGaps(targets[axis], side[axis], span, EPSILON).equal)
      guides.push(guideBetween(axis, a, b, referenceWidth));
  }
  return guides;
}

/** The gaps next to a span whose edge is dragged. */
interface AdjacentGaps {
  /**
   * Offsets of the dragged edge that make its gap equal to the one beyond the neighbour or to the
   * one on the other side.
   */
  readonly offsets: readonly number[];
  /**
   * Pairs of spans around gaps that are already equal, each gap once. Within a pair, the spans are
   * in order along the axis.
   */
  readonly equal: readonly (readonly [Span, Span])[];
}

/** @param side the dragged edge: -1 for the start, 1 for the end */
function adjacentGaps(
  { before, after }: AxisTargets,
  side: number,
  span: Span,
  slack: number,
): AdjacentGaps {
  // Mirror the axis if needed, so that the dragged edge is the end.
  const [ahead, behind] = side < 0 ? [before, after] : [after, before];
  const orient = (each: Span): Span => (side < 0 ? mirrorSpan(each) : each);
  const own = orient(span);
  const query = Object.assign(new GapQuery(), { low: own.low, high: own.high, slack });
  const next = ahead.next(Object.assign(query, { end: own.end }));
  const nextSpan = ahead.spanOf(next);
  if (!nextSpan) return { offsets: [], equal: [] };
  const gap = nextSpan.start - own.end;
  const offsets: number[] = [];
  const equal = new Set<readonly [Span, Span]>();
  const ownGap = [own, nextSpan] as const;
  const compare = (otherGap: number, a: Span | undefined, b: Span | undefined): void => {
    if (otherGap <= EPSILON || !a || !b) return;
    offsets.push((gap - otherGap) * (side < 0 ? -1 : 1));
    if (Math.abs(gap - otherGap) <= EQUAL_GAP_TOLERANCE) equal.add(ownGap).add([a, b]);
  };
  compare(ahead.gapAfter(next), nextSpan, ahead.spanOf(ahead.nextAfter(next)));
  const mirroredPrevious = behind.spanOf(
    behind.next(Object.assign(query, { end: -own.start, slack: EPSILON })),
  );
  const previous = mirroredPrevious && mirrorSpan(mirroredPrevious);
  if (previous) compare(own.start - previous.end, previous, own);
  const pairs = [...equal].map(([a, b]) =>
    side < 0 ? ([mirrorSpan(b), mirrorSpan(a)] as const) : ([a, b] as const),
  );
  return { offsets, equal: pairs };
}
