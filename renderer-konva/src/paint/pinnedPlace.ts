import { type Block, rotationOf } from '@cobble/engine';

/** The window and the screen around it that pinned blocks are held to. */
export interface PinScreen {
  /** From the window's left to the left of the block's space, in units. */
  readonly windowX: number;
  readonly referenceWidthPx: number;
  /** The screen's room on either side of the window, px at the reference width; null: none is seen. */
  readonly sidePx: number | null;
}

/**
 * A pinned block where a desktop holds it: as far from that edge of the screen as it stands from
 * the window's, and wholly on the screen (decisions.md "Geometry"); any other as it is.
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
