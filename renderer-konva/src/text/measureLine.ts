import type { RichInlineLine } from '@chenglou/pretext/rich-inline';
import type { FontMeasurer } from './FontMeasurer.ts';
import { KOREAN_CONTEXT } from './koreanPunctuation.ts';
import type { FontItem, ParagraphText } from './ParagraphText.ts';
import { fontOf, type RunStyle } from './TextFlow.ts';

/** Part of a line in one style and one direction. */
export interface LinePiece {
  readonly text: string;
  readonly style: RunStyle;
  readonly widthPx: number;
  /** Its embedding level: odd levels run from right to left. */
  readonly level: number;
  /** Text that precedes it when it is shaped, and is not painted. */
  readonly context?: string;
}

/** A line's pieces in reading order, and its widths. */
export interface MeasuredLine {
  readonly pieces: readonly LinePiece[];
  /** The width for alignment, without the spaces that hang past the line's end. */
  readonly widthPx: number;
  /** The width of the hanging spaces. */
  readonly hangPx: number;
  /** The width that a browser needs for it, with each element's part rounded up to layout units. */
  readonly neededPx: number;
  /** In reading order, as in the paragraph, without the line break. */
  readonly text: string;
  /** Whether the line ends in a forced break or at the end of the paragraph. */
  readonly endsParagraph: boolean;
}

/** Tab stops are multiples of this many spaces (CSS `tab-size`). */
const TAB_SPACES = 8;

/** A piece before it is measured: offsets in its item's text. */
interface Cut {
  readonly item: FontItem;
  readonly from: number;
  readonly to: number;
  readonly style: RunStyle;
  readonly level: number;
  readonly hyphen: string;
  readonly isKoreanMark: boolean;
}

/** Measures a broken line with all its glyphs shaped in place. */
export function measureLine(
  line: RichInlineLine,
  paragraph: ParagraphText,
  availablePx: number,
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
    const { style, level } = cut;
    const widthPx = text === '\t' ? tabWidth(x, cut, measurer) : widthOf(cuts, at, text, measurer);
    const context = cut.isKoreanMark ? { context: KOREAN_CONTEXT } : {};
    pieces.push({ text, style, level, widthPx, ...context });
    x += widthPx;
  }
  const hangPx = endWidth(pieces, cuts, measurer);
  const text = cuts.map(({ item, from, to }) => item.text.slice(from, to)).join('');
  const trimmedPx = x - hangPx;
  // Before a forced break, only the spaces that do not fit hang (CSS Text 3, section 4.1.2).
  const widthPx = endsParagraph ? Math.min(x, Math.max(trimmedPx, availablePx)) : trimmedPx;
  const neededPx = neededWidth(cuts, pieces, hangPx);
  return { pieces, widthPx, hangPx: x - widthPx, neededPx, text, endsParagraph };
}

/** The unit in which browsers measure layout, px. */
export const LAYOUT_UNIT_PX = 1 / 64;
/** The rounding error that is allowed in a whole number of layout units. */
const NOISE = 1e-3;

const inLayoutUnits = (px: number): number => Math.ceil(px / LAYOUT_UNIT_PX - NOISE);

/** A line's width without trailing spaces, with each element's part rounded up to layout units. */
function neededWidth(cuts: readonly Cut[], pieces: readonly LinePiece[], hangPx: number): number {
  let units = 0;
  let sum = 0;
  let hang = hangPx;
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const [cut, before] = [cuts[at], cuts[at - 1]];
    const widthPx = pieces[at]?.widthPx ?? 0;
    const hanging = Math.min(hang, widthPx);
    hang -= hanging;
    sum += widthPx - hanging;
    if (cut?.style === before?.style && cut?.item === before?.item && cut?.level === before?.level)
      continue;
    units += inLayoutUnits(sum);
    sum = 0;
  }
  return units * LAYOUT_UNIT_PX;
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
        const isSeparatePart = isSeparator(item.text.charCodeAt(from));
        const isKoreanMark = item.koreanMarks?.[from] === 1;
        while (
          !isSeparatePart &&
          next < to &&
          (levels?.[item.start + next] ?? 0) === level &&
          (item.koreanMarks?.[next] === 1) === isKoreanMark &&
          !isSeparator(item.text.charCodeAt(next))
        )
          next += 1;
        if (item.text[from] !== '\n') {
          const hyphen = isHyphenated && next === sourceEnd ? '-' : '';
          cuts.push({ item, from, to: next, style, level, hyphen, isKoreanMark });
        }
        from = next;
      }
    }
  }
  return levels ? resetTrailingLevels(cuts) : cuts;
}

