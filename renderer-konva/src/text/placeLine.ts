import type { TextAlign } from '@cobble/engine';
import { inVisualOrder } from './bidi.ts';
import type { FontMeasurer } from './FontMeasurer.ts';
import { justifyLine, type JustifiedPiece, withoutAddedSpace } from './justifyLine.ts';
import type { LinePiece, MeasuredLine } from './measureLine.ts';
import type { PlacedRun } from './TextLayout.ts';

/** The position of a line. */
export interface LinePosition {
  readonly align: TextAlign;
  /** The left end and the width of the available space, px. */
  readonly left: number;
  readonly availablePx: number;
  /** The alphabetic baseline, px. */
  readonly baseline: number;
}

/** A line's left end, its width, and its runs as in `PlacedLine`. */
export interface PlacedPieces {
  readonly x: number;
  readonly width: number;
  readonly runs: readonly PlacedRun[];
}

/** Positions a line's pieces in visual order. */
export function placeLine(
  line: MeasuredLine,
  { align, left, availablePx, baseline }: LinePosition,
  measurer: FontMeasurer,
): PlacedPieces {
  const spareWidth = availablePx - line.widthPx;
  const isJustified = align === 'justify' && !line.endsParagraph && spareWidth > 0;
  const shift = align === 'right' ? spareWidth : align === 'center' ? spareWidth / 2 : 0;
  const x = left + Math.max(0, shift);
  const pieces = isJustified
    ? justifyLine(withoutTrailingSpaces(line.pieces), spareWidth, measurer)
    : line.pieces.map(withoutAddedSpace);
  const runs: PlacedRun[] = [];
  let at = x;
  for (const piece of inVisualOrder(pieces)) {
    for (const part of piece.parts)
      if (part.text !== '\t') runs.push(runOf(piece, part, at, baseline));
    at += piece.widthPx;
  }
  return { x, width: isJustified ? availablePx : line.widthPx, runs };
}

function runOf(
  { style, level, widthPx, context }: JustifiedPiece,
  part: JustifiedPiece['parts'][number],
  x: number,
  y: number,
): PlacedRun {
  const isRightToLeft = level % 2 === 1;
  const from = isRightToLeft ? widthPx - part.fromPx - part.widthPx : part.fromPx;
  const width = part.widthPx + part.spaceAfterPx;
  const run = {
    ...{ text: part.text, x: x + from, y, width, style },
    ...(context === undefined ? {} : { context }),
  };
  return isRightToLeft ? { ...run, width: part.widthPx, isRightToLeft } : run;
}

function withoutTrailingSpaces(pieces: readonly LinePiece[]): readonly LinePiece[] {
  const kept = [...pieces];
  while (kept.at(-1)?.text.trim() === '' && kept.at(-1)?.text !== '\u00A0') kept.pop();
  const last = kept.at(-1);
  const text = last?.text.replace(/[ \t]+$/, '');
  if (last && text !== undefined && text !== last.text) kept[kept.length - 1] = { ...last, text };
  return kept;
}
