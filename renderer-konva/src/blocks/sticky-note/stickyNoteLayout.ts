import { type Box, type BuiltinBlockOf, textStyleOf } from '@cobble/engine';
import { insetBox } from '../../paint/boxPath.ts';
import { baseRunStyle } from '../../text/richTextFlow.ts';
import { layoutFlow } from '../../text/layoutFlow.ts';
import type { TextLayout } from '../../text/TextLayout.ts';
import type { TextLayouts } from '../../text/TextLayouts.ts';

/** Room round a note's words, px at the reference width; the published page has the same. */
export const STICKY_NOTE_PADDING_PX = 16;

/** Where a note's picture, title and words stand; px at the reference width. */
export interface StickyNoteLayout {
  readonly picture: Box | null;
  readonly title: { readonly box: Box; readonly layout: TextLayout } | null;
  /** The words' own box, from below the title. */
  readonly text: Box;
}

/**
 * Lays a note out as it is published: a picture over the whole width, the title, the words.
 *
 * @param pictureRatio height over width of the picture; null while there is none
 */
export function layoutStickyNote(
  block: BuiltinBlockOf<'sticky-note'>,
  content: Box,
  texts: TextLayouts,
  pictureRatio: number | null,
): StickyNoteLayout {
  const picture =
    pictureRatio === null ? null : { ...content, height: content.width * pictureRatio };
  const inner = insetBox(content, STICKY_NOTE_PADDING_PX);
  const from = picture ? picture.y + picture.height + STICKY_NOTE_PADDING_PX : inner.y;
  const box = { ...inner, y: from };
  const style = textStyleOf(block, 0);
  const { stickyNoteTitle: words } = block.content;
  if (!words || !style) return { picture, title: null, text: box };
  const strut = baseRunStyle(style);
  const bold = { ...strut, weight: 700, around: [strut] };
  const layout = layoutFlow(
    [
      {
        runs: [{ text: words, style: bold }],
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
    picture,
    title: { box, layout },
    text: { ...box, y: box.y + layout.heightPx },
  };
}
