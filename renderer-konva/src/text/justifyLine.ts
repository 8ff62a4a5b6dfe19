import type { FontMeasurer } from './FontMeasurer.ts';
import type { LinePiece } from './measureLine.ts';
import { fontOf } from './TextFlow.ts';

/** A part of a piece that moves as a whole; px from the piece's start, in reading direction. */
export interface JustifiedPart {
  readonly text: string;
  readonly fromPx: number;
  readonly widthPx: number;
  /** Space added at its end. */
  readonly spaceAfterPx: number;
}

/** A piece with the space that justifying has added to it. */
export interface JustifiedPiece extends LinePiece {
  readonly parts: readonly JustifiedPart[];
}

const SPACE = /[ \t\u00A0]/;
/** Characters that get space on both sides in justified lines, as in Blink. */
const IDEOGRAPH =
  /[\u2E80-\u2FDF\u3003-\u3007\u3012-\u3013\u3020-\u302D\u3030-\u303F\u3041-\u30FF\u3105-\u312F\u3190-\u319F\u31C0-\u32FF\u3300-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFF}]/u;

/**
 * Distributes a line's spare width over its spaces and ideographs, as `text-align: justify` does.
 *
 * @param pieces in reading order, without trailing spaces
 * @param spareWidth the width to distribute, px
 */
export function justifyLine(
  pieces: readonly LinePiece[],
  spareWidth: number,
  measurer: FontMeasurer,
): readonly JustifiedPiece[] {
  const { before, after, count } = opportunities(pieces);
  const each = count > 0 && spareWidth > 0 ? spareWidth / count : 0;
  let at = 0;
  return pieces.map((piece) => {
    const justified =
      each === 0
        ? withoutAddedSpace(piece)
        : justifyPiece(piece, at, { before, after, each }, measurer);
    at += piece.text.length;
    return justified;
  });
}

/** A piece without added space. */
export function withoutAddedSpace(piece: LinePiece): JustifiedPiece {
  const { text, widthPx } = piece;
  return { ...piece, parts: [{ text, fromPx: 0, widthPx, spaceAfterPx: 0 }] };
}

interface Opportunities {
  /** Indices of the line's characters before and after which space is added. */
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

function opportunities(pieces: readonly LinePiece[]): Opportunities & { readonly count: number } {
  const before = new Set<number>();
  const after = new Set<number>();
  let at = 0;
  // No space is added at the start or end of the line.
  let isAfter = true;
  let last = -1;
  for (const { text } of pieces)
    for (const character of text) {
      if (SPACE.test(character)) {
        after.add(at);
        isAfter = true;
        last = at;
      } else if (IDEOGRAPH.test(character)) {
        if (!isAfter) before.add(at);
        last = at + character.length - 1;
        after.add(last);
        isAfter = true;
      } else isAfter = false;
      at += character.length;
    }
  if (isAfter && last >= 0) after.delete(last);
  return { before, after, count: before.size + after.size };
}

function justifyPiece(
  piece: LinePiece,
  start: number,
  { before, after, each }: Opportunities & { readonly each: number },
  measurer: FontMeasurer,
): JustifiedPiece {
  const font = fontOf(piece.style);
  const { text, context = '' } = piece;
  const contextPx = context === '' ? 0 : measurer.width(context, font);
  const parts: JustifiedPart[] = [];
  let from = 0;
  let fromPx = 0;
  let addedPx = 0;
  const cut = (to: number, spaces: number): void => {
    const endPx =
      to === text.length
        ? piece.widthPx
        : measurer.width(context + text.slice(0, to), font) - contextPx;
    const spaceAfterPx = spaces * each;
    parts.push({
      text: text.slice(from, to),
      fromPx: fromPx + addedPx,
      widthPx: endPx - fromPx,
      spaceAfterPx,
    });
    from = to;
    fromPx = endPx;
    addedPx += spaceAfterPx;
  };
  if (before.has(start)) addedPx = each;
  for (let index = 0; index < text.length; index += 1) {
    const spaces =
      (after.has(start + index) ? 1 : 0) +
      (index + 1 < text.length && before.has(start + index + 1) ? 1 : 0);
    if (spaces > 0) cut(index + 1, spaces);
  }
  if (from < text.length) cut(text.length, 0);
  return { ...piece, widthPx: piece.widthPx + addedPx, parts };
}
