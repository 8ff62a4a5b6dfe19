import type { KitCanvasView } from '@cobble/engine';

/** Paints the bell as the published page shows it, in px at the reference width. */
const paintBell: KitCanvasView = ({ block, target, content: box }) => {
  const { rings } = block.content as { readonly rings: number };
  target.font = '32px sans-serif';
  target.textBaseline = 'middle';
  target.fillText('🔔'.repeat(rings), box.x, box.y + box.height / 2, box.width);
};

export default paintBell;
