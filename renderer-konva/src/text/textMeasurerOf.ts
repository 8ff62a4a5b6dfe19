import type { Environment } from '@cobble/engine';
import { layoutBlockText } from './blockText.ts';
import type { TextLayouts } from './TextLayouts.ts';

/**
 * Makes the engine's `environment.measureTextHeight`: the height in px at the reference width that
 * a text block needs at a width, with its padding and border.
 *
 * @param texts share the canvas's, so that what is measured need not be laid out again
 */
export function textMeasurerOf(texts: TextLayouts): NonNullable<Environment['measureTextHeight']> {
  return ({ block, widthPx }) => {
    const inset = (block.styles.paddingPx ?? 0) + (block.styles.border?.widthPx ?? 0);
    const box = { x: 0, y: 0, width: Math.max(0, widthPx - 2 * inset), height: 0 };
    // The reference width matters to buttons alone, whose height does not follow from their words.
    const text = layoutBlockText(block, box, 0, texts);
    return (text?.layout.heightPx ?? 0) + 2 * inset;
  };
}
