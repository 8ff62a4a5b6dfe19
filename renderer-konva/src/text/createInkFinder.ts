import type { InkFinder, InkInterval } from './FontMeasurer.ts';

/**
 * The part of a 2D context that finding ink needs. The context is painted on, and its bitmap must
 * have the stated size.
 */
export type InkContext = Pick<
  CanvasRenderingContext2D,
  'clearRect' | 'fillText' | 'font' | 'getImageData' | 'measureText' | 'textRendering'
>;

/** Bitmap px per px of text. */
const SCALE = 2;
/** Lower alpha values, out of 255, are antialiasing and not ink. */
const MIN_ALPHA = 64;

/**
 * Creates a function that finds ink below a text's baseline by drawing the text.
 *
 * @param context of a bitmap of the given size, px, with `willReadFrequently`
 */
export function createInkFinder(
  context: InkContext,
  size: { readonly width: number; readonly height: number },
): InkFinder {
  return (text, font, top, bottom) => {
    const scaled = font.replace(/([\d.]+)px/, (_, px: string) => `${String(Number(px) * SCALE)}px`);
    const from = Math.floor(top * SCALE);
    const height = Math.min(size.height, Math.max(1, Math.ceil(bottom * SCALE) - from));
    context.font = scaled;
    context.textRendering = 'optimizeLegibility';
    const whole = Math.ceil(context.measureText(text).width);
    const columns: boolean[] = [];
    // Text wider than the bitmap is drawn in parts.
    for (let left = 0; left < whole; left += size.width) {
      const width = Math.min(size.width, whole - left);
      context.clearRect(0, 0, size.width, size.height);
      context.fillText(text, -left, -from);
      const { data } = context.getImageData(0, 0, width, height);
      for (let x = 0; x < width; x += 1) {
        let isInked = false;
        for (let y = 0; y < height && !isInked; y += 1)
          isInked = (data[4 * (y * width + x) + 3] ?? 0) >= MIN_ALPHA;
        columns.push(isInked);
      }
    }
    const intervals = intervalsOf(columns);
    return intervals.length < 2 ? intervals : joinWithinCharacters(intervals, text, context);
  };
}

/** Joins intervals of one character: browsers leave a single gap for both strokes of a g's loop. */
function joinWithinCharacters(
  intervals: readonly InkInterval[],
  text: string,
  context: InkContext,
): readonly InkInterval[] {
  const ends: number[] = [];
  let before = '';
  for (const character of text) {
    before += character;
    ends.push(context.measureText(before).width / SCALE);
  }
  const characterAt = (x: number): number => ends.findIndex((end) => x < end);
  const joined: InkInterval[] = [];
  for (const [from, to] of intervals) {
    const last = joined.at(-1);
    if (last && characterAt(last[1] - 1 / SCALE) === characterAt(from))
      joined.splice(-1, 1, [last[0], to]);
    else joined.push([from, to]);
  }
  return joined;
}

function intervalsOf(columns: readonly boolean[]): readonly InkInterval[] {
  const intervals: InkInterval[] = [];
  let start = -1;
  for (let x = 0; x <= columns.length; x += 1) {
    const isInked = columns[x] === true;
    if (isInked && start < 0) start = x;
    if (!isInked && start >= 0) {
      intervals.push([start / SCALE, x / SCALE]);
      start = -1;
    }
  }
  return intervals;
}
