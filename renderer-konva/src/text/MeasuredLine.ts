import type { RichInlineLine } from '@chenglou/pretext/rich-inline';
import type { FontMeasurer } from './FontMeasurer.ts';
import type { FontItem, ParagraphText } from './ParagraphText.ts';
import { fontOf, type RunStyle } from './RunStyle.ts';

/** A part of a line in one style that runs one way. */
export interface LinePiece {
  readonly text: string;
  readonly style: RunStyle;
  readonly widthPx: number;
  /** Its embedding level: odd ones run to the left. */
  readonly level: number;
}

/** A line's pieces in reading order, and how wide they are together. */
export interface MeasuredLine {
  readonly pieces: readonly LinePiece[];
  /** What alignment goes by: without the spaces that hang past the line's end. */
  readonly widthPx: number;
  /** The room that those take. */
  readonly hangPx: number;
  /** In reading order, as it stands in the paragraph, without the break. */
  readonly text: string;
  /** A break of the author's, or the paragraph's end. */
  readonly endsParagraph: boolean;
}

/** Tabs stand a multiple of so many spaces from the line's start (CSS `tab-size`). */
const TAB_SPACES = 8;

/** A piece before it is measured: offsets in its item's text. */
interface Cut {
  readonly item: FontItem;
  readonly from: number;
  readonly to: number;
  readonly style: RunStyle;
  readonly level: number;
  readonly hyphen: string;
}

/** Measures a broken line, with all its letters shaped in their places. */
export function measureLine(
  line: RichInlineLine,
  paragraph: ParagraphText,
  room: number,
  measurer: FontMeasurer,
): MeasuredLine {
  const endsParagraph = endsInBreak(line, paragraph);
  const cuts = cutsOf(line, paragraph);
  const pieces: LinePiece[] = [];
  let x = 0;
  for (let at = 0; at < cuts.length; at += 1) {
    const cut = cuts[at];
    if (!cut) continue;
    const text = textOf(cut);
    if (text === '\t') {
      const widthPx = tabWidth(x, cut, measurer);
      pieces.push({ text, style: cut.style, level: cut.level, widthPx });
      x += widthPx;
      continue;
    }
    const widthPx = widthOf(cuts, at, text, measurer);
    pieces.push({ text, style: cut.style, level: cut.level, widthPx });
    x += widthPx;
  }
  const hangPx = endWidth(pieces, measurer);
  const text = cuts.map(({ item, from, to }) => item.text.slice(from, to)).join('');
  const firm = x - hangPx;
  // Before a break only what does not fit hangs (CSS Text 3, section 4.1.3).
  const widthPx = endsParagraph ? Math.min(x, Math.max(firm, room)) : firm;
  return { pieces, widthPx, hangPx: x - widthPx, text, endsParagraph };
}

function cutsOf({ fragments }: RichInlineLine, { items, levels }: ParagraphText): Cut[] {
  const cuts: Cut[] = [];
  const last = fragments.at(-1);
  for (const fragment of fragments) {
    const item = items[fragment.itemIndex];
    if (!item) continue;
    const { sourceStart, sourceEnd } = fragment;
    const isHyphenated =
      fragment === last && fragment.text.endsWith('-') && item.text[sourceEnd - 1] === '\u00AD';
    for (const { start, end, style } of item.spans) {
      const to = Math.min(end, sourceEnd);
      let from = Math.max(start, sourceStart);
      while (from < to) {
        let next = from + 1;
        const level = levels?.[item.start + from] ?? 0;
        const isApart = isSeparator(item.text.charCodeAt(from));
        while (
          !isApart &&
          next < to &&
          (levels?.[item.start + next] ?? 0) === level &&
          !isSeparator(item.text.charCodeAt(next))
        )
          next += 1;
        if (item.text[from] !== '\n') {
          const hyphen = isHyphenated && next === sourceEnd ? '-' : '';
          cuts.push({ item, from, to: next, style, level, hyphen });
        }
        from = next;
      }
    }
  }
  return levels ? withEndAtBase(cuts) : cuts;
}

const isSeparator = (code: number): boolean => code === 9 || code === 10;

/** Spaces at a line's end stand at the paragraph's own level (UAX 9, L1). */
function withEndAtBase(cuts: Cut[]): Cut[] {
  const ends: Cut[] = [];
  for (let cut = cuts.pop(); cut; cut = cuts.pop()) {
    const text = cut.item.text.slice(cut.from, cut.to);
    const kept = cut.from + text.trimEnd().length;
    if (kept < cut.to) ends.unshift({ ...cut, from: kept, level: 0 });
    if (kept > cut.from) {
      cuts.push({ ...cut, to: kept });
      break;
    }
  }
  return [...cuts, ...ends];
}

/** As it is drawn: soft hyphens show where a line ends at them alone. */
function textOf({ item, from, to, hyphen }: Cut): string {
  const text = item.text.slice(from, to);
  return (text.includes('\u00AD') ? text.replaceAll('\u00AD', '') : text) + hyphen;
}

const OPENS = /^[\u300C\u300E\uFF08\u3010\u3008\u300A\u3014\uFF3B\uFF5B\u3016\u3018]/;
const PUNCTUATION =
  /[\u3000-\u3002\u3008-\u3011\u3014-\u3019\u30FB\uFF08\uFF09\uFF0C\uFF0E\uFF3B\uFF3D\uFF5B\uFF5D]$/;

/** Of one font, what stands before a piece on the line bears on its width: pairs are kerned. */
function widthOf(cuts: readonly Cut[], at: number, text: string, measurer: FontMeasurer): number {
  const cut = cuts[at];
  if (!cut) return 0;
  let before = '';
  for (let index = at - 1; index >= 0; index -= 1) {
    const other = cuts[index];
    if (other?.item !== cut.item || other.level !== cut.level || other.to !== cuts[index + 1]?.from)
      break;
    const part = textOf(other);
    if (part === '\t') break;
    before = part + before;
  }
  const { font } = cut.item;
  // The blank half of a full-width sign that opens something is left out after others of its kind.
  const last = cuts[at - 1];
  if (before === '' && last && OPENS.test(text)) before = PUNCTUATION.exec(textOf(last))?.[0] ?? '';
  if (before === '') return measurer.width(text, font);
  return measurer.width(before + text, font) - measurer.width(before, font);
}

function tabWidth(x: number, { style }: Cut, measurer: FontMeasurer): number {
  const space = measurer.width(' ', fontOf(style));
  const stop = space * TAB_SPACES;
  if (stop <= 0) return 0;
  const left = stop - (x % stop);
  // A stop that is too near is passed over (CSS Text 3, section 4.2).
  return left < space / 2 ? left + stop : left;
}

/** The width of the spaces and tabs that end a line. */
function endWidth(pieces: readonly LinePiece[], measurer: FontMeasurer): number {
  let width = 0;
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const piece = pieces[at];
    if (!piece) break;
    const kept = piece.text.replace(/[ \t]+$/, '');
    if (kept === piece.text) break;
    if (kept !== '') return width + piece.widthPx - measurer.width(kept, fontOf(piece.style));
    width += piece.widthPx;
  }
  return width;
}

function endsInBreak({ fragments }: RichInlineLine, { items }: ParagraphText): boolean {
  const last = fragments.at(-1);
  const item = last && items[last.itemIndex];
  if (!item) return true;
  if (item.text[last.sourceEnd - 1] === '\n') return true;
  if (last.sourceEnd < item.text.length) return item.text[last.sourceEnd] === '\n';
  const next = items[last.itemIndex + 1];
  return next === undefined || next.text.startsWith('\n');
}
