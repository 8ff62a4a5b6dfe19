import type { Stroke, StrokePoint } from '@cobble/engine/drawing';
import { seededRandom } from './seededRandom.ts';

/** A point, px of the drawing's box. */
export type PenPosition = readonly [x: number, y: number];

/** Points written as `'10 20, 30 40'`. */
export function positions(written: string): PenPosition[] {
  return written.split(',').map((pair) => {
    const [x = 0, y = 0] = pair.trim().split(/\s+/).map(Number);
    return [x, y];
  });
}

const positionsOf = (line: string | readonly PenPosition[]): readonly PenPosition[] =>
  typeof line === 'string' ? positions(line) : line;

/** A stroke with a pen's pressure: light at both ends, or even if it has fewer than 3 points. */
export function pen(color: string, widthPx: number, line: string | readonly PenPosition[]): Stroke {
  const all = positionsOf(line);
  const points = all.map(([x, y], index): StrokePoint => {
    const along = all.length === 1 ? 0.5 : index / (all.length - 1);
    const pressure =
      all.length < 3 ? 0.5 : 0.3 + 0.32 * Math.sin(Math.PI * Math.min(1, along * 1.1));
    return { x, y, pressure: Math.max(0.2, pressure) };
  });
  return { tool: 'pen', color, widthPx, points };
}

/** A polyline with intermediate points, so that smoothing keeps its corners. */
export function ruled(line: string): PenPosition[] {
  const corners = positions(line);
  return corners.flatMap(([x, y], index): PenPosition[] => {
    const next = corners[index + 1];
    if (!next) return [[x, y]];
    const part = (along: number): PenPosition => [
      x + (next[0] - x) * along,
      y + (next[1] - y) * along,
    ];
    return [[x, y], part(0.06), part(0.5), part(0.94)];
  });
}

/** A broad, translucent stroke. */
export function marker(
  color: string,
  widthPx: number,
  line: string | readonly PenPosition[],
): Stroke {
  const points = positionsOf(line).map(([x, y]) => ({ x, y, pressure: 0.5 }));
  return { tool: 'highlighter', color, widthPx, points };
}

/** A hand-drawn ring: a little more than one turn, slightly off at the end. */
export function ring(
  [x, y]: PenPosition,
  [rx, ry]: PenPosition,
  { turns = 1.1, fromDeg = -100, seed = 1 } = {},
): PenPosition[] {
  const random = seededRandom(seed);
  const steps = Math.max(8, Math.round(14 * turns));
  return Array.from({ length: steps + 1 }, (_, step): PenPosition => {
    const angle = ((fromDeg + (360 * turns * step) / steps) * Math.PI) / 180;
    const wobble = 0.96 + random() * 0.08 - (step / steps) * 0.05;
    return [x + rx * wobble * Math.cos(angle), y + ry * wobble * Math.sin(angle)];
  });
}

/** A zigzag from one end to the other, like crayon hatching. */
export function zigzag(
  [x1, y1]: PenPosition,
  [x2, y2]: PenPosition,
  spreadPx: number,
  turns: number,
  seed = 1,
): PenPosition[] {
  const random = seededRandom(seed);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
  return Array.from({ length: turns + 1 }, (_, step): PenPosition => {
    const along = step / turns;
    const aside = (step % 2 === 0 ? 1 : -1) * spreadPx * (0.8 + random() * 0.3);
    return [x1 + (x2 - x1) * along + nx * aside, y1 + (y2 - y1) * along + ny * aside];
  });
}

/** A wavy line with a number of waves, each `heightPx` to either side. */
export function wave(
  [x1, y1]: PenPosition,
  [x2, y2]: PenPosition,
  heightPx: number,
  waves: number,
): PenPosition[] {
  const steps = waves * 4;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
  return Array.from({ length: steps + 1 }, (_, step): PenPosition => {
    const along = step / steps;
    const aside = heightPx * Math.sin(along * waves * 2 * Math.PI);
    return [x1 + (x2 - x1) * along + nx * aside, y1 + (y2 - y1) * along + ny * aside];
  });
}
