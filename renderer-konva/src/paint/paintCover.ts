import type { Box } from '@cobble/engine';
import type { PaintImage } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** Draws an image so that it covers a box, centred (CSS `object-fit: cover`). */
export function paintCover(target: PaintTarget, image: PaintImage, box: Box): void {
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  const x = box.x + (box.width - width) / 2;
  target.imageSmoothingQuality = 'medium';
  target.drawImage(image.source, x, box.y + (box.height - height) / 2, width, height);
}
