import { GEOMETRY } from '../../constants/geometry.ts';
import { rotatedBounds } from '../../geometry/rotation.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { marginOf } from '../../model/Page.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { isPlaceable, roundLength, withPosition } from '../positions.ts';

/** Rounding leaves a block that begins at the cut a hair above it. */
const HAIR = 2e-6;

/**
 * Cuts a section across at a height of the page and draws it apart, or together: what begins below
 * the cut moves, and the section grows or shrinks with it. Room is closed only where it is empty;
 * what crosses the cut stays. Blocks that are locked move along, as they do when a section above
 * them grows. It counts from the stable page, so that a drag may call it again and again.
 *
 * @returns by how much the section grew; negative when it shrank
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
  const moving = children.filter((child) => rotatedBounds(child).y >= y - top - HAIR);
  const chosen = new Set(moving);
  const resting = children.filter((child) => !chosen.has(child));
  const opened = roundLength(by < 0 ? -Math.min(-by, roomOf(state, section, moving, resting)) : by);
  for (const child of children) {
    const shift = chosen.has(child) ? opened : 0;
    const next = withPosition(child, { y: roundLength(child.position.y + shift) });
    if (!isPlaceable(next.position))
      return refuse('invalid_block', {
        uuid: child.uuid,
        path: 'position',
        message: 'lies too far away',
      });
    store.put(shift === 0 ? child : next);
  }
  const { height } = section.position;
  const least = Math.min(height, GEOMETRY.minBlockDimension);
  const grown = roundLength(Math.min(1000, Math.max(least, height + opened)));
  store.put(withPosition(section, { height: grown }));
  return ok(roundLength(grown - height));
}

/** A child as the stable page has it, unless it came to the section since. */
function stableChild(state: EditorState, child: Block): Block {
  const was = state.store.stableBlock(child.uuid);
  return was && was.parentUuid === child.parentUuid ? was : child;
}

/** The empty room at the cut: from what ends above to what begins below, or to the section's end. */
function roomOf(
  state: EditorState,
  section: Block,
  moving: readonly Block[],
  resting: readonly Block[],
): number {
  let above = 0;
  for (const block of resting) {
    const bounds = rotatedBounds(block);
    above = Math.max(above, bounds.y + bounds.height);
  }
  let below = Infinity;
  for (const block of moving) below = Math.min(below, rotatedBounds(block).y);
  if (moving.length > 0) return Math.max(0, below - above);
  const least =
    resting.length > 0 ? above + marginOf(state.store.fields) : GEOMETRY.minBlockDimension;
  return Math.max(0, section.position.height - least);
}
