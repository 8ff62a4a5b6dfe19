import { type Box, type EmbedFacade, FACADE_COLORS } from '@cobble/engine';
import {
  breakWords,
  type LineOfWords,
  WORDS_LINE_HEIGHT,
  wordsFont,
} from '../../paint/paintLine.ts';
import type { FontMeasurer } from '../../text/FontMeasurer.ts';

/** The most lines of a title in a column layout. */
const TITLE_LINES = 3;

/** The positions of a card's tile and lines; px at the reference width. */
export interface CardLayout {
  readonly tile: Box;
  readonly lines: readonly LineOfWords[];
}

/** Lays out a card as its published flex box does: tile and text centred together. */
export function layoutCard(
  words: { readonly title: string; readonly action: string },
  facade: EmbedFacade,
  box: Box,
  measurer: FontMeasurer,
): CardLayout {
  const { layout, tilePx, gapPx } = facade;
  const middle = (height: number): number => box.y + (box.height - height) / 2;
  if (layout === 'mark') {
    const x = box.x + (box.width - tilePx) / 2;
    return { tile: { x, y: middle(tilePx), width: tilePx, height: tilePx }, lines: [] };
  }
  const isRow = layout === 'row';
  const x = box.x + gapPx + (isRow ? tilePx + gapPx : 0);
  const width = Math.max(0, box.x + box.width - gapPx - x);
  const lines = linesOf(words, facade, width, measurer);
  const height = lines.reduce((sum, { sizePx }) => sum + sizePx * WORDS_LINE_HEIGHT, 0);
  const top = isRow ? middle(height) : middle(tilePx + gapPx + height) + tilePx + gapPx;
  const tile = {
    x: isRow ? box.x + gapPx : box.x + (box.width - tilePx) / 2,
    y: isRow ? middle(tilePx) : top - gapPx - tilePx,
    width: tilePx,
    height: tilePx,
  };
  let y = top;
  const align = isRow ? ('left' as const) : ('center' as const);
  const placed = lines.map((line) => {
    const one = { ...line, x, y, width, align };
    y += line.sizePx * WORDS_LINE_HEIGHT;
    return one;
  });
  return { tile, lines: placed };
}

function linesOf(
  { title, action }: { readonly title: string; readonly action: string },
  { layout, titlePx, actionPx }: EmbedFacade,
  width: number,
  measurer: FontMeasurer,
): Pick<LineOfWords, 'text' | 'sizePx' | 'weight' | 'color'>[] {
  const count = layout === 'row' ? 1 : TITLE_LINES;
  const head = breakWords(title, width, count, wordsFont(600, titlePx), measurer).map((text) => ({
    text,
    sizePx: titlePx,
    weight: 600 as const,
    color: FACADE_COLORS.title,
  }));
  if (actionPx === null) return head;
  return [...head, { text: action, sizePx: actionPx, weight: 400, color: FACADE_COLORS.action }];
}
