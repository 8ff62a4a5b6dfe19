import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Number of pixels that differ, ignoring antialiasing. */
function differing(a: PNG, b: PNG): number {
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
}

/** The share of pixels that differ, of those without the most frequent colour. */
export function differingShare(a: PNG, b: PNG): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < a.data.length; at += 4) {
    const color = a.data.readUInt32BE(at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const ink = a.width * a.height - Math.max(...counts.values());
  return differing(a, b) / Math.max(1, ink);
}

/** The share at the best of four shifts by a few pixels: the size of a visible jump. */
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
