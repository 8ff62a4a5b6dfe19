import type { Box, Shadow } from '@cobble/engine';
import { addRoundedBox } from './boxes.ts';
import { paintColor } from './paintColor.ts';
import type { PaintTarget } from './PaintTarget.ts';

/**
 * Sets the context's shadow. Canvas shadows ignore the transform, so it is applied here.
 *
 * @param shift added to the shadow's offset, device px
 */
export function setShadow(
  target: PaintTarget,
  { xPx, yPx, blurPx, color }: Shadow,
  shift: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): void {
  const { a, b, c, d } = target.getTransform();
  target.shadowColor = paintColor(color);
  target.shadowBlur = blurPx * Math.hypot(a, b);
  target.shadowOffsetX = a * xPx + c * yPx + shift.x;
  target.shadowOffsetY = b * xPx + d * yPx + shift.y;
}

/** CSS `box-shadow`: only outside the box, whatever its fill. */
export function paintBoxShadow(
  target: PaintTarget,
  shadow: Shadow,
  box: Box,
  radius: number,
): void {
  target.save();
  const reach = Math.abs(shadow.xPx) + Math.abs(shadow.yPx) + 2 * shadow.blurPx + 4;
  target.beginPath();
  target.rect(box.x - reach, box.y - reach, box.width + 2 * reach, box.height + 2 * reach);
  addRoundedBox(target, box, radius);
  target.clip('evenodd');
  // The box that casts the shadow is far away, where the clip hides it.
  const far = 1e5;
  setShadow(target, shadow, { x: far, y: 0 });
  const before = target.getTransform();
  target.setTransform(before.a, before.b, before.c, before.d, before.e - far, before.f);
  target.beginPath();
  addRoundedBox(target, box, radius);
  target.fillStyle = '#000';
  target.fill();
  target.restore();
}
