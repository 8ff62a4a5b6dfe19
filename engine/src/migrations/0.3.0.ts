import { LEGACY_WINDOW_PX } from './legacy/legacyNumbers.ts';
import type { Migration } from './Migration.ts';

/**
 * Converts positions, sizes and the page's margin from px at a 600 px window to fractions of the
 * window's width. Nothing is rounded, so that boxes do not move. Px in the styles of blocks
 * (padding, borders, fonts) stay px.
 */
export const toRelativeSizes: Migration = {
  version: '0.3.0',
  migrateFields(fields) {
    const { margin } = fields.style;
    if (typeof margin !== 'number') return fields;
    return { ...fields, style: { ...fields.style, margin: margin / LEGACY_WINDOW_PX } };
  },
  migrateBlock(block) {
    const { x, y, width, height } = block.position;
    const position = {
      ...block.position,
      x: x / LEGACY_WINDOW_PX,
      y: y / LEGACY_WINDOW_PX,
      width: width / LEGACY_WINDOW_PX,
      height: height / LEGACY_WINDOW_PX,
    };
    return { ...block, position };
  },
};
