import { textStyleCss, textStyleOf, type Block } from '@cobble/engine';
import { readColor } from '../page/readStyles.ts';
import type { StaticContext } from '../RenderOptions.ts';

/**
 * Returns the class with a block's text style: the same declarations as on the canvas and in the
 * text editor. The block's content must have been checked.
 *
 * @param text the text in that style; '' if `RichTextWriter` records the fonts, run by run
 */
export function textClass(block: Block, context: StaticContext, text: string): string {
  const style = textStyleOf(block, context.referenceWidthPx);
  if (style === null) return '';
  const { family, bold, italic } = style;
  context.useFont(family, { text, bold, italic });
  const color = readColor(style.color) ?? '#000000';
  return context.classFor(textStyleCss({ ...style, color }, context.fontSize));
}
