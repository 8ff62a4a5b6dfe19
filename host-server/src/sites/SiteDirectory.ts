import type { Knex } from 'knex';
import { LruCache } from '../shared/LruCache.ts';
import { findSite } from './repositories/siteContexts.ts';
import type { SiteContext } from './SiteContext.ts';
import { type SiteKey, siteKeyText } from '../http/addresses.ts';
import type { LookupTurn, LookupTurns } from '../shared/LookupTurns.ts';
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
  /** Queries in progress, so that concurrent visitors share one. */
  private readonly queries = new Map<string, Promise<SiteContext | null>>();

  constructor(knex: Knex, lookups: LookupTurns, nowMs: () => number = () => performance.now()) {
    this.knex = knex;
    this.lookups = lookups;
    this.nowMs = nowMs;
  }

  /**
   * The site of a name, or null.
   *
   * @param requester the network address whose turn a lookup takes, unless the site is known.
   * @throws the database's error, or a timeout, when it is down and no entry from within the last
   *   day is cached.
   */
  async find(key: SiteKey, requester: string): Promise<SiteContext | null> {
    const text = siteKeyText(key);
    const entry = this.cache.get(text);
    const now = this.nowMs();
    if (entry !== undefined && isFresh(entry, now)) return entry.site;
    try {
      return await this.query(key, text, entry?.site ? { known: text } : { requester });
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
    this.queries.delete(text);
  }

  private query(key: SiteKey, text: string, turn: LookupTurn): Promise<SiteContext | null> {
    const inProgress = this.queries.get(text);
    if (inProgress !== undefined) return inProgress;
    const query = this.lookups
      .run(turn, () => findSite(this.knex, key))
      .then((site) => {
        if (this.queries.get(text) === query)
          this.cache.set(text, { site, checkedAtMs: this.nowMs() });
        return site;
      })
      .finally(() => {
        if (this.queries.get(text) === query) this.queries.delete(text);
      });
    this.queries.set(text, query);
    return query;
  }
}

const isFresh = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < FRESH_MS;
