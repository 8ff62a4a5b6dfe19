import { GEOMETRY } from '../../constants/geometry.ts';
import { readNumber } from '../legacy/readNumber.ts';
import { mapThings } from '../mapThings.ts';
import type { LegacyBlock, LegacyThings, MigrationContext } from '../Migration.ts';

/** Whether a z-index is in the allowed range: the safe range with a buffer at both ends. */
const isInRange = (zIndex: unknown): boolean =>
  Number.isInteger(zIndex) &&
  (zIndex as number) >= GEOMETRY.minZIndex - GEOMETRY.zIndexBuffer &&
  (zIndex as number) <= GEOMETRY.maxZIndex + GEOMETRY.zIndexBuffer;

/**
 * If a block's z-index is invalid (missing, fractional, out of range), it and its siblings are
 * spread around the median in steps of 5, or smaller ones if those would not fit, keeping their
 * order. A missing one counts as 0, and equal ones keep their order in the page.
 */
export function repairZIndices(things: LegacyThings, { warn }: MigrationContext): LegacyThings {
  const broken = new Set<string | undefined>();
  for (const { uuid, position, parentUuid } of things) {
    if (isInRange(position.zIndex)) continue;
    broken.add(parentUuid);
    if (position.zIndex !== undefined)
      warn(['things', uuid, 'position', 'zIndex'], 'value_replaced');
  }
  if (broken.size === 0) return things;
  const zIndices = new Map<string, number>();
  for (const siblings of siblingsOf(things, broken)) {
    const range = GEOMETRY.maxZIndex - GEOMETRY.minZIndex;
    const step = Math.min(GEOMETRY.zIndexStep, range / Math.max(1, siblings.length - 1));
    const lowest = GEOMETRY.medianZIndex - (step * (siblings.length - 1)) / 2;
    siblings.sort(byZIndex).forEach(({ uuid }, index) => {
      zIndices.set(uuid, Math.round(lowest + step * index));
    });
  }
  return mapThings(things, (block) => {
    const zIndex = zIndices.get(block.uuid);
    return zIndex === undefined ? block : { ...block, position: { ...block.position, zIndex } };
  });
}

function siblingsOf(
  things: LegacyThings,
  parents: ReadonlySet<string | undefined>,
): readonly LegacyBlock[][] {
  const siblings = new Map<string | undefined, LegacyBlock[]>();
  for (const block of things) {
    if (!parents.has(block.parentUuid)) continue;
    const list = siblings.get(block.parentUuid);
    if (list) list.push(block);
    else siblings.set(block.parentUuid, [block]);
  }
  return [...siblings.values()];
}

function byZIndex(a: LegacyBlock, b: LegacyBlock): number {
  return (readNumber(a.position.zIndex) ?? 0) - (readNumber(b.position.zIndex) ?? 0);
}
