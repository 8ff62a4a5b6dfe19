import { boundsOfRotated } from '../boxes.ts';
import type { Block } from '../../model/Block.ts';
import { bottomOf, type FlowBox } from './FlowBox.ts';
import { gridOf, type FlowGrid } from './gridOf.ts';
import { phoneFlow, type FlowRow, type PhoneFlowOptions } from './phoneFlow.ts';
import { readingOrder } from './readingOrder.ts';
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
  /** With it bands have `rows`; for sections of pages with phone layout `automatic`. */
  readonly phone?: Omit<PhoneFlowOptions, 'rtl'> | null;
}

/** A length to a quarter of a px: what browsers lay out without rounding errors. */
export function quarterPx(px: number): number {
  return Math.round(px * 4) / 4;
}

/** A block's bounds for the layout. A group is never turned: its blocks are. */
export function flowBoxOf(block: Block, options: FlowOptions): FlowBox {
  const { position, properties } = block;
  const ref = options.referenceWidthPx;
  const deg = block.type === 'group' ? 0 : position.rotationDeg;
  const unturned = {
    x: quarterPx(position.x * ref),
    y: quarterPx(position.y * ref),
    width: quarterPx(position.width * ref),
    height: quarterPx(position.height * ref),
  };
  const bounds = deg % 360 === 0 ? unturned : boundsOfRotated(unturned, deg);
  const x = quarterPx(bounds.x);
  const y = quarterPx(bounds.y);
  return {
    id: block.uuid,
    x,
    y,
    width: quarterPx(bounds.x + bounds.width) - x,
    height: quarterPx(bounds.y + bounds.height) - y,
    z: position.zIndex,
    grows: options.grows(block),
    isPlainText: block.type === 'text' && deg % 360 === 0,
    onPhone: properties.hideOn !== 'mobile',
    onDesktop: properties.hideOn !== 'desktop',
  };
}

/**
 * Lays out what a section or group holds, as the published page will (responsive.md).
 *
 * @param blocks the children, positions relative to their parent
 * @param height the parent's, as a fraction of the window's width
 */
export function flowOf(blocks: readonly Block[], height: number, options: FlowOptions): Flow {
  const boxes = blocks.map((block) => flowBoxOf(block, options));
  const rtl = options.rtl ?? false;
  let end = 0;
  const bands = splitByGaps(boxes, 'y').map((members): FlowBand => {
    const grid = gridOf(members);
    const gap = grid.top - end;
    const rows = options.phone ? phoneFlow(members, end, { ...options.phone, rtl }) : null;
    end = Math.max(...members.map(bottomOf));
    return { gap, grid, members: readingOrder(members, rtl), rows };
  });
  return { bands, gapBelow: quarterPx(height * options.referenceWidthPx) - end };
}
