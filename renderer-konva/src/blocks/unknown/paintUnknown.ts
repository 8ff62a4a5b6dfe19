import type { Painter } from '../../paint/Painter.ts';

/** A quiet frame with the type's name, where nobody here knows how to draw a block. */
export const paintUnknown: Painter = ({ block, target, width, height }) => {
  target.fillStyle = '#F3EEE4';
  target.fillRect(0, 0, width, height);
  target.strokeStyle = '#CFC4B0';
  target.lineWidth = 1;
  target.setLineDash([4, 4]);
  target.strokeRect(0.5, 0.5, Math.max(0, width - 1), Math.max(0, height - 1));
  target.setLineDash([]);
  target.fillStyle = '#6B6255';
  target.font = '14px Inter, sans-serif';
  target.textAlign = 'center';
  target.textBaseline = 'middle';
  target.fillText(block.type, width / 2, height / 2, width);
};
