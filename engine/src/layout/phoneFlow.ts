import type { Box } from '../model/Position.ts';
import { unionBoxes } from '../geometry/boxes.ts';
import { clustersOf } from './clustersOf.ts';
import { bottomOf, type FlowBox, sharedArea } from './FlowBox.ts';
import type { FlowCluster, FlowNode, FlowPlaced, FlowRow } from './FlowNode.ts';
import { gridOf } from './gridOf.ts';
import { phoneRows } from './phoneRows.ts';
import { byRank, rankOf, readingOrder } from './readingOrder.ts';
import { splitByGaps } from './splitByGaps.ts';
import { withPlaced } from './withPlaced.ts';

/** What phoneFlow needs to know of the page. */
export interface PhoneFlowOptions {
  /** The window, in the space of the boxes. */
  readonly windowLeft: number;
  readonly windowWidth: number;
  readonly rtl: boolean;
  /** The turn of each block by id, where the author set an order; else geometry decides. */
  readonly rank?: ReadonlyMap<string, number> | null;
}

/** A background must be at least this much of the window wide. */
const BACKDROP_RATIO = 0.85;

/**
 * How the blocks of a band follow one another on a phone with layout `automatic`: clusters in
 * reading order, those on a background that spans the window inside of it. What was placed for
 * phones stands there, and the rest flows above and below its row.
 *
 * @param top where the room above the first row begins
 */
export function phoneFlow(
  boxes: readonly FlowBox[],
  top: number,
  options: PhoneFlowOptions,
): readonly FlowRow[] {
  const placed = boxes.filter((box) => box.onPhone && box.phone);
  const visible = boxes.filter((box) => box.onPhone && !box.phone);
  const backdrops = backdropsOf(visible, options);
  const held = new Map<FlowBox | null, FlowNode[]>();
  const put = (on: FlowBox | null, node: FlowNode): void => {
    const list = held.get(on);
    if (list) list.push(node);
    else held.set(on, [node]);
  };
  const rest = visible.filter((box) => !backdrops.includes(box));
  for (const members of clustersOf(rest)) {
    const cluster = clusterOf(members, options);
    put(holderOf(cluster, Math.min(...members.map(({ z }) => z)), backdrops), cluster);
  }
  // From the highest to the lowest: what stands on a backdrop is complete before it is placed.
  for (const backdrop of [...backdrops].sort((a, b) => b.z - a.z)) {
    const nodes = held.get(backdrop);
    const under = holderOf(
      backdrop,
      backdrop.z,
      backdrops.filter(({ z }) => z < backdrop.z),
    );
    if (nodes)
      put(under, {
        kind: 'hold',
        backdrop,
        rows: rowsOf(nodes, backdrop.y, options),
        ...boxOf(backdrop),
      });
    else put(under, clusterOf([backdrop], options));
  }
  const shown = rowsOf(held.get(null) ?? [], top, options);
  const inFlow = boxes.filter((box) => !placed.includes(box));
  const hidden = boxes.flatMap((member): FlowNode[] =>
    member.onPhone ? [] : [{ kind: 'hidden', member, ...boxOf(member) }],
  );
  const rows =
    hidden.length === 0
      ? shown
      : withHidden(shown, hidden, options.rank ?? rankOf(readingOrder(inFlow, options)));
  return placed.length === 0
    ? rows
    : withPlaced(rows, placedNodes(placed, options), options.windowWidth);
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

/** Boxes in the author's order, or in that of their places. */
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
    isLoneText: members.length === 1 && first?.isPlainText === true,
    look: [...new Set(members.map(({ look = '' }) => look))].sort().join('+'),
    ...box,
  };
}

/** What spans the window, holds no words itself, and has something on it. */
function backdropsOf(boxes: readonly FlowBox[], options: PhoneFlowOptions): readonly FlowBox[] {
  const right = options.windowLeft + options.windowWidth;
  return boxes.filter((box) => {
    const inWindow = Math.min(box.x + box.width, right) - Math.max(box.x, options.windowLeft);
    return (
      !box.grows &&
      inWindow >= options.windowWidth * BACKDROP_RATIO &&
      boxes.some((other) => other !== box && standsOn(other, other.z, box))
    );
  });
}

/** Whether more than half of a box lies on a background below it. */
function standsOn(box: Box, lowestZ: number, backdrop: FlowBox): boolean {
  return lowestZ > backdrop.z && sharedArea(box, backdrop) * 2 > box.width * box.height;
}

