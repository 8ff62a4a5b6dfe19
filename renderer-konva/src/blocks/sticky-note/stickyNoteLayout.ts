import type { Box } from '@cobble/engine';
import { insetBox } from '../../paint/boxPath.ts';

/** Room round a note's words, px at the reference width. */
export const STICKY_NOTE_PADDING_PX = 16;

/** Where a note's words stand in its content box. */
export function stickyNoteTextBox(content: Box): Box {
  return insetBox(content, STICKY_NOTE_PADDING_PX);
}
