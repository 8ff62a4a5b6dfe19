import { GEOMETRY, type Block, type FlowBox } from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { cssNumber } from '../css/lengths.ts';

/** Screens on which there is something beside what content may span. */
export const WIDE_QUERY = `(min-width:${String(GEOMETRY.maxContentWidthPx + 1)}px)`;

/** Further up and down than any block is high, px. */
const FAR_PX = 99_999;

/**
 * Cuts a block off where content ends (decisions.md "Geometry": 1366 px), for pages on which pinned
 * blocks stand further out, so that the page as a whole cannot be cut off there; none for a block
 * that ends before. On screens so wide a px at the reference width is a px.
 *
 * @param windowX from the left of the window to the left of the box's space, px
 */
export function contentEdgeCss(
  block: Block,
  box: FlowBox,
  windowX: number,
  referenceWidthPx: number,
): Declarations {
  const sidePx = (GEOMETRY.maxContentWidthPx - referenceWidthPx) / 2;
  const left = windowX + box.x;
  if (left >= -sidePx && left + box.width <= referenceWidthPx + sidePx) return [];
  const middle = left + box.width / 2;
  const deg = block.type === 'group' ? 0 : block.position.rotationDeg;
  // What is seen is a strip of the screen, here as the turned block has it.
  const [sin, cos] = [Math.sin((-deg * Math.PI) / 180), Math.cos((-deg * Math.PI) / 180)];
  const [from, to] = [-sidePx - middle, referenceWidthPx + sidePx - middle];
  const corners = [
    [from, -FAR_PX],
    [to, -FAR_PX],
    [to, FAR_PX],
    [from, FAR_PX],
  ] as const;
  const points = corners.map(
    ([x, y]) =>
      `calc(50% + ${cssNumber(x * cos - y * sin)}px) calc(50% + ${cssNumber(x * sin + y * cos)}px)`,
  );
  return [['clip-path', `polygon(${points.join(',')})`]];
}
