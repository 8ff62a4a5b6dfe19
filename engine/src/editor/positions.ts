import type { Block } from '../model/Block.ts';
import type { Box, Position } from '../model/Position.ts';
import type { EditorCore } from './EditorCore.ts';

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

/** The block as the child of another section or group, at a box of page space. */
export function moveInto(core: EditorCore, block: Block, parentUuid: string, box: Box): Block {
  const parent = core.layout.boxOf(parentUuid) ?? { x: 0, y: 0 };
  const placed = withPosition(block, {
    x: roundLength(box.x - parent.x),
    y: roundLength(box.y - parent.y),
    width: roundLength(box.width),
    height: roundLength(box.height),
  });
  return placed.parentUuid === parentUuid ? placed : { ...placed, parentUuid };
}
