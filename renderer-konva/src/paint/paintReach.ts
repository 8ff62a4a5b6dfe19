import {
  type Block,
  type RichTextNode,
  type Shadow,
  asBuiltin,
  headingSizeOf,
  textStyleOf,
} from '@cobble/engine';
import { memoizeByObject } from '@cobble/engine/memoize';

/** How far beyond a block's box its overflow (text, strokes) is searched for, px. */
export const OVERFLOW_PX = 96;
/** Overflow of shapes of the catalogue, which stay within their box: antialiased edges, px. */
const EDGE_PX = 2;
const MIN_TEXT_OVERFLOW_PX = 24;
const TEXT_OVERFLOW_RATIO = 1.5;

function reachOfShadow(shadow: Shadow | undefined): number {
  return shadow ? Math.abs(shadow.xPx) + Math.abs(shadow.yPx) + 2 * shadow.blurPx : 0;
}

/**
 * How far a block's effects extend what it and its descendants paint, px at the reference width.
 */
export function reachOfEffects({ styles }: Block): number {
  const { blurPx = 0, dropShadow } = styles;
  return 3 * blurPx + 2 * reachOfShadow(dropShadow);
}

/**
 * How far a block's contents may overflow its box. Overestimating costs time, because tiles search
 * and paint in vain.
 */
function overflowPx(block: Block, referenceWidthPx: number): number {
  const builtin = asBuiltin(block);
  switch (builtin?.type) {
    case 'shape':
      return builtin.content.shapeType === 'path' ? OVERFLOW_PX : EDGE_PX;
    case 'text':
    case 'rich-button':
      return Math.max(
        MIN_TEXT_OVERFLOW_PX,
        TEXT_OVERFLOW_RATIO * maxFontSizePx(block, referenceWidthPx),
        textOverflowPx(block, referenceWidthPx),
      );
    default:
      return Math.max(OVERFLOW_PX, textOverflowPx(block, referenceWidthPx));
  }
}

/** How far beyond its rotated box a block may paint, px at the reference width. */
export function paintReachPx(block: Block, referenceWidthPx: number): number {
  return (
    overflowPx(block, referenceWidthPx) +
    reachOfShadow(block.styles.boxShadow) +
    reachOfEffects(block)
  );
}

/** Numbers that a text's extent is estimated from. */
interface TextStats {
  readonly characters: number;
  readonly paragraphs: number;
  /** The largest font size, px; 0 when all text has the block's own size. */
  readonly sizePx: number;
  readonly lineHeight: number;
}

/**
 * Estimates how far a block's text may overflow its box, px at the reference width, from the number
 * of characters: laying out all texts just to find what is visible would take longer than painting.
 * 0 for a text whose box grows with its text.
 */
export function textOverflowPx(block: Block, referenceWidthPx: number): number {
  const builtin = asBuiltin(block);
  if (builtin?.type === 'text' && builtin.content.useAutosize !== false) return 0;
  const style = textStyleOf(block, referenceWidthPx);
  if (!style) return 0;
  const stats = textStatsOf(block.content, block);
  const size = Math.max(style.sizePx, stats.sizePx);
  const { width, height } = block.position;
  const { paddingPx = 0, border } = block.styles;
  const inset = 2 * (paddingPx + (border?.widthPx ?? 0));
  // A character is narrower than its font size; a word that does not fit leaves a line half empty.
  const charactersPerLine = Math.max(1, (width * referenceWidthPx - inset) / (2 * size));
  const lines = stats.paragraphs + Math.ceil(stats.characters / charactersPerLine);
  const neededPx = lines * size * Math.max(style.lineHeight, stats.lineHeight) + inset;
  return Math.max(0, neededPx - height * referenceWidthPx);
}

/** The largest font size of a block, px at the reference width; 0 when it has no text. */
export function maxFontSizePx(block: Block, referenceWidthPx: number): number {
  const style = textStyleOf(block, referenceWidthPx);
  return style ? Math.max(style.sizePx, textStatsOf(block.content, block).sizePx) : 0;
}

/** Memoized by content, which is replaced on change; never invalidated. */
const textStatsOf = memoizeByObject((_: Block['content'], block: Block) => countText(block));

function countText(block: Block): TextStats {
  const builtin = asBuiltin(block);
  if (builtin?.type === 'text') return countNode(builtin.content.text);
  const text =
    builtin?.type === 'sticky-note'
      ? `${builtin.content.stickyNoteTitle ?? ''}\n${builtin.content.stickyNoteText.text}`
      : builtin?.type === 'rich-button'
        ? builtin.content.richButtonText.text
        : builtin?.type === 'button'
          ? builtin.content.text
          : '';
  return { characters: text.length, paragraphs: text.split('\n').length, sizePx: 0, lineHeight: 0 };
}

function countNode(node: RichTextNode): TextStats {
  let { characters, paragraphs, sizePx, lineHeight } = {
    characters: node.text?.length ?? 0,
    paragraphs: node.type === 'paragraph' || node.type === 'hard_break' ? 1 : 0,
    sizePx: 0,
    lineHeight: 0,
  };
  if (node.type === 'heading') {
    paragraphs += 1;
    sizePx = headingSizeOf(node) ?? 0;
  }
  for (const { type, attrs } of node.marks ?? []) {
    const values = Object.values(attrs ?? {})
      .map(Number)
      .filter(Number.isFinite);
    if (type === 'font_size') sizePx = Math.max(sizePx, ...values);
    if (type === 'line_height') lineHeight = Math.max(lineHeight, ...values);
  }
  for (const child of node.content ?? []) {
    const inner = countNode(child);
    characters += inner.characters;
    paragraphs += inner.paragraphs;
    sizePx = Math.max(sizePx, inner.sizePx);
    lineHeight = Math.max(lineHeight, inner.lineHeight);
  }
  return { characters, paragraphs, sizePx, lineHeight };
}
