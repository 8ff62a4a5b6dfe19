import type { KitCanvasView } from '@cobble/engine';

/** Paints the bell where the published page shows it: px at the reference width, from its corner. */
const paintBell: KitCanvasView = ({ block, target, content: box }) => {
  const { rings } = block.content as { readonly rings: number };
  target.font = '32px sans-serif';
  target.textBaseline = 'middle';
  target.fillText('🔔'.repeat(rings), box.x, box.y + box.height / 2, box.width);
};

export default paintBell;
