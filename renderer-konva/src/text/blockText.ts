import {
  type Block,
  type Box,
  type TextStyle,
  asBuiltin,
  textStyleOf,
  withoutLastLineBreaks,
} from '@cobble/engine';
import type { FlowParagraph } from './TextFlow.ts';
import type { TextLayout } from './TextLayout.ts';
import type { TextLayouts } from './TextLayouts.ts';
import { plainTextFlow, richTextFlow } from './richTextFlow.ts';

/** The position of a block's text; px at the reference width from the block's top left corner. */
export interface BlockText {
  /** The box in which lines break. */
  readonly box: Box;
  /** Distance from the top of the box to the first line. */
  readonly top: number;
  readonly layout: TextLayout;
  readonly style: TextStyle;
}

/** A block's text as paragraphs, or null for a type without text of its own. */
export function flowOf(block: Block, style: TextStyle): (() => readonly FlowParagraph[]) | null {
  const builtin = asBuiltin(block);
  switch (builtin?.type) {
    case 'text':
      return () => richTextFlow(builtin.content.text, style);
    case 'button':
      return () => plainTextFlow(withoutLastLineBreaks(builtin.content.text), style);
    case 'rich-button':
      return () => plainTextFlow(builtin.content.richButtonText.text, style);
    case 'sticky-note':
      return () => plainTextFlow(builtin.content.stickyNoteText.text, style);
    default:
      return null;
  }
}

/**
 * Lays out a block's text in a box.
 *
 * @param referenceWidthPx the page's reference width
 */
export function layoutBlockText(
  block: Block,
  box: Box,
  referenceWidthPx: number,
  texts: TextLayouts,
  verticalAlign: 'top' | 'middle' = 'top',
): BlockText | null {
  const style = textStyleOf(block, referenceWidthPx);
  const flow = style && flowOf(block, style);
  if (!flow) return null;
  const layout = texts.layout(block, box.width, flow, style.sizePx);
  const top = verticalAlign === 'middle' ? (box.height - layout.heightPx) / 2 : 0;
  return { box, top, layout, style };
}
