import type { Box, PageStyle } from '@cobble/engine';
import { paintBackground } from './paintBackground.ts';
import { paintBorder } from './paintBorder.ts';
import { paintColor } from './paintColor.ts';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';
import { scaleOf } from './targetScale.ts';

/** The page's background colour; default white. */
export function pageBackgroundColor(style: PageStyle): string {
  return paintColor(style.background?.color ?? style.backgroundColor ?? '#FFFFFF');
}

/** The colour that a wide screen shows beside the page. */
export function asideBackgroundColor(style: PageStyle): string {
  return style.borderColor === undefined
    ? pageBackgroundColor(style)
    : paintColor(style.borderColor);
}

/**
 * Paints a page's background, and what a wide screen shows beside the page.
 *
 * @param target its space is the screen: px from its top left corner
 * @param page the published page's box on the screen
 * @param screen the screen's size, px
 */
export function paintPageBackground(
  target: PaintTarget,
  style: PageStyle,
  page: Box,
  screen: { readonly width: number; readonly height: number },
  resources: PaintResources,
): void {
  target.fillStyle = asideBackgroundColor(style);
  target.fillRect(0, 0, screen.width, screen.height);
  target.fillStyle = pageBackgroundColor(style);
  target.fillRect(page.x, 0, page.width, screen.height);
  const { background } = style;
  if (!background?.imageUrl) return;
  target.save();
  target.beginPath();
  target.rect(page.x, page.y, page.width, page.height);
  target.clip();
  const box = background.attachment === 'fixed' ? { x: 0, y: 0, ...screen } : page;
  paintBackground(target, background, box, 0, resources);
  target.restore();
}

/**
 * Paints a page's border inside its edge, above all its contents.
 *
 * @param target its space is the screen
 * @param page the published page's box on the screen
 * @param scale screen px per px at the reference width
 */
export function paintPageBorder(
  target: PaintTarget,
  style: PageStyle,
  page: Box,
  scale: number,
): void {
  const { border } = style;
  if (!border || border.widthPx === 0) return;
  // Browsers round a border down to whole device px, but at least one.
  const device = scaleOf(target);
  const widthPx = Math.max(1, Math.floor(border.widthPx * scale * device)) / device;
  paintBorder(target, { ...border, widthPx }, page, 0);
}
