import { type Block, isSection } from '../../model/Block.ts';
import { marginOf } from '../../model/Page.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { refuseFar, roundLength } from '../blockPosition.ts';
import { sliceBlocks } from '../sliceBlocks.ts';

/**
 * Inserts space into a section at a vertical position on the page, or removes space there. Blocks
 * that start below the cut move, locked ones included, and the section's height changes with them.
 * Only empty space is removed, and blocks across the cut stay. Computed from the stable page, so
 * that a drag can call it repeatedly.
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
  const section = store.stableBlock(uuid) ?? now;
  const children = layout.childrenOf(uuid).map((child) => stableChild(state, child));
  const sliced = sliceBlocks(section, children, marginOf(store.fields), { y: y - top, by });
  for (const child of sliced.children) {
    const far = refuseFar(child);
    if (far) return far;
    store.put(child);
  }
  store.put(sliced.section);
  state.inProgress.nameEdit({ type: 'slice-section', section: uuid, y: sliced.y, by: sliced.by });
  return ok(roundLength(sliced.section.position.height - section.position.height));
}

/** A child as it is on the stable page, unless it has moved into the section since. */
function stableChild(state: EditorState, child: Block): Block {
  const previous = state.store.stableBlock(child.uuid);
  return previous && previous.parentUuid === child.parentUuid ? previous : child;
}
