import { equalJson, type Page } from '@cobble/engine';
import { LruCache } from '../publishing/LruCache.ts';

/** Of all pages together; with what the renderer keeps by them some 6 KB each. */
const MAX_BLOCKS = 10_000;

/**
 * The blocks of the pages that were published last. A page that comes again has mostly the same
 * ones, and what the renderer has drawn of a record it need not draw again: an author who changes
 * one block of 200 waits for one.
 */
export class KnownBlocks {
  private readonly pages = new LruCache<Page['things']>(
    MAX_BLOCKS,
    (things) => Object.keys(things).length + 1,
  );

  /**
   * The same page, with the records of the time before where they say the same.
   *
   * @param page as `parsePage` gives it, frozen to the bottom
   */
  recognise(page: Page): Page {
    const key = String(page.ID);
    const before = this.pages.get(key) ?? {};
    const things = Object.fromEntries(
      Object.entries(page.things).map(([uuid, block]) => {
        const known = Object.hasOwn(before, uuid) ? before[uuid] : undefined;
        return [uuid, known !== undefined && equalJson(known, block) ? known : block];
      }),
    );
    this.pages.set(key, Object.freeze(things));
    return Object.freeze({ ...page, things });
  }
}
