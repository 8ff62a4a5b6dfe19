import type { Box } from '../model/Position.ts';
import { boundsOfRotated } from './boxes.ts';
import { type Turnable, turnOf } from './turnOf.ts';

/** The room that a block takes, turned as it is, in its parent's space and unit. Groups are never turned. */
export function turnedBounds(block: Turnable & { readonly position: Box }): Box {
  const { x, y, width, height } = block.position;
  return boundsOfRotated({ x, y, width, height }, turnOf(block));
}
