import { fontFamilyCss } from '@cobble/engine/fonts';
import { paintBorder } from '../../paint/paintBorder.ts';
import type { Painter } from '../../paint/PaintResources.ts';
import { paintPlaceholderBackground, PLACEHOLDER_INK } from '../../paint/paintPlaceholder.ts';

const BORDER = { widthPx: 1, style: 'dashed', color: PLACEHOLDER_INK } as const;
const RADIUS_PX = 10;

/** A placeholder for a block of an unknown type; while a page is edited, with the type's name. */
export const paintUnknown: Painter = (frame) => {
  const { block, target, width, height, radius } = frame;
  const cornerRadius = radius > 0 ? radius : RADIUS_PX;
  paintPlaceholderBackground({ ...frame, radius: cornerRadius });
  if (!block.styles.border)
    paintBorder(target, BORDER, { x: 0, y: 0, width, height }, cornerRadius);
  if (!frame.resources.showsPlaceholders) return;
  target.fillStyle = '#6B6255';
  target.font = `13px ${fontFamilyCss('Inter')}`;
  target.textAlign = 'center';
  target.textBaseline = 'middle';
  target.fillText(block.type, width / 2, height / 2, Math.max(1, width - 16));
};
