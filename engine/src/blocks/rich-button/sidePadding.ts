import type { Block } from '../../model/Block.ts';
import { asBuiltin } from '../builtinBlocks.ts';
import { insetsOf } from '../insets.ts';
import { textStyleOf } from '../textStyleOf.ts';

/** The least padding, as ratios of the font size and of the button's width, and in px. */
const SIZE_RATIO = 0.4;
const WIDTH_RATIO = 0.05;
const MOST_PX = 12;
/** Widths as ratios of the font size: the icon's with its gap, and nearly the most of a character. */
const ICON_RATIO = 1.7;
const LETTER_RATIO = 0.65;
const IDEOGRAPH_RATIO = 1;
const IDEOGRAPHS = /[\u{1100}-\u{10FFFF}]/gu;

/**
 * The least padding on the left and right of a rich button's label and icon, px at the reference
 * width, so that a long label does not touch the edges. 0 for other blocks, and for a button whose
 * label is too short to do so, judging by its characters: the published page cannot measure it.
 */
export function leastSidePaddingPx(block: Block, referenceWidthPx: number): number {
  const button = asBuiltin(block);
  const style = textStyleOf(block, referenceWidthPx);
  if (button?.type !== 'rich-button' || !style) return 0;
  const {
    richButtonText: { text },
    richButtonIcon: icon,
    richButtonTextHidden,
  } = button.content;
  if (richButtonTextHidden === true) return 0;
  const widthPx = block.position.width * referenceWidthPx;
  const leastPx = Math.min(SIZE_RATIO * style.sizePx, WIDTH_RATIO * widthPx, MOST_PX);
  const label = Math.max(...text.split('\n').map(widthRatioOf));
  const neededPx = (label + (icon ? ICON_RATIO : 0)) * style.sizePx;
  // As in a button that is tall enough: it must not become another one by growing with its label.
  const { borderPx, paddingPx } = insetsOf(block, { width: widthPx, height: Infinity });
  return neededPx + 2 * (borderPx + paddingPx + leastPx) <= widthPx ? 0 : leastPx;
}

function widthRatioOf(line: string): number {
  const letters = line.replace(IDEOGRAPHS, '').length;
  const ideographs = line.match(IDEOGRAPHS)?.length ?? 0;
  return letters * LETTER_RATIO + ideographs * IDEOGRAPH_RATIO;
}
