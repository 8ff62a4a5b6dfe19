import { type Block, type Environment, textStyleOf } from '@cobble/engine';
import { flowOf, layoutBlockText } from './blockText.ts';
import { layoutFlow } from './layoutFlow.ts';
import type { TextLayouts } from './TextLayouts.ts';

/** What of the engine's environment measures text. */
export interface TextMeasurers {
  readonly measureTextHeight: NonNullable<Environment['measureTextHeight']>;
  readonly measureTextWidth: NonNullable<Environment['measureTextWidth']>;
}

/** A browser's line may be so much wider than the canvas's, px; it must not wrap for it. */
const TOLERANCE_PX = 0.75;

/**
 * Makes the engine's measurers: the height in px at the reference width that a text block needs at
 * a width, and the width that its lines need, with its padding and border.
 *
 * @param texts share the canvas's, so that what is measured need not be laid out again
 */
export function textMeasurersOf(texts: TextLayouts): TextMeasurers {
  return {
    measureTextHeight({ block, widthPx }) {
      const inset = insetOf(block);
      const box = { x: 0, y: 0, width: Math.max(0, widthPx - 2 * inset), height: 0 };
      // The reference width matters to buttons alone, whose height does not follow from their words.
      const text = layoutBlockText(block, box, 0, texts);
      return (text?.layout.heightPx ?? 0) + 2 * inset;
    },
    measureTextWidth({ block, widthPx }) {
      const inset = insetOf(block);
      const style = textStyleOf(block, 0);
      const flow = style && flowOf(block, style);
      if (!flow) return widthPx;
      // From the left, a line ends where its indent and its words do.
      const paragraphs = flow().map((each) => ({ ...each, align: 'left' as const }));
      const room = Math.max(0, widthPx - 2 * inset);
      const { lines } = layoutFlow(paragraphs, room, texts.measurer);
      const widest = Math.max(0, ...lines.map(({ x, width }) => x + width));
      return Math.min(widthPx, Math.ceil(widest + TOLERANCE_PX) + 2 * inset);
    },
  };
}

function insetOf({ styles }: Block): number {
  return (styles.paddingPx ?? 0) + (styles.border?.widthPx ?? 0);
}
