import type { Block } from '../model/Block.ts';
import { type Box, MAX_LENGTH, type Position } from '../model/Position.ts';
import type { PageLayout } from './PageLayout.ts';

/**
 * Cuts a length to a millionth of the window's width, so that sums of fractions leave no dust that
 * would look like a change.
 */
export function roundLength(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}

/** The block with part of its position replaced; the same record when nothing differs. */
export function withPosition(block: Block, patch: Partial<Position>): Block {
  const position = { ...block.position, ...patch };
  const differs = Object.keys(patch).some((key) => block.position[key] !== position[key]);
  return differs ? { ...block, position } : block;
}

/**
 * Whether a page may be stored with a block there: what moves blocks by sums need not be checked by
 * a schema, but must not bring in NaN or lengths that no parser takes.
 */
export function isPlaceable({ x, y, width, height, rotationDeg }: Position): boolean {
  const lengths = [x, y, width, height];
  return (
    lengths.every((each) => Math.abs(each) <= MAX_LENGTH) &&
    width >= 0 &&
    height >= 0 &&
    Number.isFinite(rotationDeg)
  );
}

/** The block without a place for phones alone. */
export function withoutPlaceOnPhone(block: Block): Block {
  const { positionOn, ...rest } = block;
  if (positionOn?.mobile === undefined) return block;
  const { mobile: _, ...others } = positionOn;
  return Object.keys(others).length === 0 ? rest : { ...rest, positionOn: others };
}

/** A side as asked for, or the block's own to the last bit where it is the same: lines break by it. */
function sideOf(asked: number, own: number): number {
  const side = roundLength(asked);
  return side === roundLength(own) ? own : side;
}

/**
 * The block as a child of a section or group, at a box in page space. Its phone position is removed
 * if the parent changes, because it is relative to the old parent.
 */
export function moveInto(
  { layout }: { readonly layout: Pick<PageLayout, 'boxOf'> },
  block: Block,
  parentUuid: string,
  box: Box,
): Block {
  const parent = layout.boxOf(parentUuid) ?? { x: 0, y: 0 };
  const placed = withPosition(block, {
    x: roundLength(box.x - parent.x),
    y: roundLength(box.y - parent.y),
    width: sideOf(box.width, block.position.width),
    height: sideOf(box.height, block.position.height),
  });
  return placed.parentUuid === parentUuid ? placed : { ...withoutPlaceOnPhone(placed), parentUuid };
}
