import type { FontMeasurer } from './FontMeasurer.ts';
import { paragraphText } from './ParagraphText.ts';
import { type FlowParagraph, type RunStyle, fontOf } from './TextFlow.ts';
import type { PlacedLine, PlacedRun, TextLayout } from './TextLayout.ts';
import { breakLines } from './breakLines.ts';
import type { MeasuredLine } from './measureLine.ts';
import { placeLine } from './placeLine.ts';

/**
 * Breaks paragraphs into lines and positions their runs, as browsers do with `white-space:
 * pre-wrap; overflow-wrap: break-word`.
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
  for (const paragraph of paragraphs)
    for (const line of layoutParagraph(paragraph, toLayoutUnit(widthPx), y, measurer)) {
      lines.push(line);
      y += line.height;
    }
  return { lines, heightPx: y };
}

const EMPTY: MeasuredLine = {
  ...{ pieces: [], text: '', endsParagraph: true },
  ...{ widthPx: 0, hangPx: 0, neededPx: 0 },
};

function layoutParagraph(
  paragraph: FlowParagraph,
  widthPx: number,
  top: number,
  measurer: FontMeasurer,
): PlacedLine[] {
  const { align, indentPx } = paragraph;
  const availablePx = Math.max(0, widthPx - indentPx);
  const broken = breakLines(paragraphText(paragraph.runs), availablePx, measurer);
  if (broken.length === 0) broken.push(EMPTY);
  const strut = inlineExtent(paragraph.strut, measurer);
  let y = top;
  return broken.map((line, index) => {
    const extent = line.pieces.reduce<LineExtent>(
      (sum, { style }) => joinExtents(sum, runExtent(style, measurer)),
      strut,
    );
    const baseline = y + extent.above;
    const { x, width, runs } = placeLine(
      line,
      { align, left: indentPx, availablePx, baseline },
      measurer,
    );
    const marker = index === 0 ? markerRun(paragraph, baseline, measurer) : null;
    const height = extent.above + extent.below;
    y += height;
    return {
      x,
      y: y - height,
      width,
      height,
      text: line.text,
      runs: marker ? [marker, ...runs] : runs,
    };
  });
}

/** A bullet or number, which ends where the text begins. */
function markerRun(
  { marker, indentPx, strut }: FlowParagraph,
  y: number,
  measurer: FontMeasurer,
): PlacedRun | null {
  if (marker === null) return null;
  const style = { ...strut, underline: false, strikethrough: false, link: null };
  const width = measurer.width(marker, fontOf(style));
  return { text: marker, x: indentPx - width, y, width, style, isMarker: true };
}

/** A line's height above and below its baseline, px. */
export interface LineExtent {
  readonly above: number;
  readonly below: number;
}

/** Browsers measure layout in 1/64 px and round down. */
export const toLayoutUnit = (px: number): number => Math.floor(px * 64) / 64;

/**
 * The extent of one inline box (CSS 2.1 section 10.8): half the leading on either side of the
 * font's ascent and descent. The upper part is a whole number, as in Blink, so that baselines are
 * on whole px.
 */
export function inlineExtent(style: RunStyle, measurer: FontMeasurer): LineExtent {
  const { ascent, descent } = measurer.metrics(fontOf(style));
  const lineHeight = toLayoutUnit(style.lineHeight * style.sizePx);
  const above = ascent + Math.floor((lineHeight - ascent - descent) / 2);
  return { above, below: lineHeight - above };
}

/** The extent of a run and the inline boxes around it. */
export function runExtent(style: RunStyle, measurer: FontMeasurer): LineExtent {
  return style.around.reduce(
    (sum, box) => joinExtents(sum, inlineExtent(box, measurer)),
    inlineExtent(style, measurer),
  );
}

/** The extent that contains both. */
export function joinExtents(a: LineExtent, b: LineExtent): LineExtent {
  return { above: Math.max(a.above, b.above), below: Math.max(a.below, b.below) };
}
