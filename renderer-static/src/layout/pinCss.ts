import { GEOMETRY, quarterPx, type Block, type FlowBox } from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { cssNumber, PX, scaledLength } from '../css/lengths.ts';

/**
 * How far a pinned block moves off its place in the window on a screen as wide as content can be;
 * px at the reference width, negative to the left.
 */
function moveWhenWidePx({ position }: Block, referenceWidthPx: number): number {
  const sidePx = quarterPx((GEOMETRY.maxContentWidthPx - referenceWidthPx) / 2);
  return position.pin === 'left' ? -sidePx : position.pin === 'right' ? sidePx : 0;
}

/**
 * The block where a wide desktop shows it, so that on a phone that flows it clusters with what it
 * stands beside there, and not with what it was drawn over in the window.
 */
export function withPinPlace(block: Block, referenceWidthPx: number): Block {
  const movePx = moveWhenWidePx(block, referenceWidthPx);
  if (movePx === 0) return block;
  const { position } = block;
  return { ...block, position: { ...position, x: position.x + movePx / referenceWidthPx } };
}

/** Where a pinned block is drawn. */
export interface PinPlace {
  readonly box: FlowBox;
  /** From the left of the window to the left of the box's space, px at the reference width. */
  readonly windowX: number;
  readonly referenceWidthPx: number;
  /** The box is that of {@link withPinPlace}. */
  readonly isMoved: boolean;
  /** Nothing is seen outside of the window: its edges are the last that a block can be held to. */
  readonly hideOverflow: boolean;
}

/**
 * Holds a pinned block to its edge of the screen on a desktop: as far from it as it stands from the
 * window's edge, and wholly on the screen (decisions.md "Geometry"). It stays in its grid, so that
 * texts push it as any block. On a screen no wider than the window it is where it was put.
 */
export function pinCss(block: Block, place: PinPlace): Declarations {
  const { box, windowX, referenceWidthPx, isMoved, hideOverflow } = place;
  const drawn = windowX + box.x;
  const authored = drawn - (isMoved ? moveWhenWidePx(block, referenceWidthPx) : 0);
  const free = Math.max(0, referenceWidthPx - box.width);
  const x = Math.min(Math.max(authored, 0), free);
  const half = referenceWidthPx / 2;
  if (hideOverflow) return [['left', scaledLength(x - drawn)]];
  // From the drawn place to the middle of the screen, from there to its edge, and inwards again.
  const left =
    block.position.pin === 'left'
      ? `calc(${cssNumber(half - drawn + x)}*var(${PX}) - 50cqw)`
      : `calc(50cqw - ${cssNumber(half + drawn - x)}*var(${PX}))`;
  return [['left', left]];
}
