import { GEOMETRY } from '../constants/geometry.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import { MAX_LENGTH } from '../model/Position.ts';
import { makeStableIds } from './legacy/makeStableIds.ts';
import type { LegacyBlock, LegacyThings } from './Migration.ts';

/**
 * A section for blocks that have none: as wide as the window, as high as told or as what it holds
 * needs. It is called `main`, as the first section of a page is, unless a block is called so.
 *
 * @param held what it will hold, in its space
 * @param options.unit the window's width in the unit of the page's lengths
 */
export function makeMainSection(
  things: LegacyThings,
  held: readonly LegacyBlock[],
  options: { readonly unit: number; readonly height: number },
): LegacyBlock {
  const { unit } = options;
  // What lies beyond all limits is damaged, and must not stretch the page after it.
  const extent = extentOf(held.filter(({ position }) => position.y < MAX_LENGTH * unit));
  const needed = extent > 0 ? extent + GEOMETRY.pageMargin * unit : 0;
  const isTaken = things.some(({ properties }) => properties.htmlId === 'main');
  return {
    uuid: makeStableIds()('main section', (id) => things.some((thing) => thing.uuid === id)),
    type: 'group',
    position: {
      x: 0,
      y: 0,
      width: unit,
      height: Math.min(MAX_LENGTH * unit, Math.max(options.height, needed)),
      rotationDeg: 0,
      zIndex: GEOMETRY.medianZIndex,
    },
    properties: isTaken ? {} : { htmlId: 'main' },
    styles: {},
    content: { groupDisplay: 'freeform', groupOrder: 0 },
  };
}

/** Where blocks end below, turned as they are, in their parent's space and unit; 0 for none. */
export function extentOf(blocks: readonly LegacyBlock[]): number {
  let extent = 0;
  for (const block of blocks) {
    const bounds = rotatedBounds(block);
    extent = Math.max(extent, bounds.y + bounds.height);
  }
  return extent;
}
