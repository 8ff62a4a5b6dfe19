import { GEOMETRY } from '../constants/geometry.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import { MAX_LENGTH } from '../model/Position.ts';
import { makeStableIds } from './legacy/makeStableIds.ts';
import type { LegacyBlock, LegacyThings } from './Migration.ts';

/**
 * Creates a section for blocks without one: as wide as the window, and as tall as `options.height`
 * or its contents with a margin, whichever is larger. Its HTML id is `main`, as for the first section
 * of a page, unless a block has that id.
 *
 * @param contents its future children, in its space
 * @param options.unit the window's width in the page's unit of length
 */
export function makeMainSection(
  things: LegacyThings,
  contents: readonly LegacyBlock[],
  options: { readonly unit: number; readonly height: number },
): LegacyBlock {
  const { unit } = options;
  // Positions beyond the limits are damaged and must not stretch the page.
  const extent = extentOf(contents.filter(({ position }) => position.y < MAX_LENGTH * unit));
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

/**
 * Bottom of the lowest block, including rotation, in the parent's space and unit; 0 without blocks.
 */
export function extentOf(blocks: readonly LegacyBlock[]): number {
  let extent = 0;
  for (const block of blocks) {
    const bounds = rotatedBounds(block);
    extent = Math.max(extent, bounds.y + bounds.height);
  }
  return extent;
}
