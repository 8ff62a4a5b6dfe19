import { type BuiltinBlockOf, gifVariantFor } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { imageInSlot, paintCover } from '../../paint/blockImages.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintPlaceholder } from '../../paint/paintPlaceholder.ts';

/** A GIF in the variant for its width, covering its box, or a placeholder. */
export const paintGif: Painter<BuiltinBlockOf<'gif'>> = (frame) => {
  const { block, target, content, radius, resources, width } = frame;
  const variant = gifVariantFor(block.content, width);
  const image = variant && imageInSlot(resources, block.uuid, variant.url);
  if (image === null || image === 'loading') {
    paintPlaceholder(frame, 'giphy');
    return;
  }
  target.save();
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.clip();
  paintCover(target, image, content);
  target.restore();
};
