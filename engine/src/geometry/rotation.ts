import { GEOMETRY } from '../constants/geometry.ts';
import type { Box, Point } from '../model/Position.ts';
import { boundsOfRotated, boxesMeet, centreOf, cornersOf, rotatePoint } from './boxes.ts';

/** What {@link rotateAngle} takes; points are of any one space. */
export interface RotateRequest {
  readonly centre: Point;
  /** Where the pointer was pressed, and where it is. */
  readonly from: Point;
  readonly to: Point;
  /** The rotation when the drag began. */
  readonly startDeg: number;
  /** Snaps within 6 degrees of a step instead of 3. */
  readonly touch?: boolean;
  /** Only whole steps of 15 degrees (Shift). */
  readonly stepped?: boolean;
  /** No snapping (Ctrl). */
  readonly free?: boolean;
}

const SHIFT_STEP_DEG = 15;

/** An angle as pages hold it: more than -180 up to 180, hundredths of a degree. */
export function normalizeDeg(deg: number): number {
  const rest = ((deg % 360) + 360) % 360;
  const rounded = Math.round((rest > 180 ? rest - 360 : rest) * 100) / 100;
  return rounded === -180 ? 180 : rounded + 0;
}

/**
 * The rotation that a drag about a centre asks for: clockwise degrees, drawn to steps of 45 within
 * 3 degrees.
 */
export function rotateAngle(request: RotateRequest): number {
  const { centre, from, to } = request;
  const start = Math.atan2(from.y - centre.y, from.x - centre.x);
  const now = Math.atan2(to.y - centre.y, to.x - centre.x);
  const deg = request.startDeg + ((now - start) * 180) / Math.PI;
  return snapRotation(deg, request);
}

/** An angle drawn to the steps that {@link rotateAngle} speaks of, as pages hold it. */
export function snapRotation(
  deg: number,
  { stepped, touch, free }: Pick<RotateRequest, 'stepped' | 'touch' | 'free'>,
): number {
  if (stepped) return normalizeDeg(Math.round(deg / SHIFT_STEP_DEG) * SHIFT_STEP_DEG);
  const step = Math.round(deg / GEOMETRY.rotationStepDeg) * GEOMETRY.rotationStepDeg;
  const tolerance = touch ? GEOMETRY.rotationTouchToleranceDeg : GEOMETRY.rotationToleranceDeg;
  return normalizeDeg(!free && Math.abs(deg - step) <= tolerance ? step : deg);
}

/** What says how far a block is turned; its place in whatever unit. */
export interface Rotatable {
  readonly type: string;
  readonly position: { readonly rotationDeg: number };
}

/** How far a block is turned, degrees clockwise. Groups and sections never are: their blocks are. */
export function rotationOf({ position, type }: Rotatable): number {
  return type === 'group' ? 0 : position.rotationDeg;
}

/** The room that a block takes, turned as it is, in its parent's space and unit. Groups are never turned. */
export function rotatedBounds(block: Rotatable & { readonly position: Box }): Box {
  const { x, y, width, height } = block.position;
  return boundsOfRotated({ x, y, width, height }, rotationOf(block));
}

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
