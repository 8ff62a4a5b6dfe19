import { CARD_COLORS } from '@cobble/engine';
import { addRoundedBox, insetBox } from './boxes.ts';
import type { PaintFrame } from './PaintResources.ts';

/** The background of a card, with a thin line inside its edge. */
export function paintCard({
  target,
  content,
  radius,
}: Pick<PaintFrame, 'target' | 'content' | 'radius'>): void {
  target.beginPath();
  addRoundedBox(target, content, radius);
  target.fillStyle = CARD_COLORS.background;
  target.fill();
  target.beginPath();
  addRoundedBox(target, insetBox(content, 0.75), Math.max(0, radius - 0.75));
  target.lineWidth = 1.5;
  target.strokeStyle = CARD_COLORS.line;
  target.stroke();
}
