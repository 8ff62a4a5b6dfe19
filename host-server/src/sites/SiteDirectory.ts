import type { Knex } from 'knex';
import { LruCache } from '../shared/LruCache.ts';
import { findSite } from './repositories/siteContexts.ts';
import type { SiteContext } from './SiteContext.ts';
import { type SiteKey, siteKeyText } from '../http/addresses.ts';
import type { LookupTurns } from '../shared/LookupTurns.ts';
import { SharedQueries } from '../shared/SharedQueries.ts';
import { MAX_STALE_MS } from '../shared/outage.ts';

const MAX_SITES = 10_000;
const FRESH_MS = 1000;

interface Entry {
  readonly site: SiteContext | null;
  readonly checkedAtMs: number;
}

/**
 * Caches which site a name belongs to, including names that belong to none, since anyone can point
 * a domain here. An entry is valid for a second, or for a day while the database is down, unless
 * {@link invalidate} removes it.
 */
export class SiteDirectory {
  private readonly knex: Knex;
  private readonly lookups: LookupTurns;
  private readonly nowMs: () => number;
  private readonly cache = new LruCache<Entry>(MAX_SITES, () => 1);
  private readonly queries = new SharedQueries<SiteContext | null>();

  constructor(knex: Knex, lookups: LookupTurns, nowMs: () => number = () => performance.now()) {
    this.knex = knex;
    this.lookups = lookups;
    this.nowMs = nowMs;
  }

  /**
   * The site of a name, or null.
   *
   * @param requester the network address whose turn a lookup takes.
   * @throws the database's error, or a timeout, when it is down and no entry from within the last
   *   day is cached.
   */
  async find(key: SiteKey, requester: string): Promise<SiteContext | null> {
    const text = siteKeyText(key);
    const entry = this.cache.get(text);
    const now = this.nowMs();
    if (entry !== undefined && isFresh(entry, now)) return entry.site;
    try {
      return await this.queries.run(text, requester, async (isLast) => {
        const turn = { requester, isKnown: entry?.site != null };
        const site = await this.lookups.run(turn, () => findSite(this.knex, key));
        if (isLast()) this.cache.set(text, { site, checkedAtMs: this.nowMs() });
        return site;
      });
    } catch (error) {
      if (entry === undefined || now - entry.checkedAtMs > MAX_STALE_MS) throw error;
      return entry.site;
    }
  }

  /** The cached site of a name; undefined when the database has to be queried. */
  findFresh(key: SiteKey): SiteContext | null | undefined {
    const entry = this.cache.get(siteKeyText(key));
    return entry !== undefined && isFresh(entry, this.nowMs()) ? entry.site : undefined;
  }

  /** Invalidates a name: the next visit queries the database. */
  invalidate(key: SiteKey): void {
    const text = siteKeyText(key);
    this.cache.delete(text);
    // A query from before the change must not be cached after it.
    this.queries.forget(text);
  }
}

const isFresh = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < FRESH_MS;
