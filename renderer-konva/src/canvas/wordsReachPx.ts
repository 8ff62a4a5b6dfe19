import {
  asBuiltin,
  type Block,
  HEADING_SIZES_PX,
  type RichTextNode,
  textStyleOf,
} from '@cobble/engine';

interface Words {
  readonly signs: number;
  readonly paragraphs: number;
  /** The largest font size, px; 0 when all text has the block's own size. */
  readonly sizePx: number;
  readonly lineHeight: number;
}

const known = new WeakMap<object, Words>();

/**
 * Estimates how far a block's text may overflow its box, px at the reference width, from the number
 * of characters: laying out all texts just to find what is visible would take longer than painting.
 * 0 for a text whose box grows with its text.
 */
export function wordsReachPx(block: Block, referenceWidthPx: number): number {
  const builtin = asBuiltin(block);
  if (builtin?.type === 'text' && builtin.content.useAutosize !== false) return 0;
  const style = textStyleOf(block, referenceWidthPx);
  if (!style) return 0;
  const words = wordsOf(block);
  const size = Math.max(style.sizePx, words.sizePx);
  const { width, height } = block.position;
  const { paddingPx = 0, border } = block.styles;
  const inset = 2 * (paddingPx + (border?.widthPx ?? 0));
  // A character takes less than its font size; a word that does not fit leaves a line half empty.
  const room = Math.max(1, (width * referenceWidthPx - inset) / (2 * size));
  const lines = words.paragraphs + Math.ceil(words.signs / room);
  const wanted = lines * size * Math.max(style.lineHeight, words.lineHeight) + inset;
  return Math.max(0, wanted - height * referenceWidthPx);
}

/** The largest font size of a block, px at the reference width; 0 when it has no text. */
export function lettersPx(block: Block, referenceWidthPx: number): number {
  const style = textStyleOf(block, referenceWidthPx);
  return style ? Math.max(style.sizePx, wordsOf(block).sizePx) : 0;
}

function wordsOf(block: Block): Words {
  const found = known.get(block.content);
  if (found) return found;
  const counted = countWords(block);
  known.set(block.content, counted);
  return counted;
}

function countWords(block: Block): Words {
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
  return { signs: text.length, paragraphs: text.split('\n').length, sizePx: 0, lineHeight: 0 };
}

function countNode(node: RichTextNode): Words {
  let { signs, paragraphs, sizePx, lineHeight } = {
    signs: node.text?.length ?? 0,
    paragraphs: node.type === 'paragraph' || node.type === 'hard_break' ? 1 : 0,
    sizePx: 0,
    lineHeight: 0,
  };
  if (node.type === 'heading') {
    paragraphs += 1;
    sizePx = HEADING_SIZES_PX[0];
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
    signs += inner.signs;
    paragraphs += inner.paragraphs;
    sizePx = Math.max(sizePx, inner.sizePx);
    lineHeight = Math.max(lineHeight, inner.lineHeight);
  }
  return { signs, paragraphs, sizePx, lineHeight };
}
