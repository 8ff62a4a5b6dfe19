import type { BuiltinBlockOf } from '@cobble/engine';
import { addRoundedBox } from '../../paint/boxes.ts';
import { paintCover } from '../../paint/blockImages.ts';
import type { Painter, PaintFrame } from '../../paint/PaintResources.ts';
import { imageInSlot } from '../../paint/blockImages.ts';
import { sizeOnTarget } from '../../paint/targetScale.ts';
import {
  paintPlaceholderBackground,
  PLACEHOLDER_INK,
  placeholderIconBox,
} from '../../paint/paintPlaceholder.ts';

/** An image that covers its box, or a landscape as a placeholder, crossed out if the file is missing. */
export const paintImage: Painter<BuiltinBlockOf<'image'>> = (frame) => {
  const { block, content, radius, resources, target } = frame;
  const { url } = block.content;
  const image =
    url === ''
      ? imageWithoutFile(frame)
      : imageInSlot(resources, block.uuid, url, sizeOnTarget(target, content));
  if (image === 'loading' || image === null) {
    paintLandscape(frame, image === null);
    return;
  }
  target.save();
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.clip();
  paintCover(target, image, content);
  target.restore();
};

function imageWithoutFile({ block, resources }: PaintFrame): 'loading' | null {
  return resources.isUploadInterrupted?.(block) ? null : 'loading';
}

/** The size of the icon in its own coordinates, as on the published page, including its margin. */
const ICON = { width: 110, height: 86, margin: 5 };

function paintLandscape(frame: PaintFrame, isBroken: boolean): void {
  const { target } = frame;
  paintPlaceholderBackground(frame);
  const box = placeholderIconBox(frame);
  const scale = Math.min(box.width / ICON.width, box.height / ICON.height);
  target.save();
  target.translate(
    box.x + (box.width - ICON.width * scale) / 2,
    box.y + (box.height - ICON.height * scale) / 2,
  );
  target.scale(scale, scale);
  target.translate(ICON.margin, ICON.margin);
  target.strokeStyle = PLACEHOLDER_INK;
  target.lineWidth = 4.5;
  target.lineJoin = 'round';
  target.lineCap = 'round';
  target.beginPath();
  target.roundRect(0, 0, 100, 76, 10);
  target.moveTo(10, 62);
  target.lineTo(36, 34);
  target.lineTo(56, 54);
  target.lineTo(70, 42);
  target.lineTo(90, 60);
  if (isBroken) {
    target.moveTo(-4, 84);
    target.lineTo(104, -8);
  }
  target.stroke();
  target.restore();
}
