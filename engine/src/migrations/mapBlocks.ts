import type { LegacyBlock, LegacyPage } from './Migration.ts';

/**
 * A page with each block replaced by what a function makes of it; the same page when it gave every
 * block back as it was.
 */
export function mapBlocks(
  page: LegacyPage,
  change: (block: LegacyBlock) => LegacyBlock,
): LegacyPage {
  const things = mapThings(page.things, change);
  return things === page.things ? page : { ...page, things };
}

/** {@link mapBlocks} for the blocks alone. */
export function mapThings(
  things: readonly LegacyBlock[],
  change: (block: LegacyBlock) => LegacyBlock,
): readonly LegacyBlock[] {
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
