import type { FlowNode, FlowPlaced, FlowRow } from './FlowNode.ts';

/** The phone that heights are reckoned for: its width, and what is left between the gutters, px. */
const SCREEN_PX = 375;
const ROOM_PX = SCREEN_PX - 2 * 16;

/** The most room that flowing rows keep between one another, and beside one another, px. */
const MAX_GAP_PX = 40;
const ASIDE_PX = 16;

/** What ends so little below a place still goes above it. */
const SLACK_PX = 8;

/**
 * Rows with those in between that were placed for phones by hand. How high the others will be
 * follows from their sizes on a phone of 375 px, but for what text does there, so a placed row comes
 * where it was put as nearly as can be told: after as much as fits above it, and with the room above
 * it that is left.
 *
 * @param windowWidth px at the reference width
 */
export function withPlaced(
  rows: readonly FlowRow[],
  placed: readonly FlowPlaced[],
  windowWidth: number,
): readonly FlowRow[] {
  // Places are fractions of the screen there, and px at the reference width here.
  const scale = SCREEN_PX / windowWidth;
  const waiting = placed.toSorted((a, b) => a.grid.top - b.grid.top);
  const result: FlowRow[] = [];
  let end = 0;
  const put = (node: FlowPlaced): void => {
    const top = node.grid.top * scale;
    const gap = Math.max(0, top - end);
    result.push({ gap: gap / scale, nodes: [node] });
    end += gap + node.grid.height * scale;
  };
  for (const row of rows) {
    const gap = Math.min(row.gap, MAX_GAP_PX);
    const height = rowHeight(row);
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (end + gap + height <= next.grid.top * scale + SLACK_PX) break;
      put(next);
      waiting.shift();
    }
    result.push(row);
    end += gap + height;
  }
  waiting.forEach(put);
  return result;
}

/** A row's height: what does not fit beside the others goes below them. */
function rowHeight({ nodes }: FlowRow): number {
  let height = 0;
  let line = 0;
  let used = 0;
  for (const node of nodes) {
    if (node.kind === 'hidden') continue;
    const width = Math.min(node.width, ROOM_PX);
    if (used > 0 && used + ASIDE_PX + width > ROOM_PX) {
      height += line + ASIDE_PX;
      line = 0;
      used = 0;
    }
    used += (used > 0 ? ASIDE_PX : 0) + width;
    line = Math.max(line, nodeHeight(node));
  }
  return height + line;
}

function nodeHeight(node: FlowNode): number {
  if (node.kind === 'cluster' && node.isLoneText)
    return node.height * Math.max(1, node.width / ROOM_PX);
  const shrunk = node.height * Math.min(1, ROOM_PX / Math.max(1, node.width));
  if (node.kind !== 'hold' && node.kind !== 'stack') return shrunk;
  const held = node.rows.reduce(
    (sum, row) => sum + Math.min(row.gap, MAX_GAP_PX) + rowHeight(row),
    0,
  );
  return node.kind === 'stack' ? held : Math.max(shrunk, held);
}
