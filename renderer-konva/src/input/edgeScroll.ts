import { GEOMETRY } from '@cobble/engine';

/** The fastest that a drag at the edge scrolls, px a frame. */
const MAX_STEP_PX = 22;

/**
 * How far to scroll in a frame of a sixtieth of a second for a pointer near the edge of the view, px:
 * faster the nearer it is.
 *
 * @param at the pointer's place along the axis, px from the near edge of the view
 * @param length the view's length along the axis, px
 * @param room at most so near to each of the two edges it begins, px
 */
export function edgeScrollStep(
  at: number,
  length: number,
  room: { readonly near: number; readonly far: number } = { near: Infinity, far: Infinity },
): number {
  const zone = Math.min(GEOMETRY.edgeScrollPx, length / 4);
  const near = Math.min(zone, room.near);
  const far = Math.min(zone, room.far);
  if (near <= 0 || far <= 0) return 0;
  const share = at < near ? (at - near) / near : at > length - far ? (at - length + far) / far : 0;
  const within = Math.max(-1, Math.min(1, share));
  return Math.sign(within) * Math.ceil(within * within * MAX_STEP_PX) || 0;
}
