import { type Box, GEOMETRY, type HandleName, type Point } from '@cobble/engine';

/** A handle's position, px in the space of its box. */
export interface PlacedHandle extends Point {
  readonly name: HandleName;
}

/** Distance from the box to the rotate handle below it, and to the handle of a tiny box, px. */
export const ROTATE_HANDLE_GAP_PX = 28;
const SUPER_CONDENSED_GAP_PX = 7;
/** Tolerance for rounding: in a 600 px window, the smallest block is exactly at the lower limit. */
const ROUNDING_PX = 0.01;

/** Hit distances, px; for touch, half of a 44 px target. */
const HIT_DISTANCE_PX = { mouse: 9, pen: 14, touch: 22 } as const;

const SIDES: readonly (readonly [HandleName, number, number])[] = [
  ['nw', 0, 0],
  ['n', 0.5, 0],
  ['ne', 1, 0],
  ['e', 1, 0.5],
  ['se', 1, 1],
  ['s', 0.5, 1],
  ['sw', 0, 1],
  ['w', 0, 0.5],
];

/**
 * The handles of a selection. A side of at most 30 px has no handle in its middle (condensed); when
 * both sides are at most 18 px, only the lower right one remains, slightly outside
 * (super-condensed). The rotate handle remains in both cases.
 *
 * @param box unrotated, px
 */
export function placeHandles(box: Box, rotationDeg: number): readonly PlacedHandle[] {
  const { condensedHandlesPx: condensed, superCondensedHandlesPx: superCondensed } = GEOMETRY;
  const isAtMost = (size: number, max: number): boolean => size <= max + ROUNDING_PX;
  const tiny = isAtMost(box.width, superCondensed) && isAtMost(box.height, superCondensed);
  const gap = tiny ? SUPER_CONDENSED_GAP_PX : 0;
  const unrotated: PlacedHandle[] = [];
  for (const [name, across, down] of SIDES) {
    if (tiny && name !== 'se') continue;
    if (across === 0.5 && isAtMost(box.width, condensed)) continue;
    if (down === 0.5 && isAtMost(box.height, condensed)) continue;
    unrotated.push({
      name,
      x: box.x + across * box.width + gap,
      y: box.y + down * box.height + gap,
    });
  }
  unrotated.push({
    name: 'rotate',
    x: box.x + box.width / 2,
    y: box.y + box.height + ROTATE_HANDLE_GAP_PX,
  });
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return unrotated.map((handle) => ({ ...handle, ...rotatePoint(handle, center, rotationDeg) }));
}

/**
 * The nearest handle under a pointer; null if none is in reach, or if the pointer is in the inner
 * half of the box, so that a small box can be dragged by touch.
 */
export function hitHandle(
  box: Box,
  rotationDeg: number,
  point: Point,
  pointerType: 'mouse' | 'pen' | 'touch',
): HandleName | null {
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const local = rotatePoint(point, center, -rotationDeg);
  const isInside =
    Math.abs(local.x - center.x) < box.width / 4 && Math.abs(local.y - center.y) < box.height / 4;
  if (isInside) return null;
  let nearest: HandleName | null = null;
  let nearestDistance: number = HIT_DISTANCE_PX[pointerType];
  for (const handle of placeHandles(box, rotationDeg)) {
    const distance = Math.hypot(handle.x - point.x, handle.y - point.y);
    if (distance <= nearestDistance) {
      nearestDistance = distance;
      nearest = handle.name;
    }
  }
  return nearest;
}

const CURSOR_ANGLE: Readonly<Record<Exclude<HandleName, 'rotate'>, number>> = {
  n: 0,
  ne: 45,
  e: 90,
  se: 135,
  s: 180,
  sw: 225,
  w: 270,
  nw: 315,
};
const CURSORS = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'] as const;

/** The cursor over a handle of a rotated box. */
export function cursorOf(handle: HandleName, rotationDeg: number): string {
  if (handle === 'rotate') return 'grab';
  const step = Math.round((CURSOR_ANGLE[handle] + rotationDeg) / 45);
  return CURSORS[((step % 4) + 4) % 4] ?? 'default';
}

function rotatePoint(point: Point, center: Point, deg: number): Point {
  const angle = (deg * Math.PI) / 180;
  const dx = point.x - center.x;
  const dy = point.y - center.y;
  return {
    x: center.x + dx * Math.cos(angle) - dy * Math.sin(angle),
    y: center.y + dx * Math.sin(angle) + dy * Math.cos(angle),
  };
}
