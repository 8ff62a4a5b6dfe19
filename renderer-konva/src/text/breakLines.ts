import {
  layoutNextRichInlineLineRange,
  materializeRichInlineLineRange,
  prepareRichInline,
  type PreparedRichInline,
  type RichInlineCursor,
  type RichInlineLine,
  type RichInlineLineRange,
} from '@chenglou/pretext/rich-inline';
import type { FontMeasurer } from './FontMeasurer.ts';
import { LAYOUT_UNIT_PX, measureLine, type MeasuredLine } from './measureLine.ts';
import type { ParagraphText } from './ParagraphText.ts';

/** Widths that differ by less are equal, px. */
const SAME_PX = 0.02;
/** How much less width a line is given to make it lose its last piece, px. */
const STEP_PX = 1 / 128;
/** Pieces up to this many times as wide as the line may fit once they are shaped together. */
const REACH_RATIO = 1.12;
/** {@link REACH_RATIO} for joined scripts, whose words pretext breaks by isolated letters. */
const JOINED_RATIO = 1.6;
const JOINED = /\p{Script=Arabic}{2}/u;
/**
 * Where widths add up, pieces wider than the line by up to this may fit: the largest kerning of a
 * pair, em.
 */
const PAIR_EM = 0.1;
/** The most breaks to try beyond the first one, in each direction. */
const MAX_TRIES = 24;

/**
 * Breaks a paragraph into lines as browsers do with `white-space: pre-wrap` and `overflow-wrap:
 * break-word`.
 *
 * pretext adds up the widths of words, which matches browsers for most fonts. Some fonts adjust
 * glyphs across words (Caveat's alternates, kerned ideographs): there each line is measured as a
 * whole, and pretext only supplies the possible breaks. The same is done where layout units decide.
 *
 * @param availablePx a line's width, px
 */
export function breakLines(
  paragraph: ParagraphText,
  availablePx: number,
  measurer: FontMeasurer,
): MeasuredLine[] {
  const { items } = paragraph;
  if (items.length === 0) return [];
  const prepared = prepareRichInline(
    items.map(({ text, font }) => ({ text, font })),
    { whiteSpace: 'pre-wrap' },
  );
  const measure = (range: RichInlineLineRange, blankPx?: number): MeasuredLine => {
    const broken = materializeRichInlineLineRange(prepared, range);
    const measured = measureLine(broken, paragraph, availablePx, measurer);
    const line = withoutBlank(measured, blankPx ?? blankHalfOf(measured, range));
    const more = extraWidthAtBreak(broken, paragraph, measurer);
    return more === 0 ? line : { ...line, neededPx: line.neededPx + more };
  };
  const isJoined = JOINED.test(paragraph.text);
  const isSum = !isJoined && addsUp(prepared, paragraph, measurer);
  const ratio = isJoined ? JOINED_RATIO : REACH_RATIO;
  const reachOf = (sizePx: number): number =>
    isSum ? availablePx + sizePx * PAIR_EM : availablePx * ratio + sizePx;
  const lines: MeasuredLine[] = [];
  let cursor: RichInlineCursor | undefined;
  for (;;) {
    const range = layoutNextRichInlineLineRange(prepared, availablePx + LAYOUT_UNIT_PX, cursor);
    if (!range) return lines;
    const [end, line] = refit(prepared, range, cursor, { availablePx, reachOf, measure });
    lines.push(line);
    cursor = end;
  }
}

/** Two characters that a font may kern; full-width characters have rules of their own. */
const PAIR = /^(?![^]?[\u3000-\u303F\uFF00-\uFFEF])[\p{L}\p{N}\p{P}\p{S}]{2}$/u;

/**
 * The kerning between a line's last character and the next one, when the break is within a word,
 * px. A browser looks for the break in the text shaped as a whole, so the kerning counts. If it
 * makes the line narrower, the browser measures the line again without it, except where an element
 * ends.
 */
function extraWidthAtBreak(
  { fragments }: RichInlineLine,
  { items }: ParagraphText,
  measurer: FontMeasurer,
): number {
  const last = fragments.at(-1);
  const item = last && items[last.itemIndex];
  if (!item) return 0;
  const { sourceEnd: end } = last;
  const characters = item.text[end - 1] === '\u00AD' ? end - 1 : end;
  const pair = item.text.slice(characters - 1, characters) + item.text.slice(end, end + 1);
  if (!PAIR.test(pair)) return 0;
  const [left, right] = [pair.slice(0, 1), pair.slice(1)];
  const apart = measurer.width(left, item.font) + measurer.width(right, item.font);
  const more = measurer.width(pair, item.font) - apart;
  return more > 0 || item.spans.some((span) => span.end === end) ? more : 0;
}

