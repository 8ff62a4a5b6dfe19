import type { Box } from '@cobble/engine';
import { iconPath } from '@cobble/engine/platforms';
import { paintColor } from './paintColor.ts';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** Draws an icon in a box; nothing for an unknown name. */
export function paintIcon(
  target: PaintTarget,
  name: string,
  box: Box,
  color: string,
  resources: Pick<PaintResources, 'path'>,
): void {
  const icon = iconPath(name);
  if (!icon) return;
  const [, , drawnWidth = 24, drawnHeight = 24] = icon.viewBox.split(' ').map(Number);
  target.save();
  target.translate(box.x, box.y);
  target.scale(box.width / drawnWidth, box.height / drawnHeight);
  target.fillStyle = paintColor(color);
  target.fill(resources.path(icon.path));
  target.restore();
}

/** A square centred in a box. */
export function squareIn(box: Box, side: number): Box {
  return {
    x: box.x + (box.width - side) / 2,
    y: box.y + (box.height - side) / 2,
    width: side,
    height: side,
  };
}
