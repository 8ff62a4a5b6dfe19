// Paints a rating on the canvas, in px at the page's reference width, from the block's corner.
import { STAR } from './star.mjs';

const SIDE = 32;

/**
 * @import { BlockOf, KitCanvasView } from '@cobble/engine'
 * @import { block } from './rating.mjs'
 */

/** @type {KitCanvasView<BlockOf<typeof block>>} */
const paintRating = ({ block: { content }, target, content: box, path }) => {
  const { stars, of, color } = content;
  let { y } = box;
  if (of) {
    target.fillStyle = '#1E1A16';
    target.font = '16px Inter, sans-serif';
    target.textBaseline = 'middle';
    target.fillText(of, box.x, y + 10, box.width);
    y += 20;
  }
  const star = path(STAR);
  for (let index = 0; index < 5; index += 1) {
    target.save();
    target.translate(box.x + index * SIDE, y);
    target.scale(SIDE / 24, SIDE / 24);
    target.fillStyle = '#E6DED1';
    target.fill(star);
    target.beginPath();
    target.rect(0, 0, 24 * Math.max(0, Math.min(1, stars - index)), 24);
    target.clip();
    target.fillStyle = color;
    target.fill(star);
    target.restore();
  }
};

export default paintRating;
