import { GEOMETRY } from '../constants/geometry.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import { withPosition } from './blockPosition.ts';
import { roundLength } from '../model/Position.ts';

/** The tolerance for blocks that begin at the cut, because positions are rounded. */
const TOLERANCE = 2e-6;

/** A sliced section. */
export interface SlicedSection {
  readonly section: Block;
  /** All children; those below the cut have moved. */
  readonly children: readonly Block[];
  /** The cut. When space is removed, the lower end of the empty space at the cut. */
  readonly y: number;
  /** How far the blocks below the cut moved down; negative if they moved up. */
  readonly by: number;
}

/**
 * Inserts vertical space into a section: children that begin at or below `y` move down by `by`, and
 * the section grows. If `by` is negative, removes empty space only. Locked children move too.
 *
 * @param y in the section's space
 * @param margin the space that stays below the last child
 */
export function sliceBlocks(
  section: Block,
  children: readonly Block[],
  margin: number,
  { y, by }: { readonly y: number; readonly by: number },
): SlicedSection {
  const isMoving = (child: Block): boolean => rotatedBounds(child).y >= y - TOLERANCE;
  const moving = children.filter(isMoving);
  const staying = children.filter((child) => !isMoving(child));
  const space = by < 0 ? emptySpace(section, moving, staying, margin) : { y, height: 0 };
  const moved = roundLength(by < 0 ? -Math.min(-by, space.height) : by);
  const { height } = section.position;
  const minHeight = Math.min(height, GEOMETRY.minBlockDimension);
  const newHeight = roundLength(Math.min(1000, Math.max(minHeight, height + moved)));
  return {
    section: withPosition(section, { height: newHeight }),
    children: children.map((child) =>
      moved !== 0 && isMoving(child)
        ? withPosition(child, { y: roundLength(child.position.y + moved) })
        : child,
    ),
    y: space.y,
    by: moved,
  };
}

/** The empty space at the cut: the position of its lower end, and its height. */
function emptySpace(
  section: Block,
  moving: readonly Block[],
  staying: readonly Block[],
  margin: number,
): { readonly y: number; readonly height: number } {
  let above = 0;
  for (const block of staying) {
    const bounds = rotatedBounds(block);
    above = Math.max(above, bounds.y + bounds.height);
  }
  if (moving.length > 0) {
    const below = Math.min(...moving.map((block) => rotatedBounds(block).y));
    return { y: below, height: Math.max(0, below - above) };
  }
  const { height } = section.position;
  const minHeight = staying.length > 0 ? above + margin : GEOMETRY.minBlockDimension;
  return { y: height, height: Math.max(0, height - minHeight) };
}
