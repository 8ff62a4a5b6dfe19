import { GEOMETRY } from '../../constants/geometry.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { marginOf } from '../../model/Page.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import type { RepeatableCall } from '../Marks.ts';
import { refuseTooFar, withPosition } from '../blockPosition.ts';
import { recordBefore } from '../repeatedCall.ts';
import { sliceBlocks } from '../sliceBlocks.ts';
import { roundLength } from '../../model/Position.ts';

/**
 * Inserts space into a section at a vertical position on the page, or removes space there. Blocks
 * that start below the cut move, locked ones included, and the section's height changes with them.
 * Only empty space is removed, and blocks that cross the cut stay. An earlier slice of this section
 * in the same edit or step is reverted first, unless another section was sliced or the reference
 * width was set since, so that a drag can call it repeatedly.
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
  const earlier = earlierSlice(state, uuid);
  const section = earlier ? sectionBefore(state, earlier, now) : now;
  const children: Block[] = [];
  for (const child of layout.childrenOf(uuid)) {
    const previous = earlier ? childBefore(state, earlier, child) : child;
    if (previous.parentUuid === uuid) children.push(previous);
    // Others have moved it to another parent during the drag.
    else store.put(previous);
  }
  const sliced = sliceBlocks(section, children, marginOf(store.fields), { y: y - top, by });
  for (const child of sliced.children) {
    const refusal = refuseTooFar(child);
    if (refusal) return refusal;
    store.put(child);
  }
  store.put(sliced.section);
  const edit = { type: 'slice-section', section: uuid, y: sliced.y, by: sliced.by } as const;
  state.inProgress.nameEdit(edit, earlier?.edit);
  store.rememberCall(edit, { blocks: [section, ...children], fields: store.fields }, [
    sliced.section,
    ...sliced.children,
  ]);
  return ok(roundLength(sliced.section.position.height - section.position.height));
}

/** The latest call, if it sliced the same section. */
function earlierSlice({ store }: EditorState, section: string): RepeatableCall | null {
  const edit = store.latestCall?.edit;
  return edit?.type === 'slice-section' && edit.section === section ? store.latestCall : null;
}

/** The section without the effect of an earlier slice. */
function sectionBefore(state: EditorState, slice: RepeatableCall, section: Block): Block {
  const record = recordBefore(state, slice, section);
  if (record) return record;
  const { before, after } = positionsOf(slice, section);
  const grown = before && after ? after.height - before.height : 0;
  const height = roundLength(section.position.height - grown);
  return withPosition(section, { height: Math.max(GEOMETRY.minBlockDimension, height) });
}

/** A child of the section without the move by an earlier slice. */
function childBefore(state: EditorState, slice: RepeatableCall, child: Block): Block {
  const record = recordBefore(state, slice, child);
  if (record) return record;
  const { before, after } = positionsOf(slice, child);
  const moved = before && after ? after.y - before.y : 0;
  return moved === 0 ? child : withPosition(child, { y: roundLength(child.position.y - moved) });
}

/** A block's positions before and after a slice, each undefined if it had another parent then. */
function positionsOf({ before, after }: RepeatableCall, { uuid, parentUuid }: Block) {
  const positionIn = (block: Block | undefined) =>
    block?.parentUuid === parentUuid ? block?.position : undefined;
  return {
    before: positionIn(before.records.get(uuid)),
    after: positionIn(after.records.get(uuid)),
  };
}
