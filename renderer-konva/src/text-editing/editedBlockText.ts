import { asBuiltin, type Block } from '@cobble/engine';
import { layoutRichButton } from '../blocks/rich-button/richButtonLayout.ts';
import { stickyNoteTextBox } from '../blocks/sticky-note/stickyNoteLayout.ts';
import { contentBoxOf } from '../paint/contentBox.ts';
import { type BlockText, layoutBlockText } from '../text/blockText.ts';
import type { TextLayouts } from '../text/TextLayouts.ts';

/** Where the painters put a block's words; px at the reference width from the block's corner. */
export function editedBlockText(
  block: Block,
  referenceWidthPx: number,
  texts: TextLayouts,
): BlockText | null {
  const width = block.position.width * referenceWidthPx;
  const height = block.position.height * referenceWidthPx;
  const content = contentBoxOf(block, { x: 0, y: 0, width, height });
  const known = asBuiltin(block);
  if (known?.type === 'rich-button')
    return layoutRichButton(known, content, referenceWidthPx, texts).text;
  const box = known?.type === 'sticky-note' ? stickyNoteTextBox(content) : content;
  return layoutBlockText(block, box, referenceWidthPx, texts);
}
