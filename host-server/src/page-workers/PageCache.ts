import { equalJson, type Page } from '@cobble/engine';
import { LruCache } from '../shared/LruCache.ts';
import type { PageDocument } from '../pages/repositories/pageRevisions.ts';

/**
 * For all pages together, in characters of their documents. A document takes up to twenty times its
 * length, including what the renderer caches per record.
 */
const MAX_CHARACTERS = 4 * 1024 * 1024;

interface CachedPage {
  /** The JSON of `page`. */
  readonly document: string;
  readonly page: PageDocument;
}

/**
 * Caches the documents of recently checked pages, by page, so that they are not parsed again to be
 * rendered. The renderer memoizes its output per record, so a page that is published again with one
 * changed block renders only that block. Invalidation: a document that differs is not used, and
 * checking a page replaces its entry.
 */
export class PageCache {
  private readonly pages: LruCache<CachedPage>;

  /** @param maxCharacters for tests. */
  constructor(maxCharacters = MAX_CHARACTERS) {
    this.pages = new LruCache(maxCharacters, ({ document }) => document.length);
  }

  /**
   * Stores a page, and returns it with every block that equals its cached record replaced by that
   * record.
   *
   * @param page deeply frozen.
   * @param document its JSON.
   */
  store(pageId: number, page: PageDocument, document: string): PageDocument {
    const key = String(pageId);
    const before: Page['things'] = this.pages.get(key)?.page.things ?? {};
    const things = Object.fromEntries(
      Object.entries(page.things).map(([uuid, block]) => {
        const cached = Object.hasOwn(before, uuid) ? before[uuid] : undefined;
        return [uuid, cached !== undefined && equalJson(cached, block) ? cached : block];
      }),
    );
    const stored = Object.freeze({ ...page, things: Object.freeze(things) });
    this.pages.set(key, { document, page: stored });
    return stored;
  }

  /** The cached page of a document, or the parsed document. */
  read(pageId: number, document: string): PageDocument {
    const cached = this.pages.get(String(pageId));
    return cached?.document === document ? cached.page : (JSON.parse(document) as PageDocument);
  }
}
