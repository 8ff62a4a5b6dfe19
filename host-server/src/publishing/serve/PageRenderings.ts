import { ApiError } from '../../shared/ApiError.ts';
import { LruCache } from '../../shared/LruCache.ts';
import { SharedWork } from '../../shared/SharedWork.ts';
import { WorkerError } from '../../shared/WorkerPool.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import type { Publication } from '../render/renderPublication.ts';

/** How long a page whose rendering was refused is not rendered again, ms. */
const REFUSED_MS = 60_000;

/** An outdated publication. */
export interface OutdatedPage {
  readonly id: number;
  readonly revision: number;
  readonly etag: string;
  readonly context: string;
}

/**
 * Renders outdated publications again: each once for all who wait for it. One that is refused, for
 * example because it takes too long, is not retried at once: each visit would occupy a worker.
 */
export class PageRenderings {
  private readonly render: (pageId: number) => Promise<Publication | null>;
  private readonly nowMs: () => number;
  /**
   * Publications whose rendering was refused, by page, revision and site. Invalidation: each entry
   * expires.
   */
  private readonly refused = new LruCache<{ error: Error; untilMs: number }>(1000, () => 1);
  /** Renderings of outdated pages, by page, version and site. */
  private readonly renderings = new SharedWork<Publication | null>();

  /**
   * @param render renders a publication again and returns it, whether or not it could be stored.
   * @param nowMs a monotonic clock.
   */
  constructor(render: (pageId: number) => Promise<Publication | null>, nowMs: () => number) {
    this.render = render;
    this.nowMs = nowMs;
  }

  /**
   * Renders a page again. Null if it has been unpublished meanwhile.
   *
   * @throws ApiError or WorkerError when it is refused, or was within the last minute or so.
   */
  async run(page: OutdatedPage, site: SiteContext): Promise<Publication | null> {
    const key = JSON.stringify([page.id, page.revision, site]);
    const refused = this.refused.get(key);
    if (refused !== undefined && this.nowMs() < refused.untilMs) throw refused.error;
    try {
      // A rendering that began before the site changed, or the page was invalidated, is outdated.
      const version = `${key} ${page.etag} ${page.context}`;
      return await this.renderings.run(version, () => this.render(page.id));
    } catch (error) {
      if (error instanceof ApiError || error instanceof WorkerError) {
        const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
        const waitMs = retryAfterSeconds === undefined ? REFUSED_MS : retryAfterSeconds * 1000;
        this.refused.set(key, { error, untilMs: this.nowMs() + waitMs });
      }
      throw error;
    }
  }
}
