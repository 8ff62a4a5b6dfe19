import { GEOMETRY } from '@cobble/engine';

/** The fastest that a drag at the edge scrolls, px a frame. */
const MAX_STEP_PX = 22;

/**
 * How far to scroll in this frame for a pointer near the edge, px: faster the nearer it is.
 *
 * @param at the pointer's place along the axis, px from the near edge of the view
 * @param length the view's length along the axis, px
 */
export function edgeScrollStep(at: number, length: number): number {
  const zone = Math.min(GEOMETRY.edgeScrollPx, length / 4);
  if (zone <= 0) return 0;
  const into = at < zone ? at - zone : at > length - zone ? at - (length - zone) : 0;
  const share = Math.max(-1, Math.min(1, into / zone));
  return Math.sign(share) * Math.ceil(share * share * MAX_STEP_PX) || 0;
}
