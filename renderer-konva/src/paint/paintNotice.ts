import type { PaintFrame } from './Painter.ts';
import { breakWords, paintLine, WORDS_LINE_HEIGHT, wordsFont } from './paintLine.ts';

const SIZE_PX = 16;
const ROOM_PX = 12;

/** Draws a short text in the middle of a block. */
export function paintNotice(
  { target, content, resources }: Pick<PaintFrame, 'target' | 'content' | 'resources'>,
  words: string,
  color: string,
): void {
  const { measurer } = resources.texts;
  const width = Math.max(0, content.width - 2 * ROOM_PX);
  const lines = breakWords(words, width, 3, wordsFont(400, SIZE_PX), measurer);
  const x = content.x + ROOM_PX;
  let y = content.y + (content.height - lines.length * SIZE_PX * WORDS_LINE_HEIGHT) / 2;
  for (const text of lines) {
    const look = { sizePx: SIZE_PX, weight: 400, align: 'center' } as const;
    paintLine(target, { text, x, y, width, color, ...look }, measurer);
    y += SIZE_PX * WORDS_LINE_HEIGHT;
  }
}
