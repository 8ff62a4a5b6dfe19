import { boundsOfRotated } from '../geometry/boxes.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import { bottomOf, type FlowBox } from './FlowBox.ts';
import type { FlowRow } from './FlowNode.ts';
import { gridOf, type FlowGrid } from './gridOf.ts';
import { appearanceOf } from './appearanceOf.ts';
import { phoneFlow, type PhoneFlowOptions } from './phoneFlow.ts';
import { applyReadingOrder, byRank, rankOf, readingOrder } from './readingOrder.ts';
import { splitByGaps } from './splitByGaps.ts';

/**
 * A stretch of a section or group that no block crosses vertically, in px at the reference width.
 */
export interface FlowBand {
  /**
   * Distance from the previous band or the top of the parent. Negative if a block overhangs it.
   */
  readonly gap: number;
  readonly grid: FlowGrid;
  /** In reading order, which is the document order with phone layout `scaled`. */
  readonly members: readonly FlowBox[];
  /**
   * Rows on a phone with layout `automatic`, which determine the document order. Otherwise null.
   */
  readonly rows: readonly FlowRow[] | null;
}

/** The layout of a section or group. */
export interface Flow {
  readonly bands: readonly FlowBand[];
  /** Distance from the last band to the bottom. Negative if a block overhangs it. */
  readonly gapBelow: number;
}

/** Options of {@link flowOf}. */
export interface FlowOptions {
  /** Px per unit. */
  readonly referenceWidthPx: number;
  /** Whether a block contains text, so that its HTML must be able to grow. */
  readonly grows: (block: Block) => boolean;
  readonly rtl?: boolean | undefined;
  /** Ids in the author's order. The rank of other blocks follows their positions. */
  readonly readingOrder?: readonly string[] | undefined;
  /** If set, bands have `rows`. For sections of pages with phone layout `automatic`. */
  readonly phone?: Omit<PhoneFlowOptions, 'rtl' | 'rank'> | null | undefined;
}

/** Rounds a length to a quarter of a px, which browsers represent exactly. */
export function quarterPx(px: number): number {
  return Math.round(px * 4) / 4;
}

/** Returns a block's bounds for the layout. Groups are never rotated; their children are. */
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
    appearance: appearanceOf(block),
    isPlainText: block.type === 'text' && deg % 360 === 0,
    onPhone: properties.hideOn !== 'mobile',
    onDesktop: properties.hideOn !== 'desktop',
  };
}

/** Returns the bounds of a rotated box in px, with edges rounded to quarters. */
function boundsPx(box: Box, deg: number, unitPx: number): Box {
  const unrotated = {
    x: quarterPx(box.x * unitPx),
    y: quarterPx(box.y * unitPx),
    width: quarterPx(box.width * unitPx),
    height: quarterPx(box.height * unitPx),
  };
  const bounds = deg % 360 === 0 ? unrotated : boundsOfRotated(unrotated, deg);
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
 * Lays out the children of a section or group for the published page.
 *
 * @param blocks the children; positions are relative to the parent
 * @param height the parent's height, as a fraction of the window's width
 */
export function flowOf(blocks: readonly Block[], height: number, options: FlowOptions): Flow {
  return flowOfBoxes(
    blocks.map((block) => flowBoxOf(block, options)),
    height,
    options,
  );
}

/**
 * Lays out boxes from {@link flowBoxOf}.
 *
 * @param height the parent's height, as a fraction of the window's width
 */
export function flowOfBoxes(
  boxes: readonly FlowBox[],
  height: number,
  options: Omit<FlowOptions, 'grows'>,
): Flow {
  const rtl = options.rtl ?? false;
  const byPosition = readingOrder(boxes, { windowWidth: options.referenceWidthPx, rtl });
  const hasOrder = Boolean(options.readingOrder?.length);
  const documentRank = rankOf(
    hasOrder ? applyReadingOrder(byPosition, options.readingOrder ?? []) : byPosition,
  );
  const rank = hasOrder ? documentRank : null;
  let end = 0;
  const bands = bandsOf(boxes, documentRank, options.phone != null).map((members): FlowBand => {
    const grid = gridOf(members);
    const gap = grid.top - end;
    const rows = options.phone ? phoneFlow(members, end, { ...options.phone, rtl, rank }) : null;
    end = Math.max(...members.map(bottomOf));
    return { gap, grid, members: byRank(members, documentRank), rows };
  });
  return { bands, gapBelow: quarterPx(height * options.referenceWidthPx) - end };
}

/**
 * Splits boxes into bands that no block crosses. Adjacent bands are joined unless the upper one is
 * read completely before the lower one. With `forPhones`, all are joined if a block has a phone
 * position: it may belong in any band, and only blocks of one grid can be in any order in the
 * document.
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
