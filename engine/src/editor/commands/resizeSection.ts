import { GEOMETRY } from '../../constants/geometry.ts';
import { snapSectionWidth } from '../../snapping/snapReferenceWidth.ts';
import type { Block } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { refuseTooFar, withPosition } from '../blockPosition.ts';
import { fittedHeight } from '../settle.ts';
import { widenBlocks } from '../widenBlocks.ts';
import { roundLength } from '../../model/Position.ts';

/**
 * Sets a section's size, in fractions of the window's width. The height never cuts off contents that
 * were not cut off before. The width is rounded to a multiple of 50 px, up to 1366 px; contents keep
 * their position on the page.
 */
export function resizeSection(
  state: EditorState,
  uuid: string,
  size: { height?: number; width?: number },
): Result<null, EditorRefusal> {
  const section = state.blocks.get(uuid);
  if (!section || !state.layout.sectionBoxes().has(uuid)) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  const height = heightOf(state, section, size.height);
  const width = widthOf(state, section, size.width);
  const resized = withPosition(section, { height });
  for (const block of widenBlocks(resized, state.layout.childrenOf(uuid), width)) {
    const refusal = refuseTooFar(block);
    if (refusal) return refusal;
    state.store.put(block);
  }
  if (size.width !== undefined)
    state.inProgress.nameEdit({ type: 'resize-section', section: uuid });
  return ok(null);
}

function heightOf(state: EditorState, section: Block, requested: number | undefined): number {
  if (requested === undefined) return section.position.height;
  const before = state.store.stableBlock(section.uuid)?.position.height ?? Infinity;
  const min = Math.max(
    GEOMETRY.minBlockDimension,
    Math.min(before, fittedHeight(state, section.uuid)),
  );
  return roundLength(Math.min(1000, Math.max(min, requested)));
}

function widthOf(state: EditorState, section: Block, requested: number | undefined): number {
  if (requested === undefined) return section.position.width;
  return roundLength(snapSectionWidth(requested * state.referenceWidth) / state.referenceWidth);
}
