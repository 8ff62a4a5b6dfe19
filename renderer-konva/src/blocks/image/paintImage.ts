import type { Box, BuiltinBlockOf } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxPath.ts';
import { paintCover } from '../../paint/paintCover.ts';
import type { Painter } from '../../paint/Painter.ts';
import type { PaintTarget } from '../../paint/PaintTarget.ts';

/** A picture that covers its box; while there is none, a quiet landscape. */
export const paintImage: Painter<BuiltinBlockOf<'image'>> = ({
  block,
  content,
  radius,
  resources,
  target,
}) => {
  const image = block.content.url === '' ? 'loading' : resources.image(block.content.url);
  target.save();
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.clip();
  if (image === 'loading' || image === null) paintPlaceholder(target, content, image === null);
  else paintCover(target, image, content);
  target.restore();
};

function paintPlaceholder(target: PaintTarget, box: Box, broken: boolean): void {
  target.fillStyle = '#EFE8DB';
  target.fillRect(box.x, box.y, box.width, box.height);
  const size = Math.min(box.width, box.height, 160) * 0.42;
  const x = box.x + (box.width - size) / 2;
  const y = box.y + (box.height - size * 0.76) / 2;
  target.strokeStyle = '#B9AC95';
  target.lineWidth = Math.max(1, size / 22);
  target.lineJoin = 'round';
  target.lineCap = 'round';
  target.beginPath();
  target.roundRect(x, y, size, size * 0.76, size * 0.1);
  target.moveTo(x + size * 0.1, y + size * 0.62);
  target.lineTo(x + size * 0.36, y + size * 0.34);
  target.lineTo(x + size * 0.56, y + size * 0.54);
  target.lineTo(x + size * 0.7, y + size * 0.42);
  target.lineTo(x + size * 0.9, y + size * 0.6);
  if (broken) {
    target.moveTo(x - size * 0.08, y + size * 0.84);
    target.lineTo(x + size * 1.08, y - size * 0.08);
  }
  target.stroke();
}
