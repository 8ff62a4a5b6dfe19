import type { FlowBackdrop, FlowNode, FlowRow } from '@cobble/engine';

/** The phone that heights are estimated for, and its width between the gutters, px. */
const SCREEN_PX = 375;
const CONTENT_PX = 343;

/**
 * Estimates the height of a backdrop on a phone with its rows stacked on it, px scaled as the
 * backdrop is.
 */
export function backdropHeightPx({ backdrop, rows }: FlowBackdrop, widthPx: number): number {
  const end = Math.max(...rows.flatMap(({ nodes }) => nodes.map(({ y, height }) => y + height)));
  const below = Math.max(0, backdrop.y + backdrop.height - end);
  return Math.max(backdrop.height, stackHeightPx(rows, widthPx) + below);
}

/**
 * Estimates the height of rows on a phone. Text becomes narrower and takes more lines.
 *
 * @param widthPx the width of the element that contains them, in its own px; it fills the screen
 * @returns height in the element's px
 */
export function stackHeightPx(rows: readonly FlowRow[], widthPx: number): number {
  const perScreenPx = widthPx / SCREEN_PX;
  return sum(rows.map((row) => row.gap + rowHeightOnPhonePx(row) * perScreenPx));
}

/** Estimates the height of a row on a phone without the gap above it, screen px. */
export function rowHeightOnPhonePx({ nodes }: FlowRow): number {
  const widths = nodes.map((node) => Math.min(node.width, CONTENT_PX));
  const heights = nodes.map(heightOnPhonePx);
  return sum(widths) <= CONTENT_PX ? Math.max(0, ...heights) : sum(heights);
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** In screen px. */
function heightOnPhonePx(node: FlowNode): number {
  if (node.kind === 'hidden') return 0;
  const isText = node.kind === 'cluster' && node.isSingleText;
  return (
    node.height *
    (isText ? node.width / CONTENT_PX : Math.min(1, CONTENT_PX / Math.max(1, node.width)))
  );
}
