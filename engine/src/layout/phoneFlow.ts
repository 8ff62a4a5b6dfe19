import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import { clustersOf } from './clustersOf.ts';
import { bottomOf, type FlowBox, sharedArea } from './FlowBox.ts';
import type { FlowCluster, FlowNode, FlowPlaced, FlowRow } from './FlowNode.ts';
import { gridOf } from './gridOf.ts';
import { phoneRows } from './phoneRows.ts';
import { byRank, rankOf, readingOrder } from './readingOrder.ts';
import { splitByGaps } from './splitByGaps.ts';
import { insertPlacedRows } from './insertPlacedRows.ts';

/** Options of {@link phoneFlow}. */
export interface PhoneFlowOptions {
  /** Left edge and width of the window, in the space of the boxes. */
  readonly windowLeft: number;
  readonly windowWidth: number;
  readonly rtl: boolean;
  /** Reading rank of each block by id if the author set an order. Otherwise positions decide. */
  readonly rank?: ReadonlyMap<string, number> | null | undefined;
}

/** A background spans at least this fraction of the window's width. */
const BACKDROP_RATIO = 0.85;

/**
 * Lays out the blocks of a band on a phone with layout `automatic`: clusters in reading order, and
 * the contents of a background that spans the window inside it. Blocks with phone positions are
 * placed at those positions, and the rest flows above and below their rows.
 *
 * @param top where the gap above the first row starts
 */
