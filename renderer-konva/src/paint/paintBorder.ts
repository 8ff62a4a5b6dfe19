import type { Border, Box } from '@cobble/engine';
import { addRoundedBox, clampRadius, insetBox } from './boxes.ts';
import { paintColor } from './paintColor.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** Draws a border inside the box's edge, as CSS does. */
export function paintBorder(target: PaintTarget, border: Border, box: Box, radius: number): void {
  const width = Math.min(border.widthPx, box.width / 2, box.height / 2);
  if (width <= 0) return;
  if (border.style === 'solid') {
    paintSolid(target, border.color, box, radius, width);
    return;
  }
  target.save();
  target.strokeStyle = paintColor(border.color);
  target.lineWidth = width;
  target.lineCap = hasRoundDots(border.style, width) ? 'round' : 'butt';
  const middle = insetBox(box, width / 2);
  const round = clampRadius(radius, box.width, box.height);
  if (round > width / 2) strokeRound(target, border, middle, round - width / 2, width);
  else strokeSides(target, border, middle, width);
  target.restore();
}

function paintSolid(
  target: PaintTarget,
  color: string,
  box: Box,
  radius: number,
  width: number,
): void {
  const round = clampRadius(radius, box.width, box.height);
  target.beginPath();
  addRoundedBox(target, box, round);
  addRoundedBox(target, insetBox(box, width), Math.max(0, round - width));
  target.fillStyle = paintColor(color);
  target.fill('evenodd');
}

/** Up to this width dots are squares, as in Blink, px. */
const SQUARE_DOTS_PX = 3;

/**
 * A dash pattern that divides a length evenly. CSS leaves dash lengths open; this follows Blink,
 * which picks the number of dashes whose gaps are closest to the ideal.
 */
function dashOf({ style }: Border, length: number, width: number, closed: boolean): number[] {
  const isDotted = style === 'dotted';
  const dash = isDotted ? width : width * (width >= 3 ? 2 : 3);
  const gap = isDotted ? width : width * (width >= 3 ? 1 : 2);
  if (length <= 2 * dash) return [];
  if (length <= 2 * dash + gap && !hasRoundDots(style, width)) {
    const share = length / (2 * dash + gap);
    return [dash * share, gap * share];
  }
  const span = closed ? length : length + gap;
  const gapFor = (dashes: number): number =>
    (length - dashes * dash) / Math.max(1, closed ? dashes : dashes - 1);
  const fewest = Math.max(1, Math.floor(span / (dash + gap)));
  const [wide, narrow] = [gapFor(fewest), gapFor(fewest + 1)];
  const even = narrow <= 0 || Math.abs(wide - gap) < Math.abs(narrow - gap) ? wide : narrow;
  return hasRoundDots(style, width) ? [0, even + width - 0.01] : [dash, even];
}

const hasRoundDots = (style: Border['style'], width: number): boolean =>
  style === 'dotted' && width > SQUARE_DOTS_PX;

function strokeRound(
  target: PaintTarget,
  border: Border,
  middle: Box,
  radius: number,
  width: number,
): void {
  const round = clampRadius(radius, middle.width, middle.height);
  const length = 2 * (middle.width + middle.height) - (8 - 2 * Math.PI) * round;
  target.setLineDash(dashOf(border, length, width, true));
  target.beginPath();
  addRoundedBox(target, middle, round);
  target.stroke();
}

function strokeSides(target: PaintTarget, border: Border, middle: Box, width: number): void {
  const { x, y } = middle;
  const right = x + middle.width;
  const bottom = y + middle.height;
  // Dashes begin and end at the outer corners; dots sit on them.
  const reach = hasRoundDots(border.style, width) ? 0 : width / 2;
  const sides = [
    [x - reach, y, right + reach, y],
    [right, y - reach, right, bottom + reach],
    [x - reach, bottom, right + reach, bottom],
    [x, y - reach, x, bottom + reach],
  ] as const;
  for (const [fromX, fromY, toX, toY] of sides) {
    const length = Math.hypot(toX - fromX, toY - fromY);
    target.setLineDash(dashOf(border, length + (reach === 0 ? width : 0), width, false));
    target.beginPath();
    target.moveTo(fromX, fromY);
    target.lineTo(toX, toY);
    target.stroke();
  }
}
