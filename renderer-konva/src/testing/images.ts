import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Number of pixels that differ, ignoring antialiasing. */
function differing(a: PNG, b: PNG): number {
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
}

/**
 * The number of pixels that differ, relative to the pixels of `a` that do not have its most
 * frequent colour.
 */
export function differingShare(a: PNG, b: PNG): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < a.data.length; at += 4) {
    const color = a.data.readUInt32BE(at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const ink = a.width * a.height - Math.max(...counts.values());
  return differing(a, b) / Math.max(1, ink);
}

/**
 * The smallest {@link differingShare} when `b` is shifted by `by` px in one of four directions:
 * what a jump of that distance would change.
 */
export function shiftedShare(a: PNG, b: PNG, by: number): number {
  return Math.min(
    ...[
      [by, 0],
      [-by, 0],
      [0, by],
      [0, -by],
    ].map(([dx = 0, dy = 0]) => differingShare(a, shifted(b, dx, dy))),
  );
}

function shifted(image: PNG, dx: number, dy: number): PNG {
  const { width, height } = image;
  const moved = new PNG({ width, height });
  image.data.copy(moved.data);
  PNG.bitblt(
    image,
    moved,
    Math.max(0, -dx),
    Math.max(0, -dy),
    width - Math.abs(dx),
    height - Math.abs(dy),
    Math.max(0, dx),
    Math.max(0, dy),
  );
  return moved;
}
