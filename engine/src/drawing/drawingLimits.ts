/**
 * What one drawing may hold, so that no text from outside can make a renderer work for seconds. A
 * person's drawing is far below: 20,000 points are some hundred metres of ink.
 */
export const DRAWING_LIMITS = {
  /** Characters of the encoded form. */
  maxEncodedLength: 200_000,
  maxStrokes: 2_000,
  /** Points of all strokes together. */
  maxPoints: 20_000,
  /** The furthest that a point may lie from the box's corner on each axis, px. */
  maxCoordinatePx: 65_536,
  maxWidthPx: 1_000,
} as const;
