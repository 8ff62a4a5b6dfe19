import type { LegacyBlock, LegacyThings } from './Migration.ts';

/** Maps blocks; returns the same list if none changes. */
export function mapThings(
  things: LegacyThings,
  change: (block: LegacyBlock) => LegacyBlock,
): LegacyThings {
  let made: LegacyBlock[] | null = null;
  for (let place = 0; place < things.length; place++) {
    const block = things[place] as LegacyBlock;
    const to = change(block);
    if (to === block) continue;
    made ??= [...things];
    made[place] = to;
  }
  return made ?? things;
}
