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

/** The window that pinned blocks are moved into. */
export interface PinWindow {
  /** From its left to the left of the block's space, px at the reference width. */
  readonly windowX: number;
  readonly referenceWidthPx: number;
  /** Content outside the window is hidden, so blocks are pinned to the window's edges. */
  readonly hideOverflow: boolean;
}

/**
 * Distance that a pinned block moves on a screen as wide as the content can be; px at the reference
 * width, negative to the left.
 */
function moveWhenWidePx(
  { position }: Block,
  { referenceWidthPx, hideOverflow }: Pick<PinWindow, 'referenceWidthPx' | 'hideOverflow'>,
): number {
  if (hideOverflow) return 0;
  const sidePx = quarterPx((GEOMETRY.maxContentWidthPx - referenceWidthPx) / 2);
  return position.pin === 'left' ? -sidePx : position.pin === 'right' ? sidePx : 0;
}

/** Moves a box into the window: its new left, px from the window's left. */
function leftInWindowPx({ x, width }: Pick<Box, 'x' | 'width'>, referenceWidthPx: number): number {
  return Math.min(Math.max(x, 0), Math.max(0, referenceWidthPx - width));
}

/**
 * Moves a pinned block to its position on a wide desktop, so that on phones it clusters with its
 * neighbours there and not with what it overlaps in the window.
 */
export function withPinPosition(block: Block, window: PinWindow): Block {
  const { position } = block;
  if (position.pin === undefined) return block;
  const { windowX, referenceWidthPx } = window;
  const bounds = boundsOfRotated(position, rotationOf(block));
  const x = windowX + bounds.x * referenceWidthPx;
  const inWindow = leftInWindowPx({ x, width: bounds.width * referenceWidthPx }, referenceWidthPx);
  const movePx = inWindow - x + moveWhenWidePx(block, window);
  if (movePx === 0) return block;
  return { ...block, position: { ...position, x: position.x + movePx / referenceWidthPx } };
}

/** Position of a pinned block. */
export interface PinnedBox extends PinWindow {
  readonly box: FlowBox;
  /** The box comes from {@link withPinPosition}. */
  readonly isMoved: boolean;
}

/**
 * Pins a block to its edge of the screen on desktops: at the same distance as from the window's
 * edge, and completely on screen; on pages that hide overflow, to the window's edge instead. It
 * stays in its grid, so that growing text still pushes it down. On screens no wider than the window
 * it keeps its position.
 */
export function pinCss(block: Block, pinned: PinnedBox): Declarations {
  const { box, windowX, referenceWidthPx, isMoved, hideOverflow } = pinned;
  const rendered = windowX + box.x;
  const authored = rendered - (isMoved ? moveWhenWidePx(block, pinned) : 0);
  const x = leftInWindowPx({ x: authored, width: box.width }, referenceWidthPx);
  const half = referenceWidthPx / 2;
  if (hideOverflow) return [['left', scaledLength(x - rendered)]];
  // From the authored position to the centre of the screen, to its edge, and back inwards.
  const left =
    block.position.pin === 'left'
      ? `calc(${cssNumber(half - rendered + x)}*var(${PX}) - 50cqw)`
      : `calc(50cqw - ${cssNumber(half + rendered - x)}*var(${PX}))`;
  return [['left', left]];
}
