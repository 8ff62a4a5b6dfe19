import type { Box, Point } from '../model/Position.ts';

/** Rotates a point clockwise (y points down) about a centre, in any space and unit. */
export function rotatePoint(point: Point, center: Point, deg: number): Point {
  if (deg === 0) return point;
  const angle = (deg * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const dx = point.x - center.x;
  const dy = point.y - center.y;
  return { x: center.x + dx * cos - dy * sin, y: center.y + dx * sin + dy * cos };
}

/** The centre of a box. */
export function centerOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The box of a given size about a centre. */
export function boxAround(center: Point, width: number, height: number): Box {
  return { x: center.x - width / 2, y: center.y - height / 2, width, height };
}

/** Moves a box by a distance. */
export function translateBox(box: Box, dx: number, dy: number): Box {
  return { ...box, x: box.x + dx, y: box.y + dy };
}

/** The corners of a rotated box, clockwise from its unrotated top left. */
export function cornersOf(box: Box, deg: number): readonly [Point, Point, Point, Point] {
  const center = centerOf(box);
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  return [
    rotatePoint({ x: box.x, y: box.y }, center, deg),
    rotatePoint({ x: right, y: box.y }, center, deg),
    rotatePoint({ x: right, y: bottom }, center, deg),
    rotatePoint({ x: box.x, y: bottom }, center, deg),
  ];
}

/** The bounds of a box that is rotated clockwise about its centre. */
export function boundsOfRotated(box: Box, deg: number): Box {
  if (deg % 180 === 0) return box;
  const angle = (deg * Math.PI) / 180;
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  return boxAround(
    centerOf(box),
    box.width * cos + box.height * sin,
    box.width * sin + box.height * cos,
  );
}

/** The smallest box that contains all boxes; null for an empty list. */
export function unionBoxes(boxes: Iterable<Box>): Box | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether a box that is rotated clockwise about its centre contains a point, edges included. */
export function containsPoint(box: Box, deg: number, point: Point): boolean {
  const local = deg === 0 ? point : rotatePoint(point, centerOf(box), -deg);
  return (
    local.x >= box.x &&
    local.x <= box.x + box.width &&
    local.y >= box.y &&
    local.y <= box.y + box.height
  );
}

/** Whether two axis-aligned boxes overlap or touch. */
export function boxesIntersect(a: Box, b: Box): boolean {
  return (
    a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
  );
}

/** The box between two opposite corners, in any order. */
export function boxBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}
