import {
  layoutNextRichInlineLineRange,
  materializeRichInlineLineRange,
  prepareRichInline,
  type PreparedRichInline,
  type RichInlineCursor,
  type RichInlineLineRange,
} from '@chenglou/pretext/rich-inline';
import type { FontMeasurer } from './FontMeasurer.ts';
import { measureLine, type MeasuredLine } from './MeasuredLine.ts';
import type { ParagraphText } from './ParagraphText.ts';

/** Sums of floating numbers differ by less, px. */
const SAME_PX = 0.02;
/** The least step by which a line is made narrower to lose its last piece, px. */
const STEP_PX = 1 / 128;
/** How far beyond the room pieces may reach that fit once they are shaped together. */
const REACH_RATIO = 1.12;
/** Breaks that are looked at beyond the first, in either direction. */
const MOST_TRIES = 24;

/**
 * Breaks a paragraph into lines as the browser does with `white-space: pre-wrap` and
 * `overflow-wrap: break-word`.
 *
 * pretext adds up widths of words, which is what a browser's lines are in most fonts. In others
 * letters look to their neighbours across words (Caveat's alternates, kerned ideographs): there each
 * line is measured as a whole, and pretext names the places where it may break.
 *
 * @param room px that a line has
 */
export function breakLines(
  paragraph: ParagraphText,
  room: number,
  measurer: FontMeasurer,
): MeasuredLine[] {
  const { items } = paragraph;
  if (items.length === 0) return [];
  const prepared = prepareRichInline(
    items.map(({ text, font }) => ({ text, font })),
    { whiteSpace: 'pre-wrap' },
  );
  const measure = (range: RichInlineLineRange): MeasuredLine => {
    const broken = materializeRichInlineLineRange(prepared, range);
    return withoutBlankHalf(measureLine(broken, paragraph, room, measurer), range);
  };
  const isSum = addsUp(prepared, paragraph, measurer);
  const lines: MeasuredLine[] = [];
  let cursor: RichInlineCursor | undefined;
  for (;;) {
    const range = layoutNextRichInlineLineRange(prepared, room, cursor);
    if (!range) return lines;
    const [end, line] = isSum
      ? [range.end, measure(range)]
      : refit(prepared, range, cursor, room, measure);
    lines.push(line);
    cursor = end;
  }
}

const HALF_BLANK = /[、。，．」』）】〉》〕］｝〗〙]$/;

/**
 * Of a full-width sign that closes something the right half is blank, and is left out where it ends
 * a line that would be too long with it (CSS Text 4, `text-spacing-trim`). pretext knows the fonts
 * in which it can be.
 */
function withoutBlankHalf(line: MeasuredLine, { width }: RichInlineLineRange): MeasuredLine {
  if (!HALF_BLANK.test(line.text.trimEnd())) return line;
  const size = line.pieces.at(-1)?.style.sizePx ?? 0;
  const less = line.widthPx - width;
  if (Math.abs(less - size / 2) > size / 8) return line;
  return { ...line, widthPx: width, hangPx: line.hangPx + less };
}

/** Whether the words of a paragraph are as wide together as one by one. */
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

type Fitted = readonly [end: RichInlineCursor, line: MeasuredLine];

/** The longest line from a place that fits the room, by its width as a whole. */
function refit(
  prepared: PreparedRichInline,
  first: RichInlineLineRange,
  from: RichInlineCursor | undefined,
  room: number,
  measure: (range: RichInlineLineRange) => MeasuredLine,
): Fitted {
  const fits = ({ pieces, hangPx }: MeasuredLine): boolean => {
    // Browsers count in 1/64 px, and round each element's part of a line up.
    const width = pieces.reduce((sum, { widthPx }) => sum + Math.ceil(widthPx * 64 - 1e-4), 0) / 64;
    return width - hangPx <= room + 1e-4;
  };
  const before = (range: RichInlineLineRange): RichInlineLineRange | null => {
    const shorter = layoutNextRichInlineLineRange(prepared, range.width - STEP_PX, from);
    return shorter && isBefore(shorter.end, range.end) ? shorter : null;
  };
  const line = measure(first);
  if (!fits(line)) {
    let range = first;
    let shown = line;
    for (let tries = 0; tries < MOST_TRIES && !fits(shown); tries += 1) {
      const shorter = before(range);
      if (!shorter) break;
      range = shorter;
      shown = measure(range);
    }
    return [range.end, shown];
  }
  if (line.endsParagraph) return [first.end, line];
  let longer = layoutNextRichInlineLineRange(prepared, room * REACH_RATIO, from);
  for (let tries = 0; longer && tries < MOST_TRIES && isBefore(first.end, longer.end); tries += 1) {
    const shown = measure(longer);
    if (fits(shown)) return [longer.end, shown];
    longer = before(longer);
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
