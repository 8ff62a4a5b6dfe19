import {
  materializeRichInlineLineRange,
  prepareRichInline,
  type RichInlineLine,
  walkRichInlineLineRanges,
} from '@chenglou/pretext/rich-inline';
import type { FlowParagraph } from './FlowParagraph.ts';
import type { FontMeasurer } from './FontMeasurer.ts';
import { inlineExtent, joinExtents, type LineExtent, runExtent, toLayoutUnit } from './lineBox.ts';
import { justifyRuns } from './justifyRuns.ts';
import { fontOf, type RunStyle } from './RunStyle.ts';
import type { PlacedLine, PlacedRun, TextLayout } from './TextLayout.ts';

/**
 * Breaks paragraphs into lines and places their runs, as the browser does with
 * `white-space: pre-wrap; overflow-wrap: break-word`.
 *
 * @param widthPx the content box's width, px at the reference width
 */
export function layoutFlow(
  paragraphs: readonly FlowParagraph[],
  widthPx: number,
  measurer: FontMeasurer,
): TextLayout {
  const lines: PlacedLine[] = [];
  let y = 0;
  for (const paragraph of paragraphs) {
    const placed = layoutParagraph(paragraph, toLayoutUnit(widthPx), y, measurer);
    lines.push(...placed);
    for (const line of placed) y += line.height;
  }
  return { lines, heightPx: y };
}

/** Neighbouring runs in one font are measured as one, as browsers shape them together. */
interface FontItem {
  text: string;
  readonly font: string;
  readonly spans: { readonly start: number; readonly end: number; readonly style: RunStyle }[];
}

function itemsOf(paragraph: FlowParagraph): FontItem[] {
  const items: FontItem[] = [];
  for (const { text, style } of paragraph.runs) {
    if (text === '') continue;
    const font = fontOf(style);
    let item = items.at(-1);
    if (item?.font !== font) {
      item = { text: '', font, spans: [] };
      items.push(item);
    }
    const start = item.text.length;
    item.text += text;
    item.spans.push({ start, end: item.text.length, style });
  }
  return items;
}

function layoutParagraph(
  paragraph: FlowParagraph,
  widthPx: number,
  top: number,
  measurer: FontMeasurer,
): PlacedLine[] {
  const items = itemsOf(paragraph);
  const room = Math.max(0, widthPx - paragraph.indentPx);
  const broken: RichInlineLine[] = [];
  if (items.length > 0) {
    const prepared = prepareRichInline(items, { whiteSpace: 'pre-wrap' });
    walkRichInlineLineRanges(prepared, room, (range) => {
      broken.push(materializeRichInlineLineRange(prepared, range));
    });
  }
  if (broken.length === 0) broken.push({ fragments: [], width: 0, end: NOWHERE });

  const strut = inlineExtent(paragraph.strut, measurer);
  const lines: PlacedLine[] = [];
  let y = top;
  broken.forEach((line, index) => {
    const slices = slicesOf(line, items, measurer);
    const extent = slices.reduce<LineExtent>(
      (sum, slice) => joinExtents(sum, runExtent(slice.style, measurer)),
      strut,
    );
    const endsParagraph = index === broken.length - 1 || endsInBreak(line, items);
    const justify = paragraph.align === 'justify' && !endsParagraph;
    const spare = room - line.width;
    const shift =
      paragraph.align === 'right' ? spare : paragraph.align === 'center' ? spare / 2 : 0;
    const x = paragraph.indentPx + (justify ? 0 : Math.max(0, shift));
    const baseline = y + extent.above;
    const placed = slices.map((slice) => ({ ...slice, x: x + slice.x, y: baseline }));
    const runs = justify ? justifyRuns(placed, spare, measurer) : placed;
    const marker = index === 0 ? markerRun(paragraph, baseline, measurer) : null;
    lines.push({
      x,
      y,
      width: justify ? room : line.width,
      height: extent.above + extent.below,
      runs: marker ? [marker, ...runs] : runs,
    });
    y += extent.above + extent.below;
  });
  return lines;
}

const NOWHERE = { itemIndex: 0, segmentIndex: 0, graphemeIndex: 0 };

/** The line's fragments cut where the style changes; x from the line's start. */
function slicesOf(
  line: RichInlineLine,
  items: readonly FontItem[],
  measurer: FontMeasurer,
): Omit<PlacedRun, 'y'>[] {
  const slices: Omit<PlacedRun, 'y'>[] = [];
  let x = 0;
  for (const fragment of line.fragments) {
    const item = items[fragment.itemIndex];
    if (!item) continue;
    x += fragment.gapBefore;
    for (const { start, end, style } of item.spans) {
      const from = Math.max(start, fragment.sourceStart);
      const to = Math.min(end, fragment.sourceEnd);
      if (from >= to) continue;
      const whole = from === fragment.sourceStart && to === fragment.sourceEnd;
      const before = whole
        ? 0
        : measurer.width(item.text.slice(fragment.sourceStart, from), item.font);
      const text = whole ? fragment.text : item.text.slice(from, to);
      const width = whole ? fragment.occupiedWidth : measurer.width(text, item.font);
      slices.push({ text: text.replaceAll('\n', ''), x: x + before, width, style });
    }
    x += fragment.occupiedWidth;
  }
  return slices;
}

function endsInBreak(line: RichInlineLine, items: readonly FontItem[]): boolean {
  const last = line.fragments.at(-1);
  const text = last ? items[last.itemIndex]?.text : undefined;
  if (!last || text === undefined) return true;
  return last.text.endsWith('\n') || text[last.sourceEnd] === '\n';
}

/** A bullet or number ends where the text begins. */
function markerRun(
  { marker, indentPx, strut }: FlowParagraph,
  y: number,
  measurer: FontMeasurer,
): PlacedRun | null {
  if (marker === null) return null;
  const style = { ...strut, underline: false, strikethrough: false };
  const width = measurer.width(marker, fontOf(style));
  return { text: marker, x: indentPx - width, y, width, style, isMarker: true };
}
