import { type Block, type Environment, textStyleOf } from '@cobble/engine';
import { flowOf, layoutBlockText } from './blockText.ts';
import { layoutFlow } from './layoutFlow.ts';
import type { TextLayouts } from './TextLayouts.ts';

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
export function textMeasurersOf(texts: TextLayouts): TextMeasurers {
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
