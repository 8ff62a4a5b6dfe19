import type { Box } from '@cobble/engine';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** A block's area in both images, px of the images. */
export interface ComparedBlock {
  readonly uuid: string;
  readonly type: string;
  readonly box: Box;
}

/** How many of a block's pixels differ, and how many have ink in either image. */
export interface BlockDifference extends ComparedBlock {
  readonly differing: number;
  readonly inked: number;
}

/**
 * Compares blocks in two images of one page. pixelmatch compares the pixels with a threshold of
 * 0.1, ignoring antialiased edges; ink is everything that is not the page's background colour.
 *
 * @param background the page's background colour as 0xRRGGBB
 * @param shift moves the second image to the lower right by this many px first
 */
export function compareBlocks(
  a: PNG,
  b: PNG,
  blocks: readonly ComparedBlock[],
  background: number,
  shift = 0,
): BlockDifference[] {
  return blocks.map((block) => {
    const [one, other] = [
      cropped(a, block.box, 0, background),
      cropped(b, block.box, shift, background),
    ];
    const { width, height } = one;
    const differing = pixelmatch(one.data, other.data, undefined, width, height, {
      threshold: 0.1,
    });
    let inked = 0;
    for (let at = 0; at < one.data.length; at += 4)
      if (
        one.data.readUInt32BE(at) >>> 8 !== background ||
        other.data.readUInt32BE(at) >>> 8 !== background
      )
        inked += 1;
    return { ...block, differing, inked };
  });
}

/** The share of inked pixels that differ, over several blocks. */
export function shareOf(blocks: readonly BlockDifference[]): number {
  const sum = (of: (block: BlockDifference) => number): number =>
    blocks.reduce((total, block) => total + of(block), 0);
  return (
    sum(({ differing }) => differing) /
    Math.max(
      1,
      sum(({ inked }) => inked),
    )
  );
}

/**
 * The part of an image within a box, moved to the lower right by `shift` px; the edges that this
 * uncovers have the page's background colour.
 */
export function cropped(image: PNG, box: Box, shift: number, background: number): PNG {
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const width = Math.min(image.width, Math.ceil(box.x + box.width)) - left;
  const height = Math.min(image.height, Math.ceil(box.y + box.height)) - top;
  const part = new PNG({ width, height });
  for (let at = 0; at < part.data.length; at += 4)
    part.data.writeUInt32BE(((background << 8) | 0xff) >>> 0, at);
  const right = width - shift;
  const down = height - shift;
  if (right > 0 && down > 0) PNG.bitblt(image, part, left, top, right, down, shift, shift);
  return part;
}
