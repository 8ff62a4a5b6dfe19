import { asBuiltin, type Block } from '@cobble/engine';
import { shownHeightPx } from '../blocks/contentsHeight.ts';
import { layoutRichButton } from '../blocks/rich-button/richButtonLayout.ts';
import { layoutStickyNote } from '../blocks/sticky-note/stickyNoteLayout.ts';
import { contentBoxOf } from '../paint/boxes.ts';
import { type BlockText, layoutBlockText } from '../text/blockText.ts';
import type { PaintResources } from '../paint/PaintResources.ts';

/**
 * Where the painters draw a block's text; px at the reference width from the block's top left
 * corner.
 */
export function editedBlockText(
  block: Block,
  resources: Pick<PaintResources, 'referenceWidthPx' | 'texts' | 'image' | 'kits'>,
): BlockText | null {
  const { referenceWidthPx, texts, image: findImage } = resources;
  const width = block.position.width * referenceWidthPx;
  const height = shownHeightPx(block, resources);
  const content = contentBoxOf(block, { x: 0, y: 0, width, height }, referenceWidthPx);
  const builtin = asBuiltin(block);
  if (builtin?.type === 'rich-button')
    return layoutRichButton(builtin, content, referenceWidthPx, texts).text;
  if (builtin?.type !== 'sticky-note')
    return layoutBlockText(block, content, referenceWidthPx, texts);
  const url = builtin.content.stickyNoteImageUrl;
  const image = url ? findImage(url) : null;
  const ratio = image === null || image === 'loading' ? null : image.height / image.width;
  const { text } = layoutStickyNote(builtin, content, texts, ratio);
  return layoutBlockText(block, text, referenceWidthPx, texts);
}
