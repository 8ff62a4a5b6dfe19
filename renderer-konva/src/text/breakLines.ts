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
import { fontOf } from './RunStyle.ts';

/** Sums of floating numbers differ by less, px. */
const SAME_PX = 0.02;
/** Browsers count layout in these. */
const LAYOUT_UNIT_PX = 1 / 64;
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
      : refit(prepared, range, cursor, { room, measure, measurer });
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

/** The same for a line that pretext takes for too long, found by what a pair of such signs takes. */
function closedBy(line: MeasuredLine, room: number, measurer: FontMeasurer): MeasuredLine {
  const last = line.pieces.at(-1);
  if (line.widthPx <= room || !last || !/[」』）】〉》〕］｝〗〙]$/.test(line.text)) return line;
  const font = fontOf(last.style);
  const width = measurer.width(last.text, font);
  const sign = width - measurer.width(last.text.slice(0, -1), font);
  const blank = sign - (measurer.width(last.text + last.text.slice(-1), font) - width);
  if (blank < SAME_PX) return line;
  return { ...line, widthPx: line.widthPx - blank, hangPx: line.hangPx + blank };
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

interface Fitting {
  readonly room: number;
  readonly measure: (range: RichInlineLineRange) => MeasuredLine;
  readonly measurer: FontMeasurer;
}
type Fitted = readonly [end: RichInlineCursor, line: MeasuredLine];

/** The longest line from a place that fits the room, by its width as a whole. */
function refit(
  prepared: PreparedRichInline,
  first: RichInlineLineRange,
  from: RichInlineCursor | undefined,
  { room, measure, measurer }: Fitting,
): Fitted {
  const fits = ({ widthPx }: MeasuredLine): boolean => widthPx <= room + LAYOUT_UNIT_PX;
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
  const reach = room * REACH_RATIO + (line.pieces.at(-1)?.style.sizePx ?? 0);
  let longer = layoutNextRichInlineLineRange(prepared, reach, from);
  for (let tries = 0; longer && tries < MOST_TRIES && isBefore(first.end, longer.end); tries += 1) {
    const shown = closedBy(measure(longer), room, measurer);
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
