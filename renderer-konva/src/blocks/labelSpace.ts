import { asBuiltin, type Block, insetsOf, minimumHeightPx } from '@cobble/engine';
import type { PaintResources } from '../paint/PaintResources.ts';
import { layoutBlockText } from '../text/blockText.ts';
import { layoutRichButton } from './rich-button/richButtonLayout.ts';

/** The least space above and below a label, as a ratio of the font size: two lines need no more. */
const SPACE_RATIO = 0.2;

/**
 * The space above and below the label of a button that grows, in addition to padding and border, px
 * at the reference width: enough that no line reaches into rounded corners. 0 for other blocks.
 */
export function labelSpacePx(
  block: Block,
  widthPx: number,
  { referenceWidthPx, texts }: Pick<PaintResources, 'referenceWidthPx' | 'texts'>,
): number {
  const builtin = asBuiltin(block);
  if (builtin?.type !== 'rich-button' && builtin?.type !== 'button') return 0;
  const { borderPx, paddingPx } = insetsOf(block, { width: widthPx, height: Infinity });
  const inset = borderPx + paddingPx;
  const width = Math.max(0, widthPx - 2 * inset);
  const content = { x: inset, y: inset, width, height: 0 };
  const text =
    builtin.type === 'rich-button'
      ? layoutRichButton(builtin, content, referenceWidthPx, texts).text
      : layoutBlockText(block, content, referenceWidthPx, texts);
  if (!text) return 0;
  const minimumPx = minimumHeightPx(block, referenceWidthPx);
  const round = Math.min(block.styles.borderRadiusPx ?? 0, minimumPx / 2, widthPx / 2);
  const { lines, heightPx: textHeightPx } = text.layout;
  const spaces = lines.map((line) => {
    const left = text.box.x + line.x;
    const side = Math.min(round, Math.max(0, Math.min(left, widthPx - left - line.width)));
    // How far below the top edge the rounded corner reaches the end of the line.
    const depth = round - Math.sqrt(round ** 2 - (round - side) ** 2);
    return depth - inset - Math.min(line.y, textHeightPx - line.y - line.height);
  });
  return Math.max(SPACE_RATIO * text.style.sizePx - inset, 0, ...spaces);
}
