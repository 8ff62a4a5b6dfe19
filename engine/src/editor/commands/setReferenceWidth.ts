import { GEOMETRY } from '../../constants/geometry.ts';
import type { Block } from '../../model/Block.ts';
import { equalJson } from '../../model/json.ts';
import type { PageStyle } from '../../model/Page.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseTooFar } from '../blockPosition.ts';
import { recordBefore } from '../repeatedCall.ts';
import { redesignBlock, redesignPageStyle } from './redesignBlock.ts';

/**
 * Adapts the page to another reference width. With `scale` the page keeps its proportions:
 * positions are fractions and stay, px values are multiplied by new/old. Without it, px values stay
 * and positions, sizes and sections are multiplied by old/new; since sections are centred on the
 * window, nothing moves on screen. Reverts its latest call in the same edit or step first, so
 * that a drag can call it repeatedly. Refused with `block_locked` if scaling would change a block
 * that another user is editing.
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
  const before = beforeEarlierCall(state);
  const factor = px / before.widthPx;
  const blocks: Block[] = [];
  const redesigned: Block[] = [];
  for (const now of [...state.blocks.values()]) {
    const { uuid } = now;
    const previous = before.block(now);
    const next = redesignBlock(state, previous, factor, scale);
    const refusal = refuseTooFar(next);
    if (refusal) return refusal;
    if (scale && next !== previous && state.lockedByOthers.has(uuid))
      return refuse('block_locked', { uuid });
    blocks.push(previous);
    redesigned.push(next);
    store.put(next);
  }
  const { fields } = store;
  const { settings } = fields;
  store.setFields({
    settings: { ...settings, referenceWidth: px },
    style: redesignPageStyle(before.style, factor, scale),
  });
  const edit = { type: 'set-reference-width', scale } as const;
  state.inProgress.nameEdit(edit);
  const settingsBefore = { ...settings, referenceWidth: before.widthPx };
  store.rememberCall(
    edit,
    { blocks, fields: { ...fields, settings: settingsBefore, style: before.style } },
    redesigned,
  );
  return ok(null);
}

/** The page without the effect of the latest call, if that was a call of this command. */
interface PageBefore {
  readonly widthPx: number;
  readonly style: PageStyle;
  block(now: Block): Block;
}

function beforeEarlierCall(state: EditorState): PageBefore {
  const { fields, latestCall } = state.store;
  if (latestCall?.edit.type !== 'set-reference-width')
    return { widthPx: state.referenceWidth, style: fields.style, block: (now) => now };
  const { scale } = latestCall.edit;
  const { before, after } = latestCall;
  const widthPx = before.fields.settings.referenceWidth;
  // What has been edited since is converted back, which is only exact up to rounding.
  const factor = widthPx / state.referenceWidth;
  return {
    widthPx,
    style: equalJson(fields.style, after.fields.style)
      ? before.fields.style
      : redesignPageStyle(fields.style, factor, scale),
    block: (now) =>
      recordBefore(state, latestCall, now) ?? redesignBlock(state, now, factor, scale),
  };
}