const isSeparator = (code: number): boolean => code === 9 || code === 10;

/** Gives trailing spaces the paragraph's base level (UAX 9, L1). */
function resetTrailingLevels(cuts: Cut[]): Cut[] {
  const ends: Cut[] = [];
  for (let cut = cuts.pop(); cut; cut = cuts.pop()) {
    const text = cut.item.text.slice(cut.from, cut.to);
    const trimmed = cut.from + text.trimEnd().length;
    if (trimmed < cut.to) ends.unshift({ ...cut, from: trimmed, level: 0 });
    if (trimmed > cut.from) {
      cuts.push({ ...cut, to: trimmed });
      break;
    }
  }
  return [...cuts, ...ends];
}

/** The painted text: soft hyphens are visible only where the line ends at one. */
function textOf({ item, from, to, hyphen }: Cut): string {
  const text = item.text.slice(from, to);
  return (text.includes('\u00AD') ? text.replaceAll('\u00AD', '') : text) + hyphen;
}

const OPENS = /^[\u300C\u300E\uFF08\u3010\u3008\u300A\u3014\uFF3B\uFF5B\u3016\u3018]/;
const PUNCTUATION =
  /[\u3000-\u3002\u3008-\u3011\u3014-\u3019\u30FB\uFF08\uFF09\uFF0C\uFF0E\uFF3B\uFF3D\uFF5B\uFF5D]$/;

/**
 * A piece's width includes kerning with the text before it on the line, if both have the same font.
 */
function widthOf(cuts: readonly Cut[], at: number, text: string, measurer: FontMeasurer): number {
  const cut = cuts[at];
  if (!cut) return 0;
  if (cut.isKoreanMark) return widthAfter(KOREAN_CONTEXT, text, cut.item.font, measurer);
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
  // The blank half of a full-width opening mark is dropped after other full-width punctuation.
  const last = cuts[at - 1];
  if (before === '' && last && OPENS.test(text)) before = PUNCTUATION.exec(textOf(last))?.[0] ?? '';
  if (before === '') return measurer.width(text, font);
  return widthAfter(before, text, font, measurer);
}

function widthAfter(before: string, text: string, font: string, measurer: FontMeasurer): number {
  return measurer.width(before + text, font) - measurer.width(before, font);
}

function tabWidth(x: number, { style }: Cut, measurer: FontMeasurer): number {
  const space = measurer.width(' ', fontOf(style));
  const stop = space * TAB_SPACES;
  if (stop <= 0) return 0;
  const remaining = stop - (x % stop);
  // A tab stop that is too close is skipped (CSS Text 3, section 4.1.2).
  return remaining < space / 2 ? remaining + stop : remaining;
}

/**
 * The width of trailing spaces and tabs. A character before them keeps its kerning with them only
 * at the end of its element; elsewhere a browser shapes the end of the line again without them.
 */
function endWidth(
  pieces: readonly LinePiece[],
  cuts: readonly Cut[],
  measurer: FontMeasurer,
): number {
  let width = 0;
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const [piece, cut] = [pieces[at], cuts[at]];
    if (!piece || !cut) break;
    const trimmed = piece.text.replace(/[ \t]+$/, '');
    if (trimmed === piece.text) break;
    if (trimmed !== '') {
      const font = fontOf(piece.style);
      const endsElement = cut.item.spans.some(({ end }) => end === cut.to);
      return endsElement
        ? width + measurer.width(piece.text.slice(trimmed.length), font)
        : width + piece.widthPx - measurer.width(trimmed, font);
    }
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
