import { type Box, type BuiltinBlockOf, stickyNoteMarginPx, textStyleOf } from '@cobble/engine';
import { insetBox } from '../../paint/boxes.ts';
import type { TextLayout } from '../../text/TextLayout.ts';
import type { TextLayouts } from '../../text/TextLayouts.ts';
import { layoutFlow } from '../../text/layoutFlow.ts';
import { baseRunStyle, plainTextFlow } from '../../text/richTextFlow.ts';

/** The positions of a note's image, title and text; px at the reference width. */
export interface StickyNoteLayout {
  readonly image: Box | null;
  readonly title: { readonly box: Box; readonly layout: TextLayout } | null;
  /** The text's box, below the title. */
  readonly text: Box;
}

/**
 * Lays out a note as it is published: an image over the full width, the title, the text.
 *
 * @param imageRatio the image's height over its width; null while there is none
 */
export function layoutStickyNote(
  block: BuiltinBlockOf<'sticky-note'>,
  content: Box,
  texts: TextLayouts,
  imageRatio: number | null,
): StickyNoteLayout {
  const image = imageRatio === null ? null : { ...content, height: content.width * imageRatio };
  const marginPx = stickyNoteMarginPx(block);
  const inner = insetBox(content, marginPx);
  const from = image ? image.y + image.height + marginPx : inner.y;
  const box = { ...inner, y: from };
  const style = textStyleOf(block, 0);
  const { stickyNoteTitle: title } = block.content;
  if (!title || !style) return { image, title: null, text: box };
  const strut = baseRunStyle(style);
  const bold = { ...strut, weight: 700, around: [strut] };
  const layout = layoutFlow(
    [
      {
        runs: [{ text: title, style: bold }],
        strut,
        align: style.align,
        indentPx: 0,
        marker: null,
      },
    ],
    inner.width,
    texts.measurer,
  );
  return {
    image,
    title: { box, layout },
    text: { ...box, y: box.y + layout.heightPx },
  };
}

/** Opacity of placeholder text. */
export const PLACEHOLDER_OPACITY = 0.5;

/** Whether a note has no text, title or image. */
export function isEmptyNote({ content }: BuiltinBlockOf<'sticky-note'>): boolean {
  const { stickyNoteText, stickyNoteTitle, stickyNoteImageUrl } = content;
  return stickyNoteText.text === '' && !stickyNoteTitle && !stickyNoteImageUrl;
}

/** Lays out a note's placeholder where its text would be. */
export function layoutPlaceholder(
  block: BuiltinBlockOf<'sticky-note'>,
  { text, box }: { readonly text: string; readonly box: Box },
  { measurer }: TextLayouts,
): { readonly box: Box; readonly layout: TextLayout } {
  const style = textStyleOf(block, 0);
  const flow = style ? plainTextFlow(text, style) : [];
  return { box, layout: layoutFlow(flow, box.width, measurer) };
}
