import { CobbleError, type Box, type Point, type Shadow } from '@cobble/engine';
import type { PaintResources } from './PaintResources.ts';
import type { PaintTarget } from './PaintTarget.ts';
import { scaleOf, setShadow } from './shadows.ts';

/** What is done to an image as a whole once it is painted. */
export interface LayerEffects {
  readonly opacity: number;
  readonly blurPx: number;
  readonly dropShadow: Shadow | undefined;
}

const MAX_SIDE = 8192;

/**
 * Paints apart and draws the outcome with effects, so that what overlaps inside does not shine
 * through. Without a surface the effects that need none are applied directly. Of what lies beyond
 * the target only so much is painted as its blur or shadow reaches in: a block that is zoomed in on
 * takes no more memory than what shows of it.
 *
 * @param bounds what the painting covers, in the target's current space
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
  const device = shownPart(target, whole, effects);
  if (device.width <= 0 || device.height <= 0) return;
  const surface =
    device.width > MAX_SIDE || device.height > MAX_SIDE
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
  // CSS fades the shadow with what casts it: as one image, or it would shine through.
  const together =
    effects.dropShadow && effects.opacity < 1
      ? resources.surface(device.width, device.height)
      : null;
  if (together) {
    together.target.setTransform(a, b, c, d, 0, 0);
    drawFiltered(together.target, surface.image, { x: 0, y: 0 }, effects);
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.drawImage(together.image, device.x, device.y);
    together.release?.();
  } else drawFiltered(target, surface.image, device, effects);
  surface.release?.();
  target.restore();
}

/** Draws a bitmap at a device px with blur and shadow, in this order (CSS `filter`). */
function drawFiltered(
  target: PaintTarget,
  image: CanvasImageSource,
  at: Point,
  { blurPx, dropShadow }: LayerEffects,
): void {
  // Of a filter's shadow the blur is the deviation itself; a canvas, as a box's shadow, takes half.
  if (dropShadow) setShadow(target, { ...dropShadow, blurPx: 2 * dropShadow.blurPx });
  if (blurPx > 0) target.filter = `blur(${String(blurPx * scaleOf(target))}px)`;
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.drawImage(image, at.x, at.y);
}

/** What of a layer shows on its target, or bears on what shows, device px. */
function shownPart(target: PaintTarget, whole: Box, { blurPx, dropShadow }: LayerEffects): Box {
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
    throw new CobbleError('paint_bounds_not_finite', 'a block has no finite place', {
      details: { ...box },
    });
  return { x: left, y: top, width, height };
}
