import { GEOMETRY } from '../../constants/geometry.ts';
import { rotatedBounds } from '../../geometry/rotation.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { marginOf } from '../../model/Page.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { isStorablePosition, roundLength, withPosition } from '../blockPosition.ts';

/** Tolerance for blocks that start at the cut, whose positions are rounded. */
const TOLERANCE = 2e-6;

/**
 * Inserts space into a section at a height of the page, or removes space there. Blocks that start
 * below the cut move, locked ones included, and the section's height changes with them. Only empty
 * space is removed, and blocks across the cut stay. Computed from the stable page, so that a drag
 * can call it repeatedly.
 *
 * @param y the cut in page space
 * @param by distance in fractions of the window's width
 * @returns how much the section grew; negative if it shrank
 */
export function sliceSection(
  state: EditorState,
  uuid: string,
  y: number,
  by: number,
): Result<number, EditorRefusal> {
  const { layout, store } = state;
  const top = layout.sectionBoxes().get(uuid)?.y;
  const now = state.blocks.get(uuid);
  if (!now || !isSection(now) || top === undefined) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  state.nameEntry('Slice');
  const section = store.stableBlock(uuid) ?? now;
  const children = layout.childrenOf(uuid).map((child) => stableChild(state, child));
  const moving = children.filter((child) => rotatedBounds(child).y >= y - top - TOLERANCE);
  const movingSet = new Set(moving);
  const staying = children.filter((child) => !movingSet.has(child));
  const shiftBy = roundLength(
    by < 0 ? -Math.min(-by, emptySpace(state, section, moving, staying)) : by,
  );
  for (const child of children) {
    const shift = movingSet.has(child) ? shiftBy : 0;
    const next = withPosition(child, { y: roundLength(child.position.y + shift) });
    if (!isStorablePosition(next.position))
      return refuse('invalid_block', {
        uuid: child.uuid,
        path: 'position',
        message: 'is too far away',
      });
    store.put(shift === 0 ? child : next);
  }
  const { height } = section.position;
  const minHeight = Math.min(height, GEOMETRY.minBlockDimension);
  const newHeight = roundLength(Math.min(1000, Math.max(minHeight, height + shiftBy)));
  store.put(withPosition(section, { height: newHeight }));
  return ok(roundLength(newHeight - height));
}

/**
 * Returns the stable record of a child, or the current one if it has moved to the section since.
 */
function stableChild(state: EditorState, child: Block): Block {
  const was = state.store.stableBlock(child.uuid);
  return was && was.parentUuid === child.parentUuid ? was : child;
}

/**
 * Returns the height of the empty space at the cut, up to the next block or the end of the section.
 */
function emptySpace(
  state: EditorState,
  section: Block,
  moving: readonly Block[],
  staying: readonly Block[],
): number {
  let above = 0;
  for (const block of staying) {
    const bounds = rotatedBounds(block);
    above = Math.max(above, bounds.y + bounds.height);
  }
  let below = Infinity;
  for (const block of moving) below = Math.min(below, rotatedBounds(block).y);
  if (moving.length > 0) return Math.max(0, below - above);
  const minHeight =
    staying.length > 0 ? above + marginOf(state.store.fields) : GEOMETRY.minBlockDimension;
  return Math.max(0, section.position.height - minHeight);
}
