import type { Knex } from 'knex';
import { LruCache } from '../shared/LruCache.ts';
import type { LookupTurns } from '../shared/LookupTurns.ts';
import { SharedQueries } from '../shared/SharedQueries.ts';
import { findPreviewState, type PreviewState } from './repositories/previewImages.ts';

const MAX_PAGES = 10_000;
const FRESH_MS = 1000;

interface Entry {
  readonly state: PreviewState | null;
  readonly checkedAtMs: number;
}

/**
 * Looks up what visitors' requests for preview images need to know. Anyone may request the same image
 * any number of times, so that concurrent visitors share a lookup, its result is valid for a second,
 * and network addresses take turns.
 */
export class PreviewLookups {
  private readonly knex: Knex;
  private readonly lookups: LookupTurns;
  private readonly nowMs: () => number;
  private readonly cache = new LruCache<Entry>(MAX_PAGES, () => 1);
  private readonly queries = new SharedQueries<PreviewState | null>();

  /**
   * @param knex the connections for visitors.
   * @param nowMs a monotonic clock.
   */
  constructor(knex: Knex, lookups: LookupTurns, nowMs: () => number = () => performance.now()) {
    this.knex = knex;
    this.lookups = lookups;
    this.nowMs = nowMs;
  }

  /**
   * The images of a page, and what they should show; null if the page was deleted. A result from
   * memory is for the given publication; one from the database may be for a newer one. The caller has
   * just found the page public.
   *
   * @param published.requester the network address whose turn a lookup takes.
   */
  async find(
    pageId: number,
    { etag, requester }: { readonly etag: string; readonly requester: string },
  ): Promise<PreviewState | null> {
    const key = String(pageId);
    const entry = this.cache.get(key);
    const isFresh = entry !== undefined && this.nowMs() - entry.checkedAtMs < FRESH_MS;
    if (isFresh && entry.state?.etag === etag) return entry.state;
    return this.queries.run(key, requester, async (isLast) => {
      const turn = { requester, isKnown: true };
      const state = await this.lookups.run(turn, () => findPreviewState(this.knex, pageId));
      if (isLast()) this.cache.set(key, { state, checkedAtMs: this.nowMs() });
      return state;
    });
  }

  /** Invalidates a page, because it was painted: the next request queries the database. */
  invalidate(pageId: number): void {
    const key = String(pageId);
    this.cache.delete(key);
    this.queries.forget(key);
  }
}
