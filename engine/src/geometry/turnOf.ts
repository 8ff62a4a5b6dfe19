import type { Block } from '../model/Block.ts';

/** How far a block is turned, degrees clockwise. Groups and sections never are: their blocks are. */
export function turnOf({ position, type }: Pick<Block, 'position' | 'type'>): number {
  return type === 'group' ? 0 : position.rotationDeg;
}
