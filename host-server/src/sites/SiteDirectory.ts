import type { Knex } from 'knex';
import { LruCache } from '../shared/LruCache.ts';
import { findSite } from './repositories/siteContexts.ts';
import type { SiteContext } from './SiteContext.ts';
import { type SiteKey, siteKeyText } from '../http/addresses.ts';
import { MAX_STALE_MS, DATABASE_WAIT_MS, withTimeout } from '../shared/outage.ts';

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
  private readonly nowMs: () => number;
  private readonly cache = new LruCache<Entry>(MAX_SITES, () => 1);

  constructor(knex: Knex, nowMs: () => number = () => performance.now()) {
    this.knex = knex;
    this.nowMs = nowMs;
  }

  /**
   * The site of a name, or null.
   *
   * @throws the database's error, or a timeout, when it is down and no entry from within the last
   *   day is cached.
   */
  async find(key: SiteKey): Promise<SiteContext | null> {
    const text = siteKeyText(key);
    const entry = this.cache.get(text);
    const now = this.nowMs();
    if (entry !== undefined && isFresh(entry, now)) return entry.site;
    try {
      const site = await withTimeout(DATABASE_WAIT_MS, findSite(this.knex, key));
      this.cache.set(text, { site, checkedAtMs: this.nowMs() });
      return site;
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
    this.cache.delete(siteKeyText(key));
  }
}

const isFresh = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < FRESH_MS;
