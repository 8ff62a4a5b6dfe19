import {
  type Block,
  type Box,
  type Environment,
  type TextStyle,
  asBuiltin,
  textStyleOf,
} from '@cobble/engine';
import type { FlowParagraph } from './TextFlow.ts';
import type { TextLayout } from './TextLayout.ts';
import type { TextLayouts } from './TextLayouts.ts';
import { layoutFlow } from './layoutFlow.ts';
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
      return () => plainTextFlow(builtin.content.text, style);
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

/** The part of the engine's environment that measures text. */
export interface TextMeasurers {
  readonly measureTextHeight: NonNullable<Environment['measureTextHeight']>;
  readonly measureTextWidth: NonNullable<Environment['measureTextWidth']>;
}

/** A browser's line may be this much wider than the canvas's without wrapping, px. */
const TOLERANCE_PX = 0.75;

/**
 * Creates the engine's text measurers: a text block's height at a width, and the width that its
 * lines need, both with padding and border, px at the reference width.
 *
 * @param texts should be the canvas's, so that measured text is not laid out again
 */
export function textMeasurersFor(texts: TextLayouts): TextMeasurers {
  return {
    measureTextHeight({ block, widthPx }) {
      const inset = insetOf(block);
      const box = { x: 0, y: 0, width: Math.max(0, widthPx - 2 * inset), height: 0 };
      // Only buttons depend on the reference width, and their height does not depend on their text.
      const text = layoutBlockText(block, box, 0, texts);
      return (text?.layout.heightPx ?? 0) + 2 * inset;
    },
    measureTextWidth({ block, widthPx }) {
      const inset = insetOf(block);
      const style = textStyleOf(block, 0);
      const flow = style && flowOf(block, style);
      if (!flow) return widthPx;
      // Aligned left, a line ends at its indentation plus its width.
      const paragraphs = flow().map((each) => ({ ...each, align: 'left' as const }));
      const availablePx = Math.max(0, widthPx - 2 * inset);
      const { lines } = layoutFlow(paragraphs, availablePx, texts.measurer);
      const widest = Math.max(0, ...lines.map(({ x, width }) => x + width));
      return Math.min(widthPx, Math.ceil(widest + TOLERANCE_PX) + 2 * inset);
    },
  };
}

function insetOf({ styles }: Block): number {
  return (styles.paddingPx ?? 0) + (styles.border?.widthPx ?? 0);
}
