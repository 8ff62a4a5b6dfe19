import { type Block, rotationOf } from '@cobble/engine';

/** The window, and the screen around it that blocks are pinned to. */
export interface PinScreen {
  /** Distance from the window's left edge to the left edge of the parent, in units. */
  readonly windowX: number;
  readonly referenceWidthPx: number;
  /**
   * The screen's space on either side of the window, px at the reference width; null when clipped.
   */
  readonly sidePx: number | null;
}

/**
 * Moves a pinned block as a desktop does: it keeps its distance to the window's edge from the
 * screen's edge instead, and stays wholly on screen. Returns other blocks unchanged.
 */
export function pinnedPlace(block: Block, { windowX, referenceWidthPx, sidePx }: PinScreen): Block {
  const { position } = block;
  if (position.pin === undefined) return block;
  const turn = (rotationOf(block) * Math.PI) / 180;
  const across =
    Math.abs(position.width * Math.cos(turn)) + Math.abs(position.height * Math.sin(turn));
  const left = windowX + position.x + (position.width - across) / 2;
  const inWindow = Math.min(Math.max(left, 0), Math.max(0, 1 - across));
  const side = (sidePx ?? 0) / referenceWidthPx;
  const x = position.x + inWindow - left + (position.pin === 'left' ? -side : side);
  return x === position.x ? block : { ...block, position: { ...position, x } };
}
