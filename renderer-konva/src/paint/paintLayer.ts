import { CobbleError, type Box, type Point, type Shadow } from '@cobble/engine';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';
import { scaleOf } from './targetScale.ts';
import { setShadow } from './shadows.ts';

/** Effects that apply to a painting as a whole. */
export interface LayerEffects {
  readonly opacity: number;
  readonly blurPx: number;
  readonly dropShadow: Shadow | undefined;
}

const MAX_SIDE_PX = 8192;

/**
 * Paints on a separate surface and draws it with effects, so that overlapping parts do not show
 * through. Without a surface, only opacity is applied. Beyond the target only as much is painted as
 * blur and shadow need, so that zooming in on a block takes no more memory than its visible part.
 *
 * @param bounds the area of the painting, in the target's current space
 */
export function paintLayer(
  target: PaintTarget,
  bounds: Box,
  effects: LayerEffects,
  resources: PaintResources,
  paint: (target: PaintTarget) => void,
): void {
  const matrix = target.getTransform();
  const whole = deviceBounds(matrix, bounds, effects.blurPx * 3 * scaleOf(target) + 2);
  const device = visiblePart(target, whole, effects);
  if (device.width <= 0 || device.height <= 0) return;
  const surface =
    device.width > MAX_SIDE_PX || device.height > MAX_SIDE_PX
      ? null
      : resources.surface(device.width, device.height);
  target.save();
  target.globalAlpha *= effects.opacity;
  if (!surface) {
    paint(target);
    target.restore();
    return;
  }
  const { a, b, c, d, e, f } = matrix;
  surface.target.setTransform(a, b, c, d, e - device.x, f - device.y);
  paint(surface.target);
  // CSS fades the shadow and its caster as one image; otherwise the shadow would show through.
  const combined =
    effects.dropShadow && effects.opacity < 1
      ? resources.surface(device.width, device.height)
      : null;
  if (combined) {
    combined.target.setTransform(a, b, c, d, 0, 0);
    drawFiltered(combined.target, surface.image, { x: 0, y: 0 }, effects);
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.drawImage(combined.image, device.x, device.y);
    combined.release?.();
  } else drawFiltered(target, surface.image, device, effects);
  surface.release?.();
  target.restore();
}

/** Draws a bitmap at a point in device px with blur and shadow, in this order (CSS `filter`). */
function drawFiltered(
  target: PaintTarget,
  image: CanvasImageSource,
  at: Point,
  { blurPx, dropShadow }: LayerEffects,
): void {
  // A filter's blur radius is the standard deviation; the blur of a canvas shadow, like that of a
  // box shadow, is twice as much.
  if (dropShadow) setShadow(target, { ...dropShadow, blurPx: 2 * dropShadow.blurPx });
  if (blurPx > 0) target.filter = `blur(${String(blurPx * scaleOf(target))}px)`;
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.drawImage(image, at.x, at.y);
}

/** The part of a layer that affects its target, device px. */
function visiblePart(target: PaintTarget, whole: Box, { blurPx, dropShadow }: LayerEffects): Box {
  const { width, height } = target.canvas ?? {};
  if (typeof width !== 'number' || typeof height !== 'number') return whole;
  const { xPx, yPx, blurPx: softPx } = dropShadow ?? { xPx: 0, yPx: 0, blurPx: 0 };
  const reachPx = Math.abs(xPx) + Math.abs(yPx) + 3 * (blurPx + softPx);
  const reach = Math.ceil(reachPx * scaleOf(target)) + 2;
  const left = Math.max(whole.x, -reach);
  const top = Math.max(whole.y, -reach);
  return {
    x: left,
    y: top,
    width: Math.min(whole.x + whole.width, width + reach) - left,
    height: Math.min(whole.y + whole.height, height + reach) - top,
  };
}

function deviceBounds({ a, b, c, d, e, f }: DOMMatrix, box: Box, margin: number): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [box.x, box.x + box.width])
    for (const y of [box.y, box.y + box.height]) {
      xs.push(a * x + c * y + e);
      ys.push(b * x + d * y + f);
    }
  const left = Math.floor(Math.min(...xs) - margin);
  const top = Math.floor(Math.min(...ys) - margin);
  const width = Math.ceil(Math.max(...xs) + margin) - left;
  const height = Math.ceil(Math.max(...ys) + margin) - top;
  if (!Number.isFinite(width + height))
    throw new CobbleError('paint_bounds_not_finite', 'a block has no finite position', {
      details: { ...box },
    });
  return { x: left, y: top, width, height };
}