const HALF_BLANK = /[、。，．」』）】〉》〕］｝〗〙]$/;

/**
 * The right half of full-width closing punctuation is blank, and is dropped at the end of a line
 * that would be too long with it (CSS Text 4, `text-spacing-trim`). pretext knows the fonts in
 * which this applies.
 */
function blankHalfOf(line: MeasuredLine, { width }: RichInlineLineRange): number {
  if (!HALF_BLANK.test(line.text.trimEnd())) return 0;
  const size = line.pieces.at(-1)?.style.sizePx ?? 0;
  const less = line.widthPx - width;
  return Math.abs(less - size / 2) > size / 8 ? 0 : less;
}

function withoutBlank(line: MeasuredLine, blankPx: number): MeasuredLine {
  if (blankPx === 0) return line;
  const { widthPx, hangPx, neededPx } = line;
  return {
    ...{ ...line, widthPx: widthPx - blankPx, hangPx: hangPx + blankPx },
    neededPx: neededPx - blankPx,
  };
}

/** Whether the words of a paragraph are as wide together as separately. */
function addsUp(
  prepared: PreparedRichInline,
  paragraph: ParagraphText,
  measurer: FontMeasurer,
): boolean {
  let cursor: RichInlineCursor | undefined;
  for (;;) {
    const range = layoutNextRichInlineLineRange(prepared, Infinity, cursor);
    if (!range) return true;
    const line = materializeRichInlineLineRange(prepared, range);
    const { widthPx } = measureLine(line, paragraph, Infinity, measurer);
    if (Math.abs(widthPx - range.width) > SAME_PX) return false;
    cursor = range.end;
  }
}

interface Fitting {
  readonly availablePx: number;
  /** The width of the longest line to try, given the font size at the end of the first one; px. */
  readonly reachOf: (sizePx: number) => number;
  /**
   * `blankPx` is the width that is dropped from the line's last character; by default it is
   * computed from the range.
   */
  readonly measure: (range: RichInlineLineRange, blankPx?: number) => MeasuredLine;
}
type Fitted = readonly [end: RichInlineCursor, line: MeasuredLine];

/** The longest line from a position that fits the width when measured as a whole. */
function refit(
  prepared: PreparedRichInline,
  first: RichInlineLineRange,
  from: RichInlineCursor | undefined,
  { availablePx, reachOf, measure }: Fitting,
): Fitted {
  // Layout units are rounded, and one more unit fits.
  const fits = ({ neededPx }: MeasuredLine): boolean =>
    neededPx < availablePx + 1.5 * LAYOUT_UNIT_PX;
  // Full-width punctuation at the end of a line first loses its blank half, at the same break.
  const before = ({ width }: RichInlineLineRange): RichInlineLineRange | null => {
    const shorter = layoutNextRichInlineLineRange(prepared, width - STEP_PX, from);
    return shorter && shorter.width < width ? shorter : null;
  };
  const line = measure(first);
  if (!fits(line)) {
    let range = first;
    let measured = line;
    for (let tries = 0; tries < MAX_TRIES && !fits(measured); tries += 1) {
      const shorter = before(range);
      if (!shorter) break;
      range = shorter;
      measured = measure(range);
    }
    return [range.end, measured];
  }
  if (line.endsParagraph) return [first.end, line];
  const reach = reachOf(line.pieces.at(-1)?.style.sizePx ?? 0);
  let longer = layoutNextRichInlineLineRange(prepared, reach, from);
  let blankPx: number | undefined;
  for (let tries = 0; longer && tries < MAX_TRIES && isBefore(first.end, longer.end); tries += 1) {
    const measured = measure(longer, blankPx);
    if (fits(measured)) return [longer.end, measured];
    const shorter = before(longer);
    const isSame = shorter !== null && !isBefore(shorter.end, longer.end);
    blankPx = isSame ? longer.width - shorter.width : undefined;
    longer = shorter;
  }
  return [first.end, line];
}

function isBefore(a: RichInlineCursor, b: RichInlineCursor): boolean {
  return (
    (a.itemIndex - b.itemIndex ||
      a.segmentIndex - b.segmentIndex ||
      a.graphemeIndex - b.graphemeIndex) < 0
  );
}
