/** A house, in units of the drawing (1440 wide, street level at 252). */
export interface HouseShape {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** Index of the wall's and the roof's colour. */
  readonly wall: 1 | 2 | 3 | 4 | 5;
  readonly roof: 1 | 2 | 3;
  readonly kind: 'gable' | 'step' | 'flat';
  /** How far the top leans to the right. */
  readonly lean: number;
  /** The numbers of columns and rows of windows. */
  readonly windows: readonly [columns: number, rows: number];
}

const house = (
  x: number,
  width: number,
  height: number,
  wall: HouseShape['wall'],
  roof: HouseShape['roof'],
  kind: HouseShape['kind'],
  lean: number,
  windows: HouseShape['windows'],
): HouseShape => ({ x, width, height, wall, roof, kind, lean, windows });

/** The houses, from left to right. */
export const HOUSES: readonly HouseShape[] = [
  house(-12, 104, 112, 3, 1, 'gable', 4, [2, 2]),
  house(94, 82, 140, 2, 2, 'gable', -3, [2, 3]),
  house(178, 116, 96, 5, 3, 'flat', 3, [3, 2]),
  house(300, 88, 132, 4, 1, 'step', -4, [2, 3]),
  house(392, 108, 104, 1, 2, 'gable', 5, [3, 2]),
  house(504, 80, 146, 3, 3, 'gable', -3, [2, 3]),
  house(588, 78, 108, 2, 1, 'step', 3, [2, 2]),
  house(792, 88, 116, 5, 2, 'gable', -4, [2, 2]),
  house(884, 96, 142, 1, 3, 'step', 4, [2, 3]),
  house(984, 110, 100, 4, 1, 'gable', -3, [3, 2]),
  house(1098, 80, 138, 2, 2, 'flat', 3, [2, 3]),
  house(1182, 104, 108, 3, 3, 'gable', 4, [3, 2]),
  house(1290, 84, 146, 1, 1, 'gable', -4, [2, 3]),
  house(1378, 90, 104, 4, 2, 'step', 3, [2, 2]),
];

/** The market stalls: position, and colour of the awning. */
export const STALLS: readonly { readonly x: number; readonly awning: 1 | 2 | 3 }[] = [
  { x: 214, awning: 2 },
  { x: 520, awning: 1 },
  { x: 806, awning: 3 },
  { x: 1160, awning: 1 },
];

/** The trees: middle of the trunk, and size of the crown. */
export const TREES: readonly (readonly [x: number, size: number])[] = [
  [176, 26],
  [430, 22],
  [762, 20],
  [1036, 28],
  [1376, 24],
];
