import { type Background, type Box, GEOMETRY } from '@cobble/engine';
import { addRoundedBox, insetBox } from './boxes.ts';
import { paintColor } from './paintColor.ts';
import type { PaintImage, PaintResources } from './PaintResources.ts';
import { imageInSlot } from './blockImages.ts';
import type { PaintTarget } from './PaintTarget.ts';
import { sizeOnTarget } from './targetScale.ts';

/**
 * Fills a box with a background's colour and image (CSS `background-size` and `background-repeat`).
 *
 * @param borderPx the border's width: the image is sized inside the border and repeated under it
 * @param owner the id of the block with the background
 */
export function paintBackground(
  target: PaintTarget,
  background: Background,
  box: Box,
  radius: number,
  resources: PaintResources,
  borderPx = 0,
  owner = 'page',
): void {
  if (background.color !== undefined) {
    target.beginPath();
    addRoundedBox(target, box, radius);
    target.fillStyle = paintColor(background.color);
    target.fill();
  }
  const { imageUrl } = background;
  const image = imageUrl
    ? imageInSlot(resources, `${owner} background`, imageUrl, sizeOnDevice(target, background, box))
    : null;
  if (image === null || image === 'loading') return;
  target.save();
  target.beginPath();
  addRoundedBox(target, box, radius);
  target.clip();
  const inside = insetBox(box, borderPx);
  const size = sizeOf(background, inside, image);
  const centered = background.size !== 'tile';
  const x = centered ? inside.x + (inside.width - size.width) / 2 : inside.x;
  const y = centered ? inside.y + (inside.height - size.height) / 2 : inside.y;
  // As on published pages.
  target.imageSmoothingQuality = 'medium';
  const first = { x, y, ...size };
  if (!paintPattern(target, background, box, first, image))
    for (const [left, top] of positionsOf(background, box, first))
      target.drawImage(image.source, left, top, size.width, size.height);
  target.restore();
}

/** The most copies of an SVG image to draw one by one, which keeps them sharp at any size. */
const MAX_SVG_COPIES = 24;
const isSvg = (url = ''): boolean => /\.svg(?:[?#]|$)|^data:image\/svg/i.test(url);

/**
 * Fills with all copies at once, as published pages do: drawing small copies one by one is slow,
 * and their antialiased edges let the background show through. Returns false for a single copy and
 * for a few copies of an SVG, which are drawn one by one.
 */
function paintPattern(
  target: PaintTarget,
  background: Background,
  box: Box,
  first: Box,
  image: PaintImage,
): boolean {
  const { across, down } = directionsOf(background);
  const copies = (across ? box.width / first.width : 1) * (down ? box.height / first.height : 1);
  if (!Number.isFinite(copies) || copies <= (isSvg(background.imageUrl) ? MAX_SVG_COPIES : 1))
    return false;
  const own = sourceSizeOf(image);
  const pattern = target.createPattern(image.source, 'repeat');
  if (!pattern) return false;
  const [left, width] = across ? [box.x, box.width] : [first.x, first.width];
  const [top, height] = down ? [box.y, box.height] : [first.y, first.height];
  const [scaleX, scaleY] = [first.width / own.width, first.height / own.height];
  target.translate(first.x, first.y);
  target.scale(scaleX, scaleY);
  target.fillStyle = pattern;
  target.fillRect(
    ...([
      (left - first.x) / scaleX,
      (top - first.y) / scaleY,
      width / scaleX,
      height / scaleY,
    ] as const),
  );
  return true;
}

/** The size of the source, px: it may be a smaller variant of the image. */
function sourceSizeOf({ source, width, height }: PaintImage): Size {
  const own = source as Partial<Record<'naturalWidth' | 'naturalHeight', number>>;
  const { naturalWidth = 0, naturalHeight = 0 } = own;
  return naturalWidth > 0 && naturalHeight > 0
    ? { width: naturalWidth, height: naturalHeight }
    : { width, height };
}

/** The largest size that a background image is shown at, device px. */
function sizeOnDevice(target: PaintTarget, background: Background, box: Box): Size {
  if (background.size !== 'tile') return sizeOnTarget(target, box);
  const part = (background.tilePercent ?? GEOMETRY.defaultTilePercent) / 100;
  return sizeOnTarget(target, { width: box.width * part, height: 0 });
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(background: Background, box: Box, image: Size): Size {
  if (background.size === 'stretch') return box;
  if (background.size === 'tile') {
    const width = (box.width * (background.tilePercent ?? GEOMETRY.defaultTilePercent)) / 100;
    return { width, height: (width * image.height) / image.width };
  }
  const horizontal = box.width / image.width;
  const vertical = box.height / image.height;
  const scale =
    background.size === 'contain' ? Math.min(horizontal, vertical) : Math.max(horizontal, vertical);
  return { width: image.width * scale, height: image.height * scale };
}

/** The directions in which an image is repeated. */
function directionsOf(background: Background): {
  readonly across: boolean;
  readonly down: boolean;
} {
  const repeat = background.repeat ?? (background.size === 'tile' ? 'repeat' : 'no-repeat');
  return {
    across: repeat === 'repeat' || repeat === 'repeat-x',
    down: repeat === 'repeat' || repeat === 'repeat-y',
  };
}

/** The top left corners of the copies that fill the box. */
function positionsOf(background: Background, box: Box, first: Box): [number, number][] {
  const { across, down } = directionsOf(background);
  const positions: [number, number][] = [];
  if (first.width <= 0 || first.height <= 0) return positions;
  const startX = across
    ? first.x - Math.ceil((first.x - box.x) / first.width) * first.width
    : first.x;
  const startY = down
    ? first.y - Math.ceil((first.y - box.y) / first.height) * first.height
    : first.y;
  const endX = across ? box.x + box.width : startX + 1e-6;
  const endY = down ? box.y + box.height : startY + 1e-6;
  for (let y = startY; y < endY; y += first.height)
    for (let x = startX; x < endX; x += first.width) positions.push([x, y]);
  return positions;
}
