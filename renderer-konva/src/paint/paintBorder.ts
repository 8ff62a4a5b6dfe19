import type { Border, Box } from '@cobble/engine';
import { addRoundedBox, clampRadius, insetBox } from './boxPath.ts';
import { paintColor } from './paintColor.ts';
import type { PaintTarget } from './PaintTarget.ts';

/** Draws a border inside of the box's edge, as CSS does. */
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
  target.lineCap = border.style === 'dotted' ? 'round' : 'butt';
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

/** Dashes that come out even over a length: CSS leaves their lengths open, this is Blink's way. */
function dashOf(border: Border, length: number, width: number, closed: boolean): number[] {
  const dotted = border.style === 'dotted';
  const dash = dotted ? width : width * (width >= 3 ? 2 : 3);
  const gap = dotted ? width : dash;
  const pieces = Math.max(1, Math.floor((length + (closed ? 0 : gap)) / (dash + gap)));
  const room = length - pieces * dash;
  const even = room / (closed ? pieces : Math.max(1, pieces - 1));
  return dotted ? [0, width + even] : [dash, even];
}

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
  const reach = border.style === 'dotted' ? 0 : width / 2;
  const sides = [
    [x - reach, y, right + reach, y],
    [right, y - reach, right, bottom + reach],
    [x - reach, bottom, right + reach, bottom],
    [x, y - reach, x, bottom + reach],
  ] as const;
  for (const [fromX, fromY, toX, toY] of sides) {
    const length = Math.hypot(toX - fromX, toY - fromY);
    const [dash = 0, gap = 0] = dashOf(border, length + (reach === 0 ? width : 0), width, false);
    target.setLineDash([dash, gap]);
    target.beginPath();
    target.moveTo(fromX, fromY);
    target.lineTo(toX, toY);
    target.stroke();
  }
}
