import type { PenPosition } from './penStrokes.ts';

const short = (value: number): string => String(Math.round(value * 100) / 100 + 0);

/**
 * Outline of a piece of paper as `shapePath`, in hundredths of the block's box.
 *
 * @param corners in px from the top left of the box
 * @param size width and height of the box in px
 * @param isSmooth a smooth curve through the corners (Catmull-Rom) instead of straight lines
 */
export function cutPaper(
  corners: readonly PenPosition[],
  [width, height]: PenPosition,
  isSmooth = false,
): string {
  const at = ([x, y]: PenPosition): string =>
    `${short((x / width) * 100)} ${short((y / height) * 100)}`;
  const [first, ...rest] = corners;
  if (!first) return '';
  if (!isSmooth) return `M${at(first)}${rest.map((each) => `L${at(each)}`).join('')}Z`;
  const corner = (index: number): PenPosition =>
    corners[(index + corners.length) % corners.length] ?? first;
  const curves = corners.map((from, index) => {
    const [before, to, after] = [corner(index - 1), corner(index + 1), corner(index + 2)];
    const out: PenPosition = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const into: PenPosition = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${at(out)} ${at(into)} ${at(to)}`;
  });
  return `M${at(first)}${curves.join('')}Z`;
}
