/**
 * Limits of one drawing, so that untrusted input cannot keep a renderer busy for seconds. Real
 * drawings are far smaller.
 */
export const DRAWING_LIMITS = {
  /** Length of the encoded form, in characters. */
  maxEncodedLength: 200_000,
  maxStrokes: 2_000,
  /** Points of all strokes together. */
  maxPoints: 20_000,
  /** The largest distance of a point from the box's corner on each axis, in px. */
  maxCoordinatePx: 65_536,
  maxWidthPx: 1_000,
} as const;
