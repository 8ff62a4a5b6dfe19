import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import { boundsOfRotated } from './boxes.ts';
import { turnOf } from './turnOf.ts';

/** The room that a block takes, turned as it is, in its parent's space. Groups are never turned. */
export function turnedBounds(block: Pick<Block, 'position' | 'type'>): Box {
  const { x, y, width, height } = block.position;
  return boundsOfRotated({ x, y, width, height }, turnOf(block));
}
