import type { Box } from '@cobble/engine';
import type { PaintImage, PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/**
 * The image in one of a block's image slots; null when it is broken. Returns the slot's previous
 * image until a new one has loaded, so that nothing flashes in between.
 *
 * @param slot the block's id, and which of its images
 * @param box its size, device px
 */
export function imageInSlot(
  resources: PaintResources,
  slot: string,
  url: string,
  box?: { readonly width: number; readonly height: number },
): PaintImage | 'loading' | null {
  const found = resources.image(url, box);
  const { lastImageUrls } = resources;
  if (found !== 'loading') {
    lastImageUrls?.set(slot, url);
    return found;
  }
  const last = lastImageUrls?.get(slot);
  if (last === undefined || last === url) return found;
  return resources.image(last, box) ?? found;
}

/** Draws an image so that it covers a box, centred (CSS `object-fit: cover`). */
export function paintCover(target: PaintTarget, image: PaintImage, box: Box): void {
  const scale = Math.max(box.width / image.width, box.height / image.height);
  const width = image.width * scale;
  const height = image.height * scale;
  const x = box.x + (box.width - width) / 2;
  target.imageSmoothingQuality = 'medium';
  target.drawImage(image.source, x, box.y + (box.height - height) / 2, width, height);
}
