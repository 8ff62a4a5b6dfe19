import { equalJson, type Page } from '@cobble/engine';
import { LruCache } from '../../shared/LruCache.ts';

/** For all pages together; about 6 KB each, including what the renderer caches per record. */
const MAX_BLOCKS = 10_000;

/**
 * Caches the block records of recently published pages, by page. The renderer memoizes its output
 * per record, so a page that is published again with one changed block renders only that block.
 * Invalidation: publishing a page replaces its entry.
 */
export class RenderedBlocks {
  private readonly pages = new LruCache<Page['things']>(
    MAX_BLOCKS,
    (things) => Object.keys(things).length + 1,
  );

  /**
   * Returns the page with every block that equals its cached record replaced by that record.
   *
   * @param page a result of `parsePage`, deeply frozen.
   */
  reuse(page: Page): Page {
    const key = String(page.ID);
    const before = this.pages.get(key) ?? {};
    const things = Object.fromEntries(
      Object.entries(page.things).map(([uuid, block]) => {
        const cached = Object.hasOwn(before, uuid) ? before[uuid] : undefined;
        return [uuid, cached !== undefined && equalJson(cached, block) ? cached : block];
      }),
    );
    this.pages.set(key, Object.freeze(things));
    return Object.freeze({ ...page, things });
  }
}
