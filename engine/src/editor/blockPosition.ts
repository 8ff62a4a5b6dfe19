import type { Block } from '../model/Block.ts';
import { type Box, MAX_LENGTH, type Position, roundLength } from '../model/Position.ts';
import { type Refusal, refuse } from '../model/Result.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { PageLayout } from './PageLayout.ts';

/** Returns a block with part of its position replaced, or the same record if nothing differs. */
export function withPosition(block: Block, patch: Partial<Position>): Block {
  const position = { ...block.position, ...patch };
  const differs = Object.keys(patch).some((key) => block.position[key] !== position[key]);
  return differs ? { ...block, position } : block;
}

/** Multiplies a block's position and size. */
export function spreadBlock(block: Block, factor: number): Block {
  if (factor === 1) return block;
  const { x, y, width, height } = block.position;
  return withPosition(block, {
    x: roundLength(x * factor),
    y: roundLength(y * factor),
    width: roundLength(width * factor),
    height: roundLength(height * factor),
  });
}

/**
 * Whether a page can store a block at a position. For computed positions, which are not validated
 * by a schema but must not contain NaN or exceed the limits.
 */
export function isStorablePosition({ x, y, width, height, rotationDeg }: Position): boolean {
  const lengths = [x, y, width, height];
  return (
    lengths.every((each) => Math.abs(each) <= MAX_LENGTH) &&
    width >= 0 &&
    height >= 0 &&
    Number.isFinite(rotationDeg)
  );
}

/** Refuses a block at a computed position that a page cannot store. */
export function refuseTooFar({ uuid, position }: Block): Refusal<EditorRefusal> | null {
  if (isStorablePosition(position)) return null;
  return refuse('invalid_block', { uuid, path: 'position', message: 'is too far away' });
}

/** The nearest length that a page can store, rounded. For lengths computed from contents. */
export function limitLength(length: number): number {
  return roundLength(Math.max(-MAX_LENGTH, Math.min(MAX_LENGTH, length)));
}

/** Returns a block without its phone position. */
export function withoutPhonePosition(block: Block): Block {
  const { positionOn, ...rest } = block;
  if (positionOn?.mobile === undefined) return block;
  const { mobile: _, ...others } = positionOn;
  return Object.keys(others).length === 0 ? rest : { ...rest, positionOn: others };
}

/**
 * Returns the rounded length, or the exact old one if they are equal when rounded: line breaks
 * depend on it.
 */
function roundSide(length: number, current: number): number {
  const side = roundLength(length);
  return side === roundLength(current) ? current : side;
}

/**
 * Returns a block as a child of a section or group, at a box in page space. Its phone position is
 * removed if the parent changes, because it is relative to the old parent.
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
    width: roundSide(box.width, block.position.width),
    height: roundSide(box.height, block.position.height),
  });
  return placed.parentUuid === parentUuid
    ? placed
    : { ...withoutPhonePosition(placed), parentUuid };
}

/**
 * Adjusts a block's new `x` to its new width so that the block does not leave the window. Returns
 * `x` as it is if the block is rotated, or was partly outside before. Relative to the parent.
 */
export function insideWindow(
  { layout }: { readonly layout: Pick<PageLayout, 'boxOf'> },
  { position, parentUuid }: Block,
  { x, width }: { readonly x: number; readonly width: number },
): number {
  if (position.rotationDeg % 360 !== 0 || parentUuid === undefined) return x;
  const origin = layout.boxOf(parentUuid)?.x ?? 0;
  const oldX = roundLength(origin + position.x);
  if (oldX < 0 || roundLength(oldX + position.width) > 1) return x;
  return Math.max(0, Math.min(origin + x, 1 - width)) - origin;
}
