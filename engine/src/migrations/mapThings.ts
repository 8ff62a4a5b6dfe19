import type { LegacyBlock, LegacyThings } from './Migration.ts';

/** Maps blocks; returns the same list if none changes. */
export function mapThings(
  things: LegacyThings,
  change: (block: LegacyBlock) => LegacyBlock,
): LegacyThings {
  let mapped: LegacyBlock[] | null = null;
  for (let index = 0; index < things.length; index++) {
    const block = things[index] as LegacyBlock;
    const next = change(block);
    if (next === block) continue;
    mapped ??= [...things];
    mapped[index] = next;
  }
  return mapped ?? things;
}
