import type { Box } from '@cobble/engine';
import type { PaintTarget } from './PaintTarget.ts';

/** Device px per px of the target's current space, usually px at the reference width. */
export function scaleOf(target: PaintTarget): number {
  const { a, b } = target.getTransform();
  return Math.hypot(a, b);
}

/** A size on the target, device px. */
export function sizeOnTarget(
  target: PaintTarget,
  { width, height }: Pick<Box, 'width' | 'height'>,
): { readonly width: number; readonly height: number } {
  const scale = scaleOf(target);
  return { width: width * scale, height: height * scale };
}
