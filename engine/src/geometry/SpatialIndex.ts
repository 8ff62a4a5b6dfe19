import type { Box, Point } from '../model/Position.ts';

/** Finds blocks by place; boxes are those of the turned corners, in page space. */
export interface SpatialIndex {
  /** Ids of blocks whose boxes meet the box, in paint order (lowest first). */
  search(box: Box): readonly string[];
  /** Ids of blocks whose turned shape holds the point, top-most first. */
  at(point: Point): readonly string[];
  /** The turned block's axis-parallel box, or null. */
  boundsOf(uuid: string): Box | null;
}
