import { GEOMETRY } from '../constants/geometry.ts';
import type { Box, Point } from '../model/Position.ts';
import { boundsOfRotated, boxesIntersect, centerOf, cornersOf, rotatePoint } from './boxes.ts';

/** The argument of {@link rotateAngle}; all points are in the same space. */
export interface RotateRequest {
  readonly center: Point;
  /** The pointer's position when pressed, and now. */
  readonly from: Point;
  readonly to: Point;
  /** The rotation at the start of the drag. */
  readonly startDeg: number;
  /** Snaps within 6 degrees of a step instead of 3. */
  readonly touch?: boolean;
  /** Only steps of 15 degrees (Shift). */
  readonly stepped?: boolean;
  /** No snapping (Ctrl). */
  readonly free?: boolean;
}

const SHIFT_STEP_DEG = 15;

/**
 * Normalises an angle to the form in which pages store it: above -180 and up to 180 degrees,
 * rounded to hundredths.
 */
export function normalizeDeg(deg: number): number {
  const normalized = ((deg % 360) + 360) % 360;
  const rounded = Math.round((normalized > 180 ? normalized - 360 : normalized) * 100) / 100;
  return rounded === -180 ? 180 : rounded + 0;
}

/**
 * The rotation after dragging about a centre, in degrees clockwise; snaps to multiples of
 * 45 degrees that are within 3 degrees, unless the request is `touch`, `stepped` or `free`.
 */
export function rotateAngle(request: RotateRequest): number {
  const { center, from, to } = request;
  const start = Math.atan2(from.y - center.y, from.x - center.x);
  const now = Math.atan2(to.y - center.y, to.x - center.x);
  const deg = request.startDeg + ((now - start) * 180) / Math.PI;
  return snapRotation(deg, request);
}

/** Snaps and normalises an angle with the rules of {@link rotateAngle}. */
export function snapRotation(
  deg: number,
  { stepped, touch, free }: Pick<RotateRequest, 'stepped' | 'touch' | 'free'>,
): number {
  if (stepped) return normalizeDeg(Math.round(deg / SHIFT_STEP_DEG) * SHIFT_STEP_DEG);
  const step = Math.round(deg / GEOMETRY.rotationStepDeg) * GEOMETRY.rotationStepDeg;
  const tolerance = touch ? GEOMETRY.rotationTouchToleranceDeg : GEOMETRY.rotationToleranceDeg;
  return normalizeDeg(!free && Math.abs(deg - step) <= tolerance ? step : deg);
}

/** The parts of a block that determine its rotation; its position can be in any unit. */
export interface Rotatable {
  readonly type: string;
  readonly position: { readonly rotationDeg: number };
}

/**
 * A block's rotation in degrees clockwise. Groups and sections are never rotated, only the blocks
 * in them.
 */
export function rotationOf({ position, type }: Rotatable): number {
  return type === 'group' ? 0 : position.rotationDeg;
}

/** The bounds of a rotated block, in its parent's space and unit. */
export function rotatedBounds(block: Rotatable & { readonly position: Box }): Box {
  const { x, y, width, height } = block.position;
  return boundsOfRotated({ x, y, width, height }, rotationOf(block));
}

/**
 * Whether a box that is rotated clockwise about its centre overlaps or touches an axis-aligned one
 * (separating axis test).
 */
export function intersectsRotated(box: Box, deg: number, other: Box): boolean {
  if (!boxesIntersect(boundsOfRotated(box, deg), other)) return false;
  if (deg % 90 === 0) return true;
  const center: Point = centerOf(box);
  const corners = cornersOf(other, 0).map((corner) => rotatePoint(corner, center, -deg));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return boxesIntersect(box, { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y });
}
