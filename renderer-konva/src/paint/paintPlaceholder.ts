import type { Box } from '@cobble/engine';
import { addRoundedBox, insetBox, shownInsets } from './boxes.ts';
import { paintBackground } from './paintBackground.ts';
import type { PaintFrame } from './PaintResources.ts';
import { paintIcon, squareIn } from './paintIcon.ts';

const BACKGROUND = '#EFE8DB';
/** Colour of icons and lines on a placeholder. */
export const PLACEHOLDER_INK = '#B9AC95';

/** A placeholder with an icon for an empty block; the published page has the same. */
export function paintPlaceholder(frame: PaintFrame, mark: string): void {
  paintPlaceholderBackground(frame);
  const { width, height } = placeholderIconBox(frame);
  const box = squareIn(placeholderIconBox(frame), Math.min(width, height));
  paintIcon(frame.target, mark, box, PLACEHOLDER_INK, frame.resources);
}

/** A placeholder's background, unless the block has a background colour. */
export function paintPlaceholderBackground(frame: PaintFrame): void {
  const { target, block, width, height, radius, resources } = frame;
  const { background } = block.styles;
  if (background?.color !== undefined) return;
  const box = { x: 0, y: 0, width, height };
  target.fillStyle = BACKGROUND;
  target.beginPath();
  addRoundedBox(target, box, radius);
  target.fill();
  const { borderPx } = shownInsets(block, resources.referenceWidthPx);
  // The background image was painted with the block's styles and is covered now: paint it again.
  if (background?.imageUrl)
    paintBackground(target, background, box, radius, resources, borderPx, block.uuid);
}

/** The icon's box, centred inside the border. */
export function placeholderIconBox({ block, width, height, resources }: PaintFrame): Box {
  const { borderPx } = shownInsets(block, resources.referenceWidthPx);
  const inside = insetBox({ x: 0, y: 0, width, height }, borderPx);
  const across = Math.min(160, inside.width * 0.42);
  const down = inside.height * 0.42;
  return {
    x: inside.x + (inside.width - across) / 2,
    y: inside.y + (inside.height - down) / 2,
    width: across,
    height: down,
  };
}
