import { textStyleCss, textStyleOf, type Block } from '@cobble/engine';
import { readColor } from '../page/readStyles.ts';
import type { StaticContext } from '../RenderOptions.ts';

/**
 * The class with the text style of a block whose content has been checked: the same declarations
 * as the canvas and the text editor have (architecture.md, idea 6).
 *
 * @param words what is set in that style; '' where marks have a say, and the writer notes the fonts
 */
export function textClass(block: Block, context: StaticContext, words: string): string {
  const style = textStyleOf(block, context.referenceWidthPx);
  if (style === null) return '';
  const { family, bold, italic } = style;
  context.useFont(family, { text: words, bold, italic });
  const color = readColor(style.color) ?? '#000000';
  return context.classFor(textStyleCss({ ...style, color }, context.fontSize));
}
