import { type Block, type Box, type Insets, insetsOf } from '@cobble/engine';
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

/** The widths of the border and padding that a block is shown with, px at the reference width. */
export function shownInsets(block: Block, referenceWidthPx: number): Insets {
  const { width, height } = block.position;
  const size = { width: width * referenceWidthPx, height: height * referenceWidthPx };
  return insetsOf(block, size);
}

/**
 * The box inside a block's border and padding, px at the reference width.
 *
 * @param box the block's, which its text may have made taller
 */
export function contentBoxOf(block: Block, box: Box, referenceWidthPx: number): Box {
  const { borderPx, paddingPx } = shownInsets(block, referenceWidthPx);
  return insetBox(box, borderPx + paddingPx);
}

/** The intersection of two boxes; null when they do not overlap. */
export function intersectBoxes(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The smallest box that contains both. */
export function unionBoxes(a: Box | null, b: Box): Box {
  if (!a) return b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Expands a box on each side; with two numbers horizontally and vertically. */
export function expandBox({ x, y, width, height }: Box, dx: number, dy = dx): Box {
  return { x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy };
}

/** Expands a box to whole numbers. */
export function roundOutBox({ x, y, width, height }: Box): Box {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) - left,
    height: Math.ceil(y + height) - top,
  };
}

/** Whether the first box contains the second. */
export function containsBox(a: Box, b: Box): boolean {
  return (
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height
  );
}
