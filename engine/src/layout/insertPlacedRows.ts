import type { FlowNode, FlowPlaced, FlowRow } from './FlowNode.ts';

/** The width of the phone for which heights are estimated, in px. */
const SCREEN_PX = 375;

/** The width between the gutters of that phone, in px. */
const CONTENT_PX = SCREEN_PX - 2 * 16;

/** The largest gap between rows, in px. */
const MAX_GAP_PX = 40;

/** The gap between nodes in a row, in px. */
const GUTTER_PX = 16;

/** A row fits above a phone position if it ends at most this far below that position, in px. */
const TOLERANCE_PX = 8;

/**
 * Inserts rows for phone positions. Heights of the other rows are estimated for a 375 px phone,
 * without breaking text into lines. A row with a phone position follows as many rows as fit above
 * it, and the remaining space becomes its gap.
 *
 * @param windowWidth px at the reference width
 */
export function insertPlacedRows(
  rows: readonly FlowRow[],
  placed: readonly FlowPlaced[],
  windowWidth: number,
): readonly FlowRow[] {
  // Converts the grid's px at the reference width to px on that phone.
  const scale = SCREEN_PX / windowWidth;
  const pending = placed.toSorted((a, b) => a.grid.top - b.grid.top);
  const result: FlowRow[] = [];
  let end = 0;
  const insert = (node: FlowPlaced): void => {
    const top = node.grid.top * scale;
    const gap = Math.max(0, top - end);
    result.push({ gap: gap / scale, nodes: [node] });
    end += gap + node.grid.height * scale;
  };
  for (const row of rows) {
    const gap = Math.min(row.gap, MAX_GAP_PX);
    const height = rowHeight(row);
    for (let next = pending[0]; next; next = pending[0]) {
      if (end + gap + height <= next.grid.top * scale + TOLERANCE_PX) break;
      insert(next);
      pending.shift();
    }
    result.push(row);
    end += gap + height;
  }
  pending.forEach(insert);
  return result;
}

/** Returns the height of a row. Nodes that do not fit next to the others wrap below them. */
function rowHeight({ nodes }: FlowRow): number {
  let height = 0;
  let lineHeight = 0;
  let usedWidth = 0;
  for (const node of nodes) {
    if (node.kind === 'hidden') continue;
    const width = Math.min(node.width, CONTENT_PX);
    if (usedWidth > 0 && usedWidth + GUTTER_PX + width > CONTENT_PX) {
      height += lineHeight + GUTTER_PX;
      lineHeight = 0;
      usedWidth = 0;
    }
    usedWidth += (usedWidth > 0 ? GUTTER_PX : 0) + width;
    lineHeight = Math.max(lineHeight, nodeHeight(node));
  }
  return height + lineHeight;
}

function nodeHeight(node: FlowNode): number {
  if (node.kind === 'cluster' && node.isSingleText)
    return node.height * Math.max(1, node.width / CONTENT_PX);
  const scaledHeight = node.height * Math.min(1, CONTENT_PX / Math.max(1, node.width));
  if (node.kind !== 'backdrop' && node.kind !== 'stack') return scaledHeight;
  const rowsHeight = node.rows.reduce(
    (sum, row) => sum + Math.min(row.gap, MAX_GAP_PX) + rowHeight(row),
    0,
  );
  return node.kind === 'stack' ? rowsHeight : Math.max(scaledHeight, rowsHeight);
}
