import type { Box } from '../../model/Position.ts';
import { unionBoxes } from '../boxes.ts';
import { clustersOf } from './clustersOf.ts';
import { bottomOf, type FlowBox, sharedArea } from './FlowBox.ts';
import { gridOf, type FlowGrid } from './gridOf.ts';
import { readingOrder } from './readingOrder.ts';
import { splitByGaps } from './splitByGaps.ts';

/** Blocks that belong together and keep their places among themselves on a phone. */
export interface FlowCluster extends Box {
  readonly kind: 'cluster';
  /** In reading order. */
  readonly members: readonly FlowBox[];
  readonly grid: FlowGrid;
  /** A text by itself: it takes the screen's width at its own size. */
  readonly isLoneText: boolean;
}

/** A background that spans the window, and what stands on it. */
export interface FlowHold extends Box {
  readonly kind: 'hold';
  readonly backdrop: FlowBox;
  readonly rows: readonly FlowRow[];
}

/** A block that phones do not show: it stands in the document for desktops alone. */
export interface FlowHidden extends Box {
  readonly kind: 'hidden';
  readonly member: FlowBox;
}

/** What follows one another on a phone. Boxes are those of the desktop. */
export type FlowNode = FlowCluster | FlowHold | FlowHidden;

/** Nodes that may stand side by side on a phone while they fit. */
export interface FlowRow {
  /** The room above it on the desktop, px at the reference width. */
  readonly gap: number;
  /** In reading order. */
  readonly nodes: readonly FlowNode[];
}

/** What phoneFlow needs to know of the page. */
export interface PhoneFlowOptions {
  /** The window, in the space of the boxes. */
  readonly windowLeft: number;
  readonly windowWidth: number;
  readonly rtl: boolean;
}

/** A background must be at least this much of the window wide. */
const BACKDROP_RATIO = 0.85;

/**
 * How the blocks of a band follow one another on a phone with layout `automatic` (responsive.md,
 * "Phones"): clusters in reading order, those on a background that spans the window inside of it.
 *
 * @param top where the room above the first row begins
 */
export function phoneFlow(
  boxes: readonly FlowBox[],
  top: number,
  options: PhoneFlowOptions,
): readonly FlowRow[] {
  const visible = boxes.filter((box) => box.onPhone);
  const backdrops = backdropsOf(visible, options);
  const held = new Map<FlowBox | null, FlowNode[]>();
  const put = (on: FlowBox | null, node: FlowNode): void => {
    const list = held.get(on);
    if (list) list.push(node);
    else held.set(on, [node]);
  };
  const rest = visible.filter((box) => !backdrops.includes(box));
  for (const members of clustersOf(rest)) {
    const cluster = clusterOf(members, options.rtl);
    put(holderOf(cluster, Math.min(...members.map(({ z }) => z)), backdrops), cluster);
  }
  for (const member of boxes)
    if (!member.onPhone) put(null, { kind: 'hidden', member, ...boxOf(member) });
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
        rows: rowsOf(nodes, backdrop.y, options.rtl),
        ...boxOf(backdrop),
      });
    else put(under, clusterOf([backdrop], options.rtl));
  }
  return rowsOf(held.get(null) ?? [], top, options.rtl);
}

function boxOf({ x, y, width, height }: Box): Box {
  return { x, y, width, height };
}

function clusterOf(members: readonly FlowBox[], rtl: boolean): FlowCluster {
  const box = unionBoxes(members) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [first] = members;
  return {
    kind: 'cluster',
    members: readingOrder(members, rtl),
    grid: gridOf(members),
    isLoneText: members.length === 1 && first?.isPlainText === true,
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

/** Rows from the top; hidden nodes join the row that they begin in, and divide or join none. */
function rowsOf(nodes: readonly FlowNode[], top: number, rtl: boolean): readonly FlowRow[] {
  const shown = splitByGaps(
    nodes.filter(({ kind }) => kind !== 'hidden'),
    'y',
  );
  if (shown.length === 0) return nodes.length === 0 ? [] : [{ gap: 0, nodes }];
  for (const node of nodes)
    if (node.kind === 'hidden')
      (shown.find((row) => row.some((other) => bottomOf(other) > node.y)) ?? shown.at(-1))?.push(
        node,
      );
  let end = top;
  return shown.map((row) => {
    const visible = row.filter(({ kind }) => kind !== 'hidden');
    const gap = Math.max(0, Math.min(...visible.map(({ y }) => y)) - end);
    end = Math.max(end, ...visible.map(bottomOf));
    return { gap, nodes: readingOrder(row, rtl) };
  });
}
