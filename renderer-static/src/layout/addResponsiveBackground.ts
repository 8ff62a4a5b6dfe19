import { type Background, GEOMETRY } from '@cobble/engine';
import { imageSetCss } from '../images/imageSetCss.ts';
import {
  containedWidthPx,
  coveringWidthPx,
  type PaintedBox,
  type SizePx,
} from '../images/PaintedBox.ts';
import { PaintedWidth } from '../images/PaintedWidth.ts';
import type { Image } from '../images/Image.ts';
import type { RenderState } from './RenderState.ts';

/** A typical desktop's viewport, which a fixed background fills. */
const SCREEN: SizePx = { widthPx: 1920, heightPx: 1080 };
const PHONE_SCREEN: SizePx = { widthPx: GEOMETRY.phoneMaxWidthPx, heightPx: 960 };

/**
 * Adds an `image-set()` with the variants of a background to an element, in addition to the plain
 * image for browsers that do not support it. Animated images are left as they are.
 *
 * @param selector selector of the element that has the background
 * @param painted the box that the background fills
 */
export function addResponsiveBackground(
  state: RenderState,
  selector: string,
  background: Background | undefined,
  painted: PaintedBox,
): void {
  const image = state.image(background?.imageUrl);
  if (background === undefined || image === null || image.isAnimated) return;
  const width = new PaintedWidth(
    background.attachment === 'fixed' ? onWholeScreen(painted) : painted,
    (box) => widthOf(background, box, image),
  );
  const asset = (url: string): string | null => state.asset(url);
  const desktop = imageSetCss(image, width.onDesktopPx, 2, asset);
  const phone = imageSetCss(image, width.onPhonePx, 3, asset);
  if (desktop === null || phone === null) return;
  state.sheet.add(selector, [['background-image', desktop]]);
  if (phone !== desktop) state.sheet.addForPhone(selector, [['background-image', phone]]);
}

function onWholeScreen(painted: PaintedBox): PaintedBox {
  const phone = { gutterPx: 0, overPx: PHONE_SCREEN.widthPx, size: PHONE_SCREEN };
  return { ...painted, ...SCREEN, phone };
}

function widthOf(background: Background, box: SizePx, image: Image): number {
  switch (background.size) {
    case 'tile':
      return (box.widthPx * (background.tilePercent ?? GEOMETRY.defaultTilePercent)) / 100;
    case 'contain':
      return containedWidthPx(box, image);
    default:
      return coveringWidthPx(box, image);
  }
}