/** The highest background that a box stands on, or null. */
function holderOf(box: Box, lowestZ: number, backdrops: readonly FlowBox[]): FlowBox | null {
  let holder: FlowBox | null = null;
  for (const backdrop of backdrops)
    if (standsOn(box, lowestZ, backdrop) && (holder === null || backdrop.z > holder.z))
      holder = backdrop;
  return holder;
}

/** Rows as they are read, or as their author wants them read. */
function rowsOf(
  nodes: readonly FlowNode[],
  top: number,
  options: PhoneFlowOptions,
): readonly FlowRow[] {
  const read = phoneRows(nodes, top, options);
  const { rank } = options;
  return !rank || isInTurn(read, rank) ? read : inTurn(flatRows(nodes, top, options), rank);
}

/** Rows that a line divides all through, each with its nodes one by one. */
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

/** Rows with what phones do not show, where the document has it on a desktop. */
function withHidden(
  rows: readonly FlowRow[],
  hidden: readonly FlowNode[],
  rank: ReadonlyMap<string, number>,
): readonly FlowRow[] {
  if (rows.length === 0) return hidden.length === 0 ? [] : [{ gap: 0, nodes: hidden }];
  const waiting = hidden.toSorted((a, b) => rotationOf(a, rank) - rotationOf(b, rank));
  return rows.map(({ gap, nodes }, index) => {
    const taken = nodes.flatMap((node) => {
      const turn = rotationOf(node, rank);
      const until = waiting.findIndex((each) => rotationOf(each, rank) > turn);
      return [...waiting.splice(0, until < 0 ? waiting.length : until), node];
    });
    return { gap, nodes: index === rows.length - 1 ? [...taken, ...waiting] : taken };
  });
}

/** Whether rows are already in the order that their author set. */
function isInTurn(rows: readonly FlowRow[], rank: ReadonlyMap<string, number>): boolean {
  let last = -Infinity;
  return idsOfRows(rows).every((id) => {
    const turn = rank.get(id) ?? -1;
    const isNext = turn >= last;
    last = turn;
    return isNext;
  });
}

/** The ids of blocks in rows, in the order of the document. */
export function idsOfRows(rows: readonly FlowRow[]): readonly string[] {
  const ofNode = (node: FlowNode): readonly string[] => {
    switch (node.kind) {
      case 'hidden':
        return [node.member.id];
      case 'hold':
        return [node.backdrop.id, ...idsOfRows(node.rows)];
      case 'stack':
        return idsOfRows(node.rows);
      default:
        return node.members.map(({ id }) => id);
    }
  };
  return rows.flatMap(({ nodes }) => nodes.flatMap(ofNode));
}

/**
 * Rows by the turns of what they hold. What stood side by side still does, unless something else
 * is to be read in between.
 */
function inTurn(rows: readonly FlowRow[], rank: ReadonlyMap<string, number>): readonly FlowRow[] {
  const entries = rows
    .flatMap((row) => row.nodes.map((node) => ({ row, node, turn: rotationOf(node, rank) })))
    .sort((a, b) => a.turn - b.turn);
  const result: { row: FlowRow; gap: number; nodes: FlowNode[] }[] = [];
  for (const { row, node } of entries) {
    const last = result.at(-1);
    if (last?.row === row) last.nodes.push(node);
    else result.push({ row, gap: row.gap, nodes: [node] });
  }
  return result.map(({ gap, nodes }) => ({ gap, nodes }));
}

/** When a node is read: as the first of what it holds. */
function rotationOf(node: FlowNode, rank: ReadonlyMap<string, number>): number {
  const of = ({ id }: FlowBox): number => rank.get(id) ?? -1;
  if (node.kind === 'hidden') return of(node.member);
  if (node.kind === 'cluster' || node.kind === 'placed') return Math.min(...node.members.map(of));
  const held = node.rows.flatMap(({ nodes }) => nodes.map((each) => rotationOf(each, rank)));
  return Math.min(...(node.kind === 'hold' ? [of(node.backdrop)] : []), ...held);
}

function placedNodes(boxes: readonly FlowBox[], options: PhoneFlowOptions): readonly FlowPlaced[] {
  const onPhone = boxes.map((box) => ({ ...box, ...box.phone, desktop: box }));
  return splitByGaps(onPhone, 'y').map((group): FlowPlaced => {
    const members = ordered(group, options).map(({ desktop }) => desktop);
    const box = unionBoxes(members) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { kind: 'placed', members, grid: gridOf(group), ...box };
  });
}
