import type { Box } from '@cobble/engine';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Where a block is looked at in both images, px of the images. */
export interface ComparedBlock {
  readonly uuid: string;
  readonly type: string;
  readonly box: Box;
}

/** How many pixels of a block differ, and how many are inked in either image. */
export interface BlockDifference extends ComparedBlock {
  readonly differing: number;
  readonly inked: number;
}

/**
 * Compares blocks in two images of one page. Pixels count as different by pixelmatch at 0.1, those
 * at the edges of shapes left out that only antialiasing makes differ; ink is all that is not of the
 * page's own colour.
 *
 * @param ground the page's colour as 0xRRGGBB
 * @param shift by so many px the second image is moved to the lower right first
 */
export function compareBlocks(
  a: PNG,
  b: PNG,
  blocks: readonly ComparedBlock[],
  ground: number,
  shift = 0,
): BlockDifference[] {
  return blocks.map((block) => {
    const [one, other] = [cropped(a, block.box, 0, ground), cropped(b, block.box, shift, ground)];
    const { width, height } = one;
    const differing = pixelmatch(one.data, other.data, undefined, width, height, {
      threshold: 0.1,
    });
    let inked = 0;
    for (let at = 0; at < one.data.length; at += 4)
      if (
        one.data.readUInt32BE(at) >>> 8 !== ground ||
        other.data.readUInt32BE(at) >>> 8 !== ground
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

/** A part of an image; what lies beyond it is of the page's colour. */
export function cropped(image: PNG, box: Box, shift: number, ground: number): PNG {
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const width = Math.min(image.width, Math.ceil(box.x + box.width)) - left;
  const height = Math.min(image.height, Math.ceil(box.y + box.height)) - top;
  const part = new PNG({ width, height });
  for (let at = 0; at < part.data.length; at += 4)
    part.data.writeUInt32BE(((ground << 8) | 0xff) >>> 0, at);
  const right = width - shift;
  const down = height - shift;
  if (right > 0 && down > 0) PNG.bitblt(image, part, left, top, right, down, shift, shift);
  return part;
}
