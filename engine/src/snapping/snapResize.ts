import type { Box } from '../model/Position.ts';
import { GapQuery, SAME, type Span } from './equalGaps.ts';
import { type ResizeHandle, sidesOf } from '../geometry/resizeBox.ts';
import { addGuideOnLine, guideBetween, type SnapGuide } from './snapGuides.ts';
import { type AxisTargets, mirrored, type SnapTargets, spanX, spanY } from './snapTargets.ts';
import type { SnapAxes, Snapped } from './snapTranslation.ts';

/** Gaps that differ by less are equal: places are rounded, and the edge with them. */
const EQUAL = 4 * SAME;

/** What {@link snapResize} takes, in page space. */
export interface SnapResizeRequest {
  /** The box as the pointer wants it; not turned. */
  readonly box: Box;
  readonly handle: ResizeHandle;
  readonly targets: SnapTargets;
  /** As in `snapTranslation`. */
  readonly tolerance: number;
  /** Default: both; one alone where a kept ratio lets only one edge decide. */
  readonly axes?: SnapAxes;
}

function movedEdges({ box, handle }: Pick<SnapResizeRequest, 'box' | 'handle'>) {
  const side = sidesOf(handle);
  return {
    x: side.x === 0 ? null : side.x < 0 ? box.x : box.x + box.width,
    y: side.y === 0 ? null : side.y < 0 ? box.y : box.y + box.height,
  };
}

/** By how much the dragged edges are to move further to stand on the nearest line, or to make gaps equal. */
export function snapResize(request: SnapResizeRequest): Omit<Snapped, 'guides'> {
  const { targets, tolerance, axes, box, handle } = request;
  const edges = movedEdges(request);
  const side = sidesOf(handle);
  const correct = (axis: 'x' | 'y'): number => {
    const edge = edges[axis];
    if (edge === null || axes?.[axis] === false) return 0;
    const [toLine = Infinity] = targets[axis].lines.nearest(
      Float64Array.of(edge),
      new Float64Array(1),
    );
    const span = axis === 'x' ? spanX(box) : spanY(box);
    const { ways } = gapsBeside(targets[axis], side[axis], span, tolerance);
    const by = ways.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), toLine);
    return Math.abs(by) <= tolerance ? by : 0;
  };
  return { dx: correct('x'), dy: correct('y') };
}

/** Guides under the dragged edges of a box in its final place, and over the gaps that are equal. */
export function resizeGuides(
  request: Pick<SnapResizeRequest, 'box' | 'handle' | 'targets'> & {
    /** For the distances that guides tell. */
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
    for (const [a, b] of gapsBeside(targets[axis], side[axis], span, SAME).equal)
      guides.push(guideBetween(axis, a, b, referenceWidth));
  }
  return guides;
}

/** The gaps beside a span of which one edge is dragged. */
interface GapsBeside {
  /** How far that edge is to move for its gap to be as the one beyond, or on the other side. */
  readonly ways: readonly number[];
  /** The ends of the gaps that are equal already, each once, from the start of the axis. */
  readonly equal: readonly (readonly [Span, Span])[];
}

/** @param side which edge is dragged: -1 the start, 1 the end */
function gapsBeside(
  { before, after }: AxisTargets,
  side: number,
  span: Span,
  slack: number,
): GapsBeside {
  // Seen so that the dragged edge is the end.
  const [ahead, behind] = side < 0 ? [before, after] : [after, before];
  const seen = (each: Span): Span => (side < 0 ? mirrored(each) : each);
  const own = seen(span);
  const query = Object.assign(new GapQuery(), { low: own.low, high: own.high, slack });
  const next = ahead.next(Object.assign(query, { end: own.end }));
  const nextSpan = ahead.spanOf(next);
  if (!nextSpan) return { ways: [], equal: [] };
  const gap = nextSpan.start - own.end;
  const ways: number[] = [];
  const equal = new Set<readonly [Span, Span]>();
  const here = [own, nextSpan] as const;
  const compare = (other: number, a: Span | undefined, b: Span | undefined): void => {
    if (other <= SAME || !a || !b) return;
    ways.push((gap - other) * (side < 0 ? -1 : 1));
    if (Math.abs(gap - other) <= EQUAL) equal.add(here).add([a, b]);
  };
  compare(ahead.gapAfter(next), nextSpan, ahead.spanOf(ahead.nextOf(next)));
  const mirroredPrevious = behind.spanOf(
    behind.next(Object.assign(query, { end: -own.start, slack: SAME })),
  );
  const previous = mirroredPrevious && mirrored(mirroredPrevious);
  if (previous) compare(own.start - previous.end, previous, own);
  const shown = [...equal].map(([a, b]) =>
    side < 0 ? ([mirrored(b), mirrored(a)] as const) : ([a, b] as const),
  );
  return { ways, equal: shown };
}
