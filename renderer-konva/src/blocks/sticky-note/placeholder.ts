import {
  type Box,
  type BuiltinBlockOf,
  STICKY_NOTE_PLACEHOLDER,
  textStyleOf,
} from '@cobble/engine';
import { layoutFlow } from '../../text/layoutFlow.ts';
import { plainTextFlow } from '../../text/richTextFlow.ts';
import type { TextLayout } from '../../text/TextLayout.ts';
import type { TextLayouts } from '../../text/TextLayouts.ts';

/** Opacity of placeholder text. */
export const PLACEHOLDER_OPACITY = 0.5;

/** Whether a note has nothing that a visitor would see. */
export function isEmptyNote({ content }: BuiltinBlockOf<'sticky-note'>): boolean {
  const { stickyNoteText, stickyNoteTitle, stickyNoteImageUrl } = content;
  return stickyNoteText.text === '' && !stickyNoteTitle && !stickyNoteImageUrl;
}

/** Lays out a note's placeholder where its text would be. */
export function layoutPlaceholder(
  block: BuiltinBlockOf<'sticky-note'>,
  box: Box,
  { measurer }: TextLayouts,
): { readonly box: Box; readonly words: TextLayout } {
  const style = textStyleOf(block, 0);
  const flow = style ? plainTextFlow(STICKY_NOTE_PLACEHOLDER, style) : [];
  return { box, words: layoutFlow(flow, box.width, measurer) };
}
