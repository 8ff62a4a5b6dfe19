import {
  asBuiltin,
  type Block,
  findDefinition,
  insetsOf,
  type SizePx,
  stickyNoteMarginPx,
} from '@cobble/engine';
import type { PaintResources } from '../paint/PaintResources.ts';
import { layoutBlockText } from '../text/blockText.ts';
import { layoutRichButton, publishedButton } from './rich-button/richButtonLayout.ts';
import { layoutStickyNote } from './sticky-note/stickyNoteLayout.ts';

/**
 * The height that a block which grows with its text needs at a width, padding and border included,
 * as it has on the published page; px at the reference width. Null for other blocks.
 *
 * @param size the width, and the height that limits padding and border, as for `insetsOf`
 * @param imageRatio the height divided by the width of a note's image; null while there is none
 */
export function contentsHeightPx(
  block: Block,
  size: SizePx,
  { referenceWidthPx, texts }: Pick<PaintResources, 'referenceWidthPx' | 'texts'>,
  imageRatio: number | null = null,
): number | null {
  const builtin = asBuiltin(block);
  const { borderPx, paddingPx } = insetsOf(block, size);
  const inset = borderPx + paddingPx;
  const width = Math.max(0, size.width - 2 * inset);
  const content = { x: inset, y: inset, width, height: Infinity };
  if (builtin?.type === 'rich-button') {
    const { icon, text } = layoutRichButton(builtin, content, referenceWidthPx, texts);
    const isEmpty = builtin.content.richButtonText.text === '';
    return Math.max(icon?.height ?? 0, isEmpty ? 0 : (text?.layout.heightPx ?? 0)) + 2 * inset;
  }
  if (builtin?.type === 'button') {
    const text = layoutBlockText(block, content, referenceWidthPx, texts);
    return (builtin.content.text === '' ? 0 : (text?.layout.heightPx ?? 0)) + 2 * inset;
  }
  if (builtin?.type !== 'sticky-note') return null;
  const { text: box } = layoutStickyNote(builtin, content, texts, imageRatio);
  const isEmpty = builtin.content.stickyNoteText.text === '';
  const text = isEmpty ? null : layoutBlockText(block, box, referenceWidthPx, texts);
  return box.y + (text?.layout.heightPx ?? 0) + stickyNoteMarginPx(block) + inset;
}

/**
 * A block's height as it is shown, px at the reference width: its own, or more if it grows with its
 * text and needs more. That is so on pages stored before blocks grew, and after edits by a host
 * that cannot measure text.
 */
export function shownHeightPx(
  block: Block,
  resources: Pick<PaintResources, 'referenceWidthPx' | 'texts' | 'image' | 'kits'>,
): number {
  const { referenceWidthPx, texts, kits } = resources;
  const { width, height } = block.position;
  const heightPx = height * referenceWidthPx;
  const grows = findDefinition(block, kits)?.capabilities.growsWithText === true;
  if (!grows || block.styles.overflow === 'scroll') return heightPx;
  const ratio = imageRatioOf(block, resources);
  const builtin = asBuiltin(block);
  const shown = builtin?.type === 'rich-button' ? publishedButton(builtin, texts) : block;
  const needed = texts.memoize(block, `height ${String(referenceWidthPx)} ${String(ratio)}`, () =>
    contentsHeightPx(
      shown,
      { width: width * referenceWidthPx, height: heightPx },
      resources,
      ratio,
    ),
  );
  return Math.max(heightPx, needed ?? 0);
}

function imageRatioOf(block: Block, { image: find }: Pick<PaintResources, 'image'>): number | null {
  const builtin = asBuiltin(block);
  const url = builtin?.type === 'sticky-note' ? builtin.content.stickyNoteImageUrl : undefined;
  const image = url ? find(url) : null;
  return image === null || image === 'loading' ? null : image.height / image.width;
}
