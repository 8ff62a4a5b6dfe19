import type { Box, Point } from '../model/Position.ts';
import { boundsOfRotated, boxesMeet, centreOf, cornersOf, rotatePoint } from './boxes.ts';

/**
 * Whether a box that is turned clockwise about its centre shares a point with an axis-parallel one:
 * no axis of either parts them.
 */
export function meetsRotated(box: Box, deg: number, other: Box): boolean {
  if (!boxesMeet(boundsOfRotated(box, deg), other)) return false;
  if (deg % 90 === 0) return true;
  const centre: Point = centreOf(box);
  const turned = cornersOf(other, 0).map((corner) => rotatePoint(corner, centre, -deg));
  const xs = turned.map((corner) => corner.x);
  const ys = turned.map((corner) => corner.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return boxesMeet(box, { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y });
}
