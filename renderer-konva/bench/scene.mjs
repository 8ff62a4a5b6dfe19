import { seeded } from '../../scripts/lib/seeded.mjs';

const WORDS = 'cobble street market garden lantern harbour bread stone river window'.split(' ');
const COLORS = ['#ffb52e', '#2b4eff', '#3f9d6b', '#e5372c', '#8a5cf5', '#111111'];
const KINDS = [
  ...Array(36).fill('text'),
  ...Array(26).fill('rectangle'),
  ...Array(18).fill('ellipse'),
  ...Array(12).fill('note'),
  ...Array(8).fill('button'),
];
/**
 * The size of a grid cell, px: twenty per row on a screen of 1280 px, twelve rows in 800 px.
 */
const CELL = { width: 64, height: 66 };

/**
 * The content for every contestant: mixed blocks in rows, none of which covers the centre of
 * another, in screen px at 100% zoom.
 *
 * @param {number} count
 * @param {number} columns
 * @returns {{ id: string, kind: string, x: number, y: number, width: number, height: number,
 *   color: string, text: string }[]}
 */
export function makeScene(count, columns) {
  const random = seeded(count + columns);
  const pick = (from) => from[Math.floor(random() * from.length)];
  return Array.from({ length: count }, (_, index) => {
    const kind = pick(KINDS);
    const width = 28 + Math.floor(random() * 33);
    const height = 22 + Math.floor(random() * 38);
    return {
      id: `b${index}`,
      kind,
      x: (index % columns) * CELL.width + 2 + Math.floor(random() * (CELL.width - 4 - width)),
      y:
        Math.floor(index / columns) * CELL.height +
        2 +
        Math.floor(random() * (CELL.height - 4 - height)),
      width,
      height,
      color: pick(COLORS),
      text: kind === 'button' ? pick(WORDS) : `${pick(WORDS)} ${pick(WORDS)}`,
    };
  });
}

/** The scenes: number of blocks and columns, and the zoom. */
export const SCENES = {
  1000: { count: 1000, columns: 20, zoom: 1 },
  10000: { count: 10_000, columns: 20, zoom: 1 },
  all: { count: 10_000, columns: 100, zoom: 0.13 },
};
