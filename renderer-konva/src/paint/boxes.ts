import type { Block, Box } from '@cobble/engine';
import type { PaintTarget } from './PaintTarget.ts';

/** Clamps a radius as CSS does: to at most half the shorter side. */
export function clampRadius(radius: number, width: number, height: number): number {
  return Math.max(0, Math.min(radius, width / 2, height / 2));
}

/** Shrinks a box on all sides, at most until it is empty. */
export function insetBox({ x, y, width, height }: Box, by: number): Box {
  const dx = Math.min(by, width / 2);
  const dy = Math.min(by, height / 2);
  return { x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy };
}

/** Adds a box with rounded corners to the current path. */
export function addRoundedBox(target: PaintTarget, box: Box, radius: number): void {
  const round = clampRadius(radius, box.width, box.height);
  if (round === 0) target.rect(box.x, box.y, box.width, box.height);
  else target.roundRect(box.x, box.y, box.width, box.height, round);
}

/** The box inside a block's border and padding, px at the reference width. */
export function contentBoxOf(block: Block, box: Box): Box {
  return insetBox(box, (block.styles.border?.widthPx ?? 0) + (block.styles.paddingPx ?? 0));
}
