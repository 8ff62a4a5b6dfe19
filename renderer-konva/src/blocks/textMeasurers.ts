import { asBuiltin, type Block, type Environment, insetsOf, textStyleOf } from '@cobble/engine';
import { flowOf, layoutBlockText } from '../text/blockText.ts';
import { layoutFlow } from '../text/layoutFlow.ts';
import type { TextLayouts } from '../text/TextLayouts.ts';
import { contentsHeightPx } from './contentsHeight.ts';
import { labelSpacePx } from './labelSpace.ts';
import { layoutRichButton } from './rich-button/richButtonLayout.ts';

/** The part of the engine's environment that measures text. */
export interface TextMeasurers {
  readonly measureTextHeight: NonNullable<Environment['measureTextHeight']>;
  readonly measureTextWidth: NonNullable<Environment['measureTextWidth']>;
}

/** A browser's line may be this much wider than the canvas's without wrapping, px. */
const TOLERANCE_PX = 0.75;

/**
 * Creates the engine's text measurers: the height that a block needs for its text at a width, and the
 * width that the lines of a text block or rich button need, both with padding and border, px at the
 * reference width.
 *
 * @param texts should be the canvas's, so that measured text is not laid out again
 */
export function textMeasurersFor(texts: TextLayouts): TextMeasurers {
  return {
    measureTextHeight({ block, widthPx, referenceWidthPx }) {
      const needed = contentsHeightPx(
        block,
        { width: widthPx, height: Infinity },
        { referenceWidthPx, texts },
      );
      if (needed !== null)
        return needed + 2 * labelSpacePx(block, widthPx, { referenceWidthPx, texts });
      const inset = insetOf(block, widthPx);
      const box = { x: 0, y: 0, width: Math.max(0, widthPx - 2 * inset), height: 0 };
      const text = layoutBlockText(block, box, referenceWidthPx, texts);
      return (text?.layout.heightPx ?? 0) + 2 * inset;
    },
    measureTextWidth({ block, widthPx, referenceWidthPx }) {
      const inset = insetOf(block, widthPx);
      const button = asBuiltin(block);
      if (button?.type === 'rich-button') {
        const content = { x: 0, y: 0, width: Math.max(0, widthPx - 2 * inset), height: 0 };
        const { icon, text } = layoutRichButton(button, content, referenceWidthPx, texts);
        const parts = (text?.layout.lines ?? []).map(({ x, width }) => ({
          left: (text?.box.x ?? 0) + x,
          width,
        }));
        if (icon) parts.push({ left: icon.x, width: icon.width });
        if (parts.length === 0) return Math.min(widthPx, 2 * inset);
        const left = Math.min(...parts.map((part) => part.left));
        const right = Math.max(...parts.map((part) => part.left + part.width));
        return Math.min(widthPx, right - left + 2 * inset);
      }
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

/** The border and padding of a block that becomes as tall as it needs. */
function insetOf(block: Block, widthPx: number): number {
  const { borderPx, paddingPx } = insetsOf(block, { width: widthPx, height: Infinity });
  return borderPx + paddingPx;
}
