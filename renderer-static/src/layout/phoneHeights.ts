import type { FlowHold, FlowNode, FlowRow } from '@cobble/engine';

/** The phone that the height is worked out for, px, and the room at its sides. */
const SCREEN_PX = 375;
const ROOM_PX = 343;

/**
 * About how tall a background becomes on a phone with what it holds below one another, px that are
 * scaled as the hold's own.
 */
export function holdHeightPx({ backdrop, rows }: FlowHold, widthPx: number): number {
  const end = Math.max(...rows.flatMap(({ nodes }) => nodes.map(({ y, height }) => y + height)));
  const below = Math.max(0, backdrop.y + backdrop.height - end);
  return Math.max(backdrop.height, stackHeightPx(rows, widthPx) + below);
}

/**
 * About how tall rows are on a phone, px of something so wide that fills the screen. Words are set
 * narrower there and take the more lines.
 */
export function stackHeightPx(rows: readonly FlowRow[], widthPx: number): number {
  const perScreenPx = widthPx / SCREEN_PX;
  return sum(rows.map((row) => row.gap + rowHeightOnPhonePx(row) * perScreenPx));
}

/** About how tall a row is on a phone without the room above it, px of the screen. */
export function rowHeightOnPhonePx({ nodes }: FlowRow): number {
  const widths = nodes.map((node) => Math.min(node.width, ROOM_PX));
  const heights = nodes.map(heightOnPhonePx);
  return sum(widths) <= ROOM_PX ? Math.max(0, ...heights) : sum(heights);
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Px of the screen. */
function heightOnPhonePx(node: FlowNode): number {
  if (node.kind === 'hidden') return 0;
  const isText = node.kind === 'cluster' && node.isLoneText;
  return (
    node.height * (isText ? node.width / ROOM_PX : Math.min(1, ROOM_PX / Math.max(1, node.width)))
  );
}
