import { clampBlurPx, clampInsetPx, opacityFromPercent } from '../../validation/clampStyles.ts';
import { refuse, type Result } from '../../model/Result.ts';
import type { BlockPatch, SliderValues } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { updateBlocks } from './updateBlocks.ts';

/** Sets opacity, padding, radius and blur, clamped to the range of each block. */
export function styleBlocks(
  state: EditorState,
  values: SliderValues,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const { opacityPercent, paddingPx, borderRadiusPx, blurPx } = values;
  const patches = new Map<string, BlockPatch>();
  for (const uuid of uuids) {
    const block = state.blocks.get(uuid);
    if (!block) continue;
    const size = {
      width: block.position.width * state.referenceWidth,
      height: block.position.height * state.referenceWidth,
    };
    patches.set(uuid, {
      styles: {
        ...(opacityPercent !== undefined && { opacity: opacityFromPercent(opacityPercent) }),
        ...(paddingPx !== undefined && { paddingPx: clampInsetPx(paddingPx, size) }),
        ...(borderRadiusPx !== undefined && { borderRadiusPx: clampInsetPx(borderRadiusPx, size) }),
        ...(blurPx !== undefined && { blurPx: clampBlurPx(blurPx) }),
      },
    });
  }
  return patches.size === 0 ? refuse('nothing_selected') : updateBlocks(state, patches);
}
