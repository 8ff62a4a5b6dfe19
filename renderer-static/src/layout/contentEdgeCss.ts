import { GEOMETRY, type Block, type FlowBox } from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { cssNumber } from '../css/lengths.ts';

/** Media query for screens wider than the content. */
export const WIDE_QUERY = `(min-width:${String(GEOMETRY.maxContentWidthPx + 1)}px)`;

/** Far above and below any realistic block, px. */
const FAR_PX = 99_999;

/**
 * Clips a block at the edge of the content (1366 px wide). Needed on pages with pinned blocks, which
 * extend further, so `main` cannot clip. Returns [] for blocks that do not cross the edge. On
 * screens this wide, one px at the reference width is one px.
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
  // The visible strip of the screen in the rotated block's own space.
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
