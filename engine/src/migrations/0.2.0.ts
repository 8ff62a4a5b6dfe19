import { LEGACY_PAGE_HEIGHT, LEGACY_WINDOW_PX } from './legacy/legacyNumbers.ts';
import { readNumber } from './legacy/readNumber.ts';
import { makeMainSection } from './mainSection.ts';
import { mapThings } from './mapThings.ts';
import type { LegacyBlock, Migration } from './Migration.ts';

/** A relative height above this is in px: no page is 100 times as tall as its window is wide. */
const MAX_RELATIVE_HEIGHT = 100;

/**
 * Wraps all blocks in a main section as wide as the window, since pages before 0.2.0 had no
 * sections. Blocks keep their positions, including groups without a parent. The section is as tall
 * as the page, or as its contents need.
 */
export const wrapInMainSection: Migration = {
  version: '0.2.0',
  migratePage(page, { warn }) {
    const { things } = page;
    const ids = new Set(things.map(({ uuid }) => uuid));
    const isTopLevel = ({ parentUuid }: LegacyBlock): boolean =>
      parentUuid === undefined || !ids.has(parentUuid);
    const ownHeight = readNumber(page.relativeHeight) ?? 0;
    const height = ownHeight > 0 ? ownHeight : LEGACY_PAGE_HEIGHT;
    const main = makeMainSection(things, things.filter(isTopLevel), {
      unit: LEGACY_WINDOW_PX,
      height: height > MAX_RELATIVE_HEIGHT ? height : height * LEGACY_WINDOW_PX,
    });
    const wrapped = mapThings(things, (block) => {
      if (!isTopLevel(block)) return block;
      if (block.parentUuid !== undefined)
        warn(['things', block.uuid, 'parentUuid'], 'parent_replaced');
      return { ...block, parentUuid: main.uuid };
    });
    return { ...page, things: [main, ...wrapped] };
  },
};
