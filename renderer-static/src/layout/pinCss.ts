import {
  boundsOfRotated,
  GEOMETRY,
  quarterPx,
  rotationOf,
  type Block,
  type Box,
  type FlowBox,
} from '@cobble/engine';
import type { Declarations } from '../css/blockCss.ts';
import { cssNumber, PX, scaledLength } from '../css/lengths.ts';

/** The window that pinned blocks are brought into. */
export interface PinWindow {
  /** From its left to the left of the block's space, px at the reference width. */
  readonly windowX: number;
  readonly referenceWidthPx: number;
  /** Nothing is seen outside of the window: its edges are the last that a block can be held to. */
  readonly hideOverflow: boolean;
}

/**
 * How far a pinned block moves off its place in the window on a screen as wide as content can be;
 * px at the reference width, negative to the left.
 */
function moveWhenWidePx(
  { position }: Block,
  { referenceWidthPx, hideOverflow }: Pick<PinWindow, 'referenceWidthPx' | 'hideOverflow'>,
): number {
  if (hideOverflow) return 0;
  const sidePx = quarterPx((GEOMETRY.maxContentWidthPx - referenceWidthPx) / 2);
  return position.pin === 'left' ? -sidePx : position.pin === 'right' ? sidePx : 0;
}

/** Where something is wholly in the window: its left, px from the window's. */
function broughtInPx({ x, width }: Pick<Box, 'x' | 'width'>, referenceWidthPx: number): number {
  return Math.min(Math.max(x, 0), Math.max(0, referenceWidthPx - width));
}

/**
 * The block where a wide desktop shows it, so that on a phone that flows it clusters with what it
 * stands beside there, and not with what it was drawn over in the window or beside it (law P3).
 */
export function withPinPlace(block: Block, window: PinWindow): Block {
  const { position } = block;
  if (position.pin === undefined) return block;
  const { windowX, referenceWidthPx } = window;
  const bounds = boundsOfRotated(position, rotationOf(block));
  const x = windowX + bounds.x * referenceWidthPx;
  const inWindow = broughtInPx({ x, width: bounds.width * referenceWidthPx }, referenceWidthPx);
  const movePx = inWindow - x + moveWhenWidePx(block, window);
  if (movePx === 0) return block;
  return { ...block, position: { ...position, x: position.x + movePx / referenceWidthPx } };
}

/** Where a pinned block is drawn. */
export interface PinPlace extends PinWindow {
  readonly box: FlowBox;
  /** The box is that of {@link withPinPlace}. */
  readonly isMoved: boolean;
}

/**
 * Holds a pinned block to its edge of the screen on a desktop: as far from it as it stands from the
 * window's edge, and wholly on the screen (decisions.md "Geometry"). It stays in its grid, so that
 * texts push it as they push other blocks. On a screen no wider than the window it is where it was put.
 */
export function pinCss(block: Block, place: PinPlace): Declarations {
  const { box, windowX, referenceWidthPx, isMoved, hideOverflow } = place;
  const drawn = windowX + box.x;
  const authored = drawn - (isMoved ? moveWhenWidePx(block, place) : 0);
  const x = broughtInPx({ x: authored, width: box.width }, referenceWidthPx);
  const half = referenceWidthPx / 2;
  if (hideOverflow) return [['left', scaledLength(x - drawn)]];
  // From the drawn place to the middle of the screen, from there to its edge, and inwards again.
  const left =
    block.position.pin === 'left'
      ? `calc(${cssNumber(half - drawn + x)}*var(${PX}) - 50cqw)`
      : `calc(50cqw - ${cssNumber(half + drawn - x)}*var(${PX}))`;
  return [['left', left]];
}
