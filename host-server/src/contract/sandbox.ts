import { PALETTE } from '@cobble/engine';

/** The page of the sandbox. Lengths are fractions of its width. */
export const SANDBOX = {
  /** The id of the block that everyone moves. */
  block: 'red-block',
  /** The id of the section that it is in. */
  section: 'sandbox',
  height: 0.8,
  /** How small and how large a side of the block may be. */
  minSide: 0.08,
  maxSide: 0.4,
  /** The colours that a boop may give to the page. */
  backgrounds: PALETTE.map(({ light }): string => light),
} as const;

/** Where the red block is in its section. */
export interface SandboxPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotationDeg: number;
}

/** For sums of rounded lengths. */
const TOLERANCE = 1e-5;

/** Half the width and height of the red block as it is turned. */
export function halfExtent({ width, height, rotationDeg }: SandboxPlace): {
  readonly x: number;
  readonly y: number;
} {
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return { x: (width * cos + height * sin) / 2, y: (width * sin + height * cos) / 2 };
}

/** Whether the red block may be at a place: it has an allowed size, and is in the section as a whole. */
export function isSandboxPlace(place: SandboxPlace): boolean {
  const { x, y, width, height } = place;
  const { minSide, maxSide } = SANDBOX;
  const isSize = (side: number): boolean =>
    side >= minSide - TOLERANCE && side <= maxSide + TOLERANCE;
  const half = halfExtent(place);
  const isWithin = (middle: number, reach: number, length: number): boolean =>
    middle - reach >= -TOLERANCE && middle + reach <= length + TOLERANCE;
  return (
    isSize(width) &&
    isSize(height) &&
    isWithin(x + width / 2, half.x, 1) &&
    isWithin(y + height / 2, half.y, SANDBOX.height)
  );
}
