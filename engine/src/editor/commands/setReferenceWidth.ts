import { GEOMETRY } from '../../constants/geometry.ts';
import type { Block } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseFar } from '../blockPosition.ts';
import { redesignBlock, redesignPageStyle } from './redesignBlock.ts';

/**
 * Adapts the page to another reference width. With `scale` the page keeps its proportions:
 * positions are fractions and stay, px values are multiplied by new/old. Without it, px values stay
 * and positions, sizes and sections are multiplied by old/new; since sections are centred on the
 * window, nothing moves on screen. Computed from the stable page, so that a drag can call it
 * repeatedly. Refused with `block_locked` if scaling would change a block that another user is
 * editing.
 */
export function setReferenceWidth(
  state: EditorState,
  px: number,
  { scale }: { readonly scale: boolean },
): Result<null, EditorRefusal> {
  const { minWindowWidthPx, maxContentWidthPx } = GEOMETRY;
  if (px < minWindowWidthPx) return refuse('page_width_below_minimum', { min: minWindowWidthPx });
  if (px > maxContentWidthPx)
    return refuse('invalid_page', {
      path: 'settings.referenceWidth',
      message: `must be a number of at most ${String(maxContentWidthPx)}`,
    });
  const { store } = state;
  const convert = (block: Block, factor: number): Block =>
    redesignBlock(state, block, factor, scale);
  const { stableFields } = store;
  const factor = px / stableFields.settings.referenceWidth;
  const factorOfNew = px / state.referenceWidth;
  for (const [uuid, now] of [...state.blocks]) {
    const previous = store.stableBlock(uuid);
    const next = previous ? convert(previous, factor) : convert(now, factorOfNew);
    const far = refuseFar(next);
    if (far) return far;
    if (scale && next !== (previous ?? now) && state.lockedByOthers.has(uuid))
      return refuse('block_locked', { uuid });
    store.put(next);
  }
  const { settings } = store.fields;
  store.setFields({
    settings: { ...settings, referenceWidth: px },
    style: redesignPageStyle(stableFields.style, factor, scale),
  });
  state.inProgress.nameEdit({ type: 'set-reference-width', scale });
  return ok(null);
}
