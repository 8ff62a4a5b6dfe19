import {
  capsule,
  claw,
  type Corner,
  disc,
  ellipse,
  fitPath,
  hole,
  perforated,
  petals,
  polar,
  roundedPolygon,
  roundedRectangle,
  squiggle,
  star,
} from './pathTools.ts';

/** A filled outline of the catalogue. */
export interface ShapeDefinition {
  /**
   * SVG path data in a 100 by 100 box that stretches with the block. The fill rule is nonzero:
   * holes run in the opposite direction to their outline.
   */
  readonly path: string;
  /** Height divided by width of a new block of this shape; null if it has no fixed ratio. */
  readonly aspectRatio: number | null;
}

type Frame = readonly [left: number, top: number, width: number, height: number];

/** A shape that is drawn in its own frame; new blocks get the frame's aspect ratio. */
function drawn(frame: Frame, ...outlines: readonly string[]): ShapeDefinition {
  const aspectRatio = Math.round((frame[3] / frame[2]) * 1000) / 1000;
  return { path: fitPath(frame, outlines.join('')), aspectRatio };
}

/** A plain shape without a fixed aspect ratio. */
const plain = (path: string): ShapeDefinition => ({ path, aspectRatio: null });

const SQUARE: Frame = [0, 0, 100, 100];
const around = (count: number, draw: (deg: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw((index * 360) / count)).join('');

/**
 * A heart whose lobes touch `y` at the top and whose tip is `size` below; its width is `size *
 * 1.1`.
 */
function heart(x: number, y: number, size: number): string {
  const at = (dx: number, dy: number): string =>
    `${(x + dx * size).toFixed(2)} ${(y + dy * size).toFixed(2)}`;
  return (
    `M${at(0, 0.19)}C${at(0.11, -0.04)} ${at(0.55, -0.11)} ${at(0.55, 0.3)}` +
    `C${at(0.55, 0.61)} ${at(0.18, 0.83)} ${at(0, 1)}C${at(-0.18, 0.83)} ${at(-0.55, 0.61)} ${at(-0.55, 0.3)}` +
    `C${at(-0.55, -0.11)} ${at(-0.11, -0.04)} ${at(0, 0.19)}Z`
  );
}

function checkerboard(cells: number): string {
  const size = 100 / cells;
  return Array.from({ length: cells * cells }, (_, index) => {
    const row = Math.floor(index / cells);
    const column = index % cells;
    return (row + column) % 2 === 0
      ? roundedRectangle(column * size, row * size, size, size, 0)
      : '';
  }).join('');
}

const HEXAGON: readonly Corner[] = [0, 60, 120, 180, 240, 300].map((deg) =>
  polar([50, 50], 56, deg),
);

const ARROW_THICK: readonly Corner[] = [
  [0, 28],
  [52, 28],
  [52, 2],
  [100, 48],
  [52, 94],
  [52, 68],
  [0, 68],
];

const CHECK: readonly Corner[] = [
  [0, 44],
  [15, 29],
  [36, 50],
  [85, 0],
  [100, 15],
  [36, 80],
];

/** Shapes by `shapeType`. The type `path` is not listed: its outline is stored in the block. */
export const SHAPES: Readonly<Record<string, ShapeDefinition>> = {
  rectangle: plain('M0 0H100V100H0Z'),
  oval: plain('M50 0A50 50 0 0 1 50 100A50 50 0 0 1 50 0Z'),
  triangle: plain('M50 0L100 100H0Z'),
  star: drawn([2.54, 0.16, 94.93, 90.45], star(5, 54, 24, [9, 4])),
  heart: drawn([-0.55, 0.0048, 1.1, 0.9952], heart(0, 0, 1)),
  hearts: drawn([2.6, 0, 97.5, 94], heart(40, 26, 68), heart(81, 0, 31), heart(88, 60, 22)),
  sparkle: drawn(
    SQUARE,
    'M50 0C53 31 69 47 100 50C69 53 53 69 50 100C47 69 31 53 0 50C31 47 47 31 50 0Z',
  ),
  'many petals': drawn([-3.54, -3.54, 107.07, 107.07], petals(12, 44)),
  'hollow petals': drawn(
    SQUARE,
    around(8, (deg) => {
      const [x, y] = polar([50, 50], 32, deg);
      return ellipse(x, y, 10.5, 18, deg, 1) + ellipse(x, y, 5.5, 12.5, deg, 0);
    }),
    disc(50, 50, 9),
  ),
  soapy: drawn(
    [0, 3, 100, 95],
    disc(38, 60, 38),
    'M16 56L22 56C23 46 30 40 38 39L38 33C26 34 17 43 16 56Z',
    disc(80, 24, 20),
    'M68 22L73 23C73 19 76 17 80 16L79 11C74 12 69 16 68 22Z',
    disc(86, 66, 11),
    disc(50, 10, 7),
  ),
  squiggles: drawn(
    [0, 1.91, 100, 96.17],
    squiggle(14, 6, 9),
    squiggle(50, 6, 9),
    squiggle(86, 6, 9),
  ),
  streaks: drawn(
    [2.5, 4.5, 95, 91],
    capsule(8, 58, 52, 14, 11),
    capsule(8, 90, 88, 10, 11),
    capsule(40, 90, 92, 38, 11),
    capsule(74, 88, 90, 72, 11),
    capsule(10, 22, 18, 14, 11),
  ),
  checkers: drawn(SQUARE, checkerboard(5)),
  stamp: drawn(SQUARE, perforated(7, 4.4)),
  'rounded hexagon': drawn([1.5, -3, 97, 106], roundedPolygon(HEXAGON, 12)),
  'pillow crab': drawn(
    [0.99, 4.61, 98.03, 91.39],
    capsule(20, 28, 34, 50, 9),
    capsule(80, 28, 66, 50, 9),
    claw(19, 22, 18, 20),
    claw(81, 22, 18, -20),
    capsule(26, 58, 6, 56, 8),
    capsule(24, 72, 5, 76, 8),
    capsule(32, 84, 20, 92, 8),
    capsule(74, 58, 94, 56, 8),
    capsule(76, 72, 95, 76, 8),
    capsule(68, 84, 80, 92, 8),
    'M26 42C38 46 62 46 74 42C82 40 86 46 84 54C81 62 81 72 84 80C86 88 82 94 74 92C62 88 38 88 26 92C18 94 14 88 16 80C19 72 19 62 16 54C14 46 18 40 26 42Z',
    hole(40, 62, 4.5),
    hole(60, 62, 4.5),
    'M42 74C45 78 55 78 58 74L56 72C53 75 47 75 44 72Z',
  ),
  eye: drawn(
    [0, 18, 100, 64],
    'M0 50C20 26 36 18 50 18C64 18 80 26 100 50C80 74 64 82 50 82C36 82 20 74 0 50Z',
    hole(50, 50, 22),
    disc(50, 50, 13),
  ),
  'comment rectangle': drawn(
    [0, 0, 100, 83.44],
    'M12 0H88A12 12 0 0 1 100 12V52A12 12 0 0 1 88 64H46L25 82C22 85 18 83 18 79V64H12A12 12 0 0 1 0 52V12A12 12 0 0 1 12 0Z',
  ),
  'comment bubble': drawn(
    [0, 0, 100, 88],
    'M50 0C78 0 100 17 100 39C100 61 78 78 50 78C44 78 39 77 34 76C27 83 17 87 8 88C5 88 4 85 6 83C11 78 13 73 14 67C5 60 0 50 0 39C0 17 22 0 50 0Z',
  ),
  'arrow thick': drawn([0, 4.04, 97.47, 87.91], roundedPolygon(ARROW_THICK, [4, 3, 5, 7, 5, 3, 4])),
  'arrow thin': drawn(
    [0, 0, 99.45, 44],
    capsule(4.5, 22, 94, 22, 9),
    capsule(76, 4.5, 95, 22, 9),
    capsule(95, 22, 76, 39.5, 9),
  ),
  asterisk: drawn(
    [5.71, 0, 88.58, 100],
    around(6, (deg) => {
      const [x, y] = polar([50, 50], 41, deg);
      return capsule(50, 50, x, y, 18);
    }),
  ),
  ban: drawn(
    SQUARE,
    disc(50, 50, 50),
    'M22.5 33.1A32 32 0 0 0 66.9 77.5Z',
    'M77.5 66.9A32 32 0 0 0 33.1 22.5Z',
  ),
  'bread slice': drawn(
    [0, 0, 100, 92],
    'M24 0H76C91 0 100 9 100 21C100 30 95 36 89 39V82C89 88 85 92 79 92H21C15 92 11 88 11 82V39C5 36 0 30 0 21C0 9 9 0 24 0Z',
  ),
  check: drawn([2.47, 2.49, 95.06, 75.03], roundedPolygon(CHECK, 7)),
  certificate: drawn(
    [-1.63, -2.72, 79.26, 102.76],
    petals(14, 34, [38, 38]),
    'M20 66L38 72L56 66V97C56 100 53 101 51 99L38 90L25 99C23 101 20 100 20 97Z',
    hole(38, 38, 23),
    disc(38, 38, 17),
  ),
  cloud: drawn(
    [1.69, 4.05, 97.3, 61.95],
    'M24 66A23 23 0 0 1 18 21A27 27 0 0 1 64 14A21 21 0 0 1 86 29A19 19 0 0 1 81 66Z',
  ),
  file: drawn(
    [0, 0, 78, 100],
    'M10 0H44V26C44 31 47 34 52 34H78V90A10 10 0 0 1 68 100H10A10 10 0 0 1 0 90V10A10 10 0 0 1 10 0Z',
    'M52 1L77 26H55C53 26 52 25 52 23Z',
  ),
  folder: drawn(
    [0, 0, 100, 80],
    'M9 0H36C39 0 41 1 43 3L51 12H91A9 9 0 0 1 100 21V71A9 9 0 0 1 91 80H9A9 9 0 0 1 0 71V9A9 9 0 0 1 9 0Z',
  ),
  'map marker': drawn(
    [0, 0, 74, 100.25],
    'M37 0A37 37 0 0 1 74 37C74 62 50 82 41 98C39 101 35 101 33 98C24 82 0 62 0 37A37 37 0 0 1 37 0Z',
    hole(37, 37, 14),
  ),
  shield: drawn(
    [0, 0.25, 84, 99.5],
    'M38 1C41 0 43 0 46 1L78 12C82 13 84 16 84 20C84 56 72 84 46 99C43 100 41 100 38 99C12 84 0 56 0 20C0 16 2 13 6 12Z',
  ),
  'sticky note': drawn(
    SQUARE,
    'M8 0H92A8 8 0 0 1 100 8V66H74A8 8 0 0 0 66 74V100H8A8 8 0 0 1 0 92V8A8 8 0 0 1 8 0Z',
    'M74 72H99L72 99V74A2 2 0 0 1 74 72Z',
  ),
  tag: drawn(
    SQUARE,
    'M8 0H46C49 0 51 1 53 3L97 47C101 51 101 56 97 60L60 97C56 101 51 101 47 97L3 53C1 51 0 49 0 46V8A8 8 0 0 1 8 0Z',
    hole(22, 22, 8),
  ),
};
