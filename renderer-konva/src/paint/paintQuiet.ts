import { addRoundedBox } from './boxPath.ts';
import type { PaintFrame } from './Painter.ts';
import { paintMark, squareIn } from './paintMark.ts';

/** A quiet box with a mark, where a block is still empty; the published page has the same. */
export function paintQuiet(
  { target, content, radius, resources }: Omit<PaintFrame, 'block'>,
  mark: string,
): void {
  target.fillStyle = '#EFE8DB';
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.fill();
  const side = Math.min(160, content.width * 0.42, content.height * 0.42);
  paintMark(target, mark, squareIn(content, side), '#B9AC95', resources);
}
