import type { Box } from '../model/Position.ts';
import { type ResizeHandle, sidesOf } from './resizeBox.ts';
import type { SnapGuide } from './SnapGuide.ts';
import { addGuideOnLine } from './snapLines.ts';
import { type SnapTargets, spanX, spanY } from './snapTargets.ts';
import type { SnapAxes, Snapped } from './snapTranslation.ts';

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

/** By how much the dragged edges are to move further to stand on the nearest line. */
export function snapResize(request: SnapResizeRequest): Omit<Snapped, 'guides'> {
  const { targets, tolerance, axes } = request;
  const edges = movedEdges(request);
  const correct = (axis: 'x' | 'y'): number => {
    const edge = edges[axis];
    if (edge === null || axes?.[axis] === false) return 0;
    const [by = Infinity] = targets[axis].lines.nearest(Float64Array.of(edge), new Float64Array(1));
    return Math.abs(by) <= tolerance ? by : 0;
  };
  return { dx: correct('x'), dy: correct('y') };
}

/** Guides under the dragged edges of a box in its final place. */
export function resizeGuides(
  request: Pick<SnapResizeRequest, 'box' | 'handle' | 'targets'>,
): SnapGuide[] {
  const { box, targets } = request;
  const edges = movedEdges(request);
  const guides: SnapGuide[] = [];
  const { low, high } = spanX(box);
  if (edges.x !== null) addGuideOnLine(guides, 'x', targets.x.lines, edges.x, low, high);
  const across = spanY(box);
  if (edges.y !== null)
    addGuideOnLine(guides, 'y', targets.y.lines, edges.y, across.low, across.high);
  return guides;
}
