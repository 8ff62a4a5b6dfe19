import {
  type Box,
  type BuiltinBlockOf,
  leastSidePaddingPx,
  withoutLastLineBreaks,
} from '@cobble/engine';
import { shownInsets } from '../../paint/boxes.ts';
import { type BlockText, layoutBlockText } from '../../text/blockText.ts';
import type { TextLayouts } from '../../text/TextLayouts.ts';

/** The icon's side and its gap to the text, as ratios of the font size. */
export const BUTTON_ICON_RATIO = 1.2;
export const BUTTON_GAP_RATIO = 0.5;

/** The positions of a button's icon and text; px at the reference width. */
export interface RichButtonLayout {
  readonly icon: Box | null;
  readonly text: BlockText | null;
  /** The colour of both. */
  readonly color: string;
}

/**
 * The button as it is published: without line breaks at the end of its label. While the label is
 * edited they count, because the caret may be after them.
 */
export function publishedButton(
  block: BuiltinBlockOf<'rich-button'>,
  texts: TextLayouts,
): BuiltinBlockOf<'rich-button'> {
  const { richButtonText: label } = block.content;
  const text = withoutLastLineBreaks(label.text);
  if (text === label.text) return block;
  return texts.memoize(block, 'published button', () => ({
    ...block,
    content: { ...block.content, richButtonText: { ...label, text } },
  }));
}

/**
 * Lays out a button as its published flex row does: icon and text together, aligned as one.
 *
 * @param inside the button inside its border and padding
 */
export function layoutRichButton(
  block: BuiltinBlockOf<'rich-button'>,
  inside: Box,
  referenceWidthPx: number,
  texts: TextLayouts,
): RichButtonLayout {
  const content = withSidePadding(block, inside, referenceWidthPx);
  const {
    richButtonIcon: icon,
    richButtonText: buttonText,
    richButtonTextHidden: hidden,
  } = block.content;
  const probe = layoutBlockText(block, content, referenceWidthPx, texts, 'middle');
  if (!probe) return { icon: null, text: null, color: '#000000' };
  const { color } = probe.style;
  const side = icon ? probe.style.sizePx * BUTTON_ICON_RATIO : 0;
  if (hidden) {
    const x = content.x + (content.width - side) / 2;
    return { icon: icon ? squareAt(x, content, side) : null, text: null, color };
  }
  if (!icon) return { icon: null, text: probe, color };
  const gap = probe.style.sizePx * BUTTON_GAP_RATIO;
  const textBox = { ...content, width: Math.max(0, content.width - side - gap) };
  const fitted = layoutBlockText(block, textBox, referenceWidthPx, texts, 'middle') ?? probe;
  const { lines } = fitted.layout;
  // A label that wraps takes all the space, however short its lines are.
  const isWrapped = lines.length > buttonText.text.split('\n').length;
  const width = isWrapped ? textBox.width : Math.max(0, ...lines.map((line) => line.width));
  const spareWidth = textBox.width - width;
  const shift =
    buttonText.align === 'left' ? 0 : buttonText.align === 'right' ? spareWidth : spareWidth / 2;
  const left = content.x + shift;
  const isBefore = icon.placement === 'left';
  const offset = isWrapped ? 0 : shiftOf(fitted, textBox.width);
  return {
    color,
    icon: squareAt(isBefore ? left : left + width + gap, content, side),
    text: { ...fitted, box: { ...textBox, x: left - offset + (isBefore ? side + gap : 0) } },
  };
}

function withSidePadding(
  block: BuiltinBlockOf<'rich-button'>,
  inside: Box,
  referenceWidthPx: number,
): Box {
  const least = leastSidePaddingPx(block, referenceWidthPx);
  const missing = Math.max(0, least - shownInsets(block, referenceWidthPx).paddingPx);
  const width = Math.max(0, inside.width - 2 * missing);
  return { ...inside, x: inside.x + (inside.width - width) / 2, width };
}

/** How far alignment already moves the longest line from the left of its box. */
function shiftOf(text: BlockText, boxWidth: number): number {
  const width = Math.max(0, ...text.layout.lines.map((line) => line.width));
  const spareWidth = boxWidth - width;
  return text.style.align === 'right'
    ? spareWidth
    : text.style.align === 'center'
      ? spareWidth / 2
      : 0;
}

function squareAt(x: number, content: Box, side: number): Box {
  return { x, y: content.y + (content.height - side) / 2, width: side, height: side };
}