export function phoneFlow(
  boxes: readonly FlowBox[],
  top: number,
  options: PhoneFlowOptions,
): readonly FlowRow[] {
  const placed = boxes.filter((box) => box.onPhone && box.phone);
  const visible = boxes.filter((box) => box.onPhone && !box.phone);
  const backdrops = backdropsOf(visible, options);
  const contents = new Map<FlowBox | null, FlowNode[]>();
  const addNode = (backdrop: FlowBox | null, node: FlowNode): void => {
    const nodes = contents.get(backdrop);
    if (nodes) nodes.push(node);
    else contents.set(backdrop, [node]);
  };
  const rest = visible.filter((box) => !backdrops.includes(box));
  for (const members of clustersOf(rest)) {
    const cluster = clusterOf(members, options);
    addNode(backdropUnder(cluster, Math.min(...members.map(({ z }) => z)), backdrops), cluster);
  }
  // From highest to lowest, so that a background is complete before it is added to another.
  for (const backdrop of [...backdrops].sort((a, b) => b.z - a.z)) {
    const nodes = contents.get(backdrop);
    const under = backdropUnder(
      backdrop,
      backdrop.z,
      backdrops.filter(({ z }) => z < backdrop.z),
    );
    if (nodes)
      addNode(under, {
        kind: 'backdrop',
        backdrop,
        rows: rowsOf(nodes, backdrop.y, options),
        ...boxOf(backdrop),
      });
    else addNode(under, clusterOf([backdrop], options));
  }
  const visibleRows = rowsOf(contents.get(null) ?? [], top, options);
  const inFlow = boxes.filter((box) => !placed.includes(box));
  const hidden = boxes.flatMap((member): FlowNode[] =>
    member.onPhone ? [] : [{ kind: 'hidden', member, ...boxOf(member) }],
  );
  const rows =
    hidden.length === 0
      ? visibleRows
      : withHidden(visibleRows, hidden, options.rank ?? rankOf(readingOrder(inFlow, options)));
  return placed.length === 0
    ? rows
    : insertPlacedRows(rows, placedNodes(placed, options), options.windowWidth);
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

/** Sorts boxes by the author's order, or by position. */
function ordered<Item extends FlowBox>(items: readonly Item[], options: PhoneFlowOptions): Item[] {
  return options.rank ? byRank(items, options.rank) : [...readingOrder(items, options)];
}

function clusterOf(members: readonly FlowBox[], options: PhoneFlowOptions): FlowCluster {
  const box = unionBoxes(members) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [first] = members;
  return {
    kind: 'cluster',
    members: ordered(members, options),
    grid: gridOf(members),
    isSingleText: members.length === 1 && first?.isPlainText === true,
    appearance: [...new Set(members.map(({ appearance = '' }) => appearance))].sort().join('+'),
    ...box,
  };
}

/** Returns the boxes without text that span the window and have others on top. */
function backdropsOf(boxes: readonly FlowBox[], options: PhoneFlowOptions): readonly FlowBox[] {
  const right = options.windowLeft + options.windowWidth;
  return boxes.filter((box) => {
    const widthInWindow = Math.min(box.x + box.width, right) - Math.max(box.x, options.windowLeft);
    return (
      !box.grows &&
      widthInWindow >= options.windowWidth * BACKDROP_RATIO &&
      boxes.some((other) => other !== box && isOn(other, other.z, box))
    );
  });
}

/** Whether more than half of a box is on a background below it. */
function isOn(box: Box, lowestZ: number, backdrop: FlowBox): boolean {
  return lowestZ > backdrop.z && sharedArea(box, backdrop) * 2 > box.width * box.height;
}

/** Returns the highest background under a box, or null. */
function backdropUnder(box: Box, lowestZ: number, backdrops: readonly FlowBox[]): FlowBox | null {
  let highest: FlowBox | null = null;
  for (const backdrop of backdrops)
    if (isOn(box, lowestZ, backdrop) && (highest === null || backdrop.z > highest.z))
      highest = backdrop;
  return highest;
}

/** Returns rows in reading order, or in the author's order. */
function rowsOf(
  nodes: readonly FlowNode[],
  top: number,
  options: PhoneFlowOptions,
): readonly FlowRow[] {
  const rows = phoneRows(nodes, top, options);
  const { rank } = options;
  return !rank || isSortedByRank(rows, rank)
    ? rows
    : sortByRank(flatRows(nodes, top, options), rank);
}

/** Returns one row for each band, with its nodes in reading order. */
function flatRows(
  nodes: readonly FlowNode[],
  top: number,
  options: PhoneFlowOptions,
): readonly FlowRow[] {
  let end = top;
  return splitByGaps(nodes, 'y').map((row): FlowRow => {
    const gap = Math.max(0, Math.min(...row.map(({ y }) => y)) - end);
    end = Math.max(end, ...row.map(bottomOf));
    return { gap, nodes: readingOrder(row, options) };
  });
}

/** Adds nodes that are hidden on phones, at their position in the document order. */
function withHidden(
  rows: readonly FlowRow[],
  hidden: readonly FlowNode[],
  rank: ReadonlyMap<string, number>,
): readonly FlowRow[] {
  if (rows.length === 0) return hidden.length === 0 ? [] : [{ gap: 0, nodes: hidden }];
  const pending = hidden.toSorted((a, b) => rankOfNode(a, rank) - rankOfNode(b, rank));
  return rows.map(({ gap, nodes }, index) => {
    const withHiddenNodes = nodes.flatMap((node) => {
      const nodeRank = rankOfNode(node, rank);
      const end = pending.findIndex((each) => rankOfNode(each, rank) > nodeRank);
      return [...pending.splice(0, end < 0 ? pending.length : end), node];
    });
    return {
      gap,
      nodes: index === rows.length - 1 ? [...withHiddenNodes, ...pending] : withHiddenNodes,
    };
  });
}

/** Whether rows are already in the author's order. */
function isSortedByRank(rows: readonly FlowRow[], rank: ReadonlyMap<string, number>): boolean {
  let last = -Infinity;
  return idsOfRows(rows).every((id) => {
    const nodeRank = rank.get(id) ?? -1;
    const isNext = nodeRank >= last;
    last = nodeRank;
    return isNext;
  });
}

/** Returns the ids of the blocks in rows, in document order. */
export function idsOfRows(rows: readonly FlowRow[]): readonly string[] {
  const idsOfNode = (node: FlowNode): readonly string[] => {
    switch (node.kind) {
      case 'hidden':
        return [node.member.id];
      case 'backdrop':
        return [node.backdrop.id, ...idsOfRows(node.rows)];
      case 'stack':
        return idsOfRows(node.rows);
      default:
        return node.members.map(({ id }) => id);
    }
  };
  return rows.flatMap(({ nodes }) => nodes.flatMap(idsOfNode));
}

/**
 * Sorts the nodes of rows by rank. Nodes of a row stay side by side unless a node of another row is
 * read between them.
 */
function sortByRank(
  rows: readonly FlowRow[],
  rank: ReadonlyMap<string, number>,
): readonly FlowRow[] {
  const entries = rows
    .flatMap((row) => row.nodes.map((node) => ({ row, node, nodeRank: rankOfNode(node, rank) })))
    .sort((a, b) => a.nodeRank - b.nodeRank);
  const result: { row: FlowRow; gap: number; nodes: FlowNode[] }[] = [];
  for (const { row, node } of entries) {
    const last = result.at(-1);
    if (last?.row === row) last.nodes.push(node);
    else result.push({ row, gap: row.gap, nodes: [node] });
  }
  return result.map(({ gap, nodes }) => ({ gap, nodes }));
}

/** Returns the lowest reading rank of the blocks of a node. */
function rankOfNode(node: FlowNode, rank: ReadonlyMap<string, number>): number {
  const rankOfBox = ({ id }: FlowBox): number => rank.get(id) ?? -1;
  if (node.kind === 'hidden') return rankOfBox(node.member);
  if (node.kind === 'cluster' || node.kind === 'placed')
    return Math.min(...node.members.map(rankOfBox));
  const contents = node.rows.flatMap(({ nodes }) => nodes.map((each) => rankOfNode(each, rank)));
  return Math.min(...(node.kind === 'backdrop' ? [rankOfBox(node.backdrop)] : []), ...contents);
}

function placedNodes(boxes: readonly FlowBox[], options: PhoneFlowOptions): readonly FlowPlaced[] {
  const onPhone = boxes.map((box) => ({ ...box, ...box.phone, desktop: box }));
  return splitByGaps(onPhone, 'y').map((group): FlowPlaced => {
    const members = ordered(group, options).map(({ desktop }) => desktop);
    const box = unionBoxes(members) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { kind: 'placed', members, grid: gridOf(group), ...box };
  });
}
