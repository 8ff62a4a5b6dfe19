import { GEOMETRY } from '@cobble/engine';

/** The maximum speed, px per frame. */
const MAX_STEP_PX = 22;

/**
 * The distance to scroll in a frame of 1/60 s for a pointer near the edge of the view, px: the
 * nearer, the faster.
 *
 * @param at the pointer's position along the axis, px from the near edge
 * @param length the view's length along the axis, px
 * @param zones the widest scrolling zone at each edge, px
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
