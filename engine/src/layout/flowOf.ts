import { boundsOfRotated } from '../geometry/boxes.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import { bottomOf, type FlowBox } from './FlowBox.ts';
import type { FlowRow } from './FlowNode.ts';
import { gridOf, type FlowGrid } from './gridOf.ts';
import { lookOf } from './lookOf.ts';
import { phoneFlow, type PhoneFlowOptions } from './phoneFlow.ts';
import { applyReadingOrder, byRank, rankOf, readingOrder } from './readingOrder.ts';
import { splitByGaps } from './splitByGaps.ts';

/** A stretch of a section or group that no block crosses vertically; px at the reference width. */
export interface FlowBand {
  /** From the band above, or from the top of the section; negative where a block overhangs it. */
  readonly gap: number;
  readonly grid: FlowGrid;
  /** In reading order: the order of the document with phone layout `scaled`. */
  readonly members: readonly FlowBox[];
  /** How it stands on a phone with layout `automatic`, and then the order of the document; else null. */
  readonly rows: readonly FlowRow[] | null;
}

/** A section or group as bands. */
export interface Flow {
  readonly bands: readonly FlowBand[];
  /** From the last band to the bottom; negative where a block overhangs it. */
  readonly gapBelow: number;
}

/** How {@link flowOf} reads blocks. */
export interface FlowOptions {
  /** Px; one unit of positions. */
  readonly referenceWidthPx: number;
  /** Whether a block's HTML must be able to grow: it is, or holds, text. */
  readonly grows: (block: Block) => boolean;
  readonly rtl?: boolean;
  /** Ids in the order that the author wants; the others come where their place puts them. */
  readonly readingOrder?: readonly string[];
  /** With it bands have `rows`; for sections of pages with phone layout `automatic`. */
  readonly phone?: Omit<PhoneFlowOptions, 'rtl' | 'rank'> | null;
}

/** A length to a quarter of a px: what browsers lay out without rounding errors. */
export function quarterPx(px: number): number {
  return Math.round(px * 4) / 4;
}

/** A block's bounds for the layout. A group is never turned: its blocks are. */
export function flowBoxOf(
  block: Block,
  options: Pick<FlowOptions, 'referenceWidthPx' | 'grows'>,
): FlowBox {
  const { position, properties } = block;
  const ref = options.referenceWidthPx;
  const deg = rotationOf(block);
  const onPhone = block.positionOn?.mobile;
  return {
    id: block.uuid,
    ...boundsPx(position, deg, ref),
    ...(onPhone && { phone: boundsPx(onPhone, deg, ref) }),
    z: position.zIndex,
    grows: options.grows(block),
    look: lookOf(block),
    isPlainText: block.type === 'text' && deg % 360 === 0,
    onPhone: properties.hideOn !== 'mobile',
    onDesktop: properties.hideOn !== 'desktop',
  };
}

/** The bounds of a turned box of fractions, in px, its edges rounded to quarters. */
function boundsPx(box: Box, deg: number, unitPx: number): Box {
  const unturned = {
    x: quarterPx(box.x * unitPx),
    y: quarterPx(box.y * unitPx),
    width: quarterPx(box.width * unitPx),
    height: quarterPx(box.height * unitPx),
  };
  const bounds = deg % 360 === 0 ? unturned : boundsOfRotated(unturned, deg);
  const x = quarterPx(bounds.x);
  const y = quarterPx(bounds.y);
  return {
    x,
    y,
    width: quarterPx(bounds.x + bounds.width) - x,
    height: quarterPx(bounds.y + bounds.height) - y,
  };
}

/**
 * Lays out what a section or group holds, as the published page will.
 *
 * @param blocks the children, positions relative to their parent
 * @param height the parent's, as a fraction of the window's width
 */
export function flowOf(blocks: readonly Block[], height: number, options: FlowOptions): Flow {
  return flowOfBoxes(
    blocks.map((block) => flowBoxOf(block, options)),
    height,
    options,
  );
}

/**
 * The same of boxes that are known already ({@link flowBoxOf}).
 *
 * @param height the parent's, as a fraction of the window's width
 */
export function flowOfBoxes(
  boxes: readonly FlowBox[],
  height: number,
  options: Omit<FlowOptions, 'grows'>,
): Flow {
  const rtl = options.rtl ?? false;
  const byPlace = readingOrder(boxes, { windowWidth: options.referenceWidthPx, rtl });
  const isSet = Boolean(options.readingOrder?.length);
  const inTurn = rankOf(isSet ? applyReadingOrder(byPlace, options.readingOrder ?? []) : byPlace);
  const rank = isSet ? inTurn : null;
  let end = 0;
  const bands = bandsOf(boxes, inTurn, options.phone != null).map((members): FlowBand => {
    const grid = gridOf(members);
    const gap = grid.top - end;
    const rows = options.phone ? phoneFlow(members, end, { ...options.phone, rtl, rank }) : null;
    end = Math.max(...members.map(bottomOf));
    return { gap, grid, members: byRank(members, inTurn), rows };
  });
  return { bands, gapBelow: quarterPx(height * options.referenceWidthPx) - end };
}

/**
 * Stretches that no block crosses. Neighbours are one where reading goes to and fro between them, by
 * columns or because the author wants it, and all are one where a place for phones may bring a block to any of them: what
 * stands in one grid can stand in any order in the document.
 */
function bandsOf(
  boxes: readonly FlowBox[],
  rank: ReadonlyMap<string, number>,
  forPhones: boolean,
): readonly (readonly FlowBox[])[] {
  const bands = splitByGaps(boxes, 'y');
  if (forPhones && boxes.some((box) => box.phone && box.onPhone))
    return bands.length > 0 ? [bands.flat()] : [];
  const joined: FlowBox[][] = [];
  let open: FlowBox[] = [];
  let seen = 0;
  let last = -1;
  for (const band of bands) {
    open.push(...band);
    seen += band.length;
    for (const { id } of band) last = Math.max(last, rank.get(id) ?? 0);
    if (last !== seen - 1) continue;
    joined.push(open);
    open = [];
  }
  return joined;
}
