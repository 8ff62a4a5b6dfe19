import type { Box } from '../model/Position.ts';
import { boundsOfRotated } from './boxes.ts';
import { type Rotatable, rotationOf } from './rotationOf.ts';

/** The room that a block takes, turned as it is, in its parent's space and unit. Groups are never turned. */
export function rotatedBounds(block: Rotatable & { readonly position: Box }): Box {
  const { x, y, width, height } = block.position;
  return boundsOfRotated({ x, y, width, height }, rotationOf(block));
}
