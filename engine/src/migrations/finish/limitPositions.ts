import { MAX_LENGTH } from '../../model/Position.ts';
import { mapThings } from '../mapThings.ts';
import type { LegacyPosition, LegacyThings, MigrationContext } from '../Migration.ts';

const FIELDS = [
  ['x', -MAX_LENGTH],
  ['y', -MAX_LENGTH],
  ['width', 0],
  ['height', 0],
] as const;

/**
 * Clamps the positions and sizes of blocks to the limits of a page. Lengths are fractions of the
 * window's width.
 */
export function limitPositions(things: LegacyThings, { warn }: MigrationContext): LegacyThings {
  return mapThings(things, (block) => {
    if (isWithin(block.position)) return block;
    const limits: Record<string, number> = {};
    for (const [field, min] of FIELDS) {
      const value = block.position[field];
      if (value >= min && value <= MAX_LENGTH) continue;
      limits[field] = Math.min(MAX_LENGTH, Math.max(min, value));
      warn(['things', block.uuid, 'position', field], 'value_limited');
    }
    return { ...block, position: { ...block.position, ...limits } };
  });
}

function isWithin({ x, y, width, height }: LegacyPosition): boolean {
  return (
    Math.abs(x) <= MAX_LENGTH &&
    Math.abs(y) <= MAX_LENGTH &&
    width >= 0 &&
    width <= MAX_LENGTH &&
    height >= 0 &&
    height <= MAX_LENGTH
  );
}
