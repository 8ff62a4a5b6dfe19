import type { Logger } from 'pino';
import { loggable } from '../../shared/logRedaction.ts';
import type { PagePassword } from '../../page-access/pageAccess.ts';
import { LruCache } from '../../shared/LruCache.ts';
import type { ServedHead, ServedPage } from '../render/renderPublication.ts';
import type { PublicationFiles } from './PublicationFiles.ts';
import { SizedCache } from './SizedCache.ts';
import {
  asPublic,
  type Checked,
  type Found,
  FRESH_MS,
  PageLookups,
  type PageLookupsOptions,
  publicPageOf,
  SERVER,
} from './PageLookups.ts';
import type { AddressRow } from '../repositories/publishedPages.ts';
import { addressKeyOf, type PageAddress, type SiteKey, siteKeyText } from '../../http/addresses.ts';
import { ApiError } from '../../shared/ApiError.ts';
import { WorkerError } from '../../shared/WorkerPool.ts';
import { LookupBusyError } from '../../shared/LookupTurns.ts';
import { DATABASE_WAIT_MS, MAX_STALE_MS } from '../../shared/outage.ts';
import { SharedQueries } from '../../shared/SharedQueries.ts';

/** Maximum number of cached heads. */
const MAX_HEADS = 10_000;
/** How old a cached page may get while its lookup cannot have its turn, ms. */
const BUSY_MS = 10_000;
/** How often a file is marked as valid, ms. */
const TOUCH_MS = 3_600_000;

/**
 * Looks up an address as it will be after the change in progress, with bytes; null if there is
 * nothing.
 */
export type LookAhead = (address: PageAddress) => Promise<AddressRow | null>;

/**
 * Hides what a change affects, see {@link PublishedPages.runChange}.
 *
 * @param addresses the addresses of single pages.
 * @param sites all names of sites that change as a whole; default: none.
 */
export type Hide = (
  addresses: readonly PageAddress[],
  look: LookAhead | null,
  sites?: readonly SiteKey[],
) => Promise<void>;

/** A change of an address in progress. */
interface PendingChange {
  readonly key: string;
  readonly address: PageAddress;
  /** Its number among all changes. */
  readonly sequence: number;
  /** Whether no other change to the address was in progress when this one began. */
  readonly isAlone: boolean;
  /** Whether the page is public after the change. */
  isPublicAfter: boolean;
  /** The public page after the change, if known. */
  page: ServedPage | null;
}

interface Entry {
  readonly page: ServedPage;
  checkedAtMs: number;
  touchedAtMs: number;
}

interface CheckedHead {
  readonly page: ServedHead;
  readonly checkedAtMs: number;
}

/** Options of {@link PublishedPages}. */
export interface PublishedPagesOptions extends Omit<PageLookupsOptions, 'files' | 'nowMs'> {
  readonly log: Logger;
  /** Copies outside of memory; null for none. */
  readonly files: PublicationFiles | null;
  /** Called with each public page that is loaded and cached, so that it can be recompressed. */
  readonly onLoaded?: (page: ServedPage) => void;
  /** A monotonic clock. */
  readonly nowMs?: () => number;
}

/**
 * Caches published pages by address, in memory and in files. Invalidation: changes by this process
 * take effect at once ({@link runChange}), those of other processes within a second. While the
 * database is down, pages that were public within the last day are still served. Restricted pages
 * are not cached: without the database they are unavailable.
 */
export class PublishedPages {
  private readonly options: PublishedPagesOptions;
  private readonly nowMs: () => number;
  private readonly lookups: PageLookups;
  private readonly cache = new SizedCache<Entry>(
    ({ page: { bytes } }) => bytes.gzip.length + bytes.brotli.length + 1000,
  );
  /**
   * Heads of public pages that are not in `cache`. Invalidation: an address's head is deleted
   * with its entry, and is not used once it is no longer fresh.
   */
  private readonly heads = new LruCache<CheckedHead>(MAX_HEADS, () => 1);
  private readonly queries = new SharedQueries<Found>();
  private readonly headQueries = new SharedQueries<ServedHead | null>();
  /**
   * Addresses with changes in progress: how many, and the number of the latest. Nothing new is
   * cached for them meanwhile.
   */
  private readonly pendingChanges = new Map<string, { count: number; sequence: number }>();
  /** By name: how many changes to the whole site are in progress. Nothing new is cached for it. */
  private readonly pendingSites = new Map<string, number>();
  private lastSequence = 0;
  private downUntilMs = -Infinity;
  /** When the database last failed to respond. */
  private failedAtMs = -Infinity;
  private isClosed = false;

  constructor(options: PublishedPagesOptions) {
    this.options = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
    this.lookups = new PageLookups({ ...options, nowMs: this.nowMs });
  }

  /**
   * Looks up the page at an address.
   *
   * @param requester the network address whose turn a lookup takes; default: the server itself.
   * @throws the database's error, or a timeout, when it is down and no copy from within the last
   *   day is cached; LookupBusyError likewise when too many others wait for it; ApiError or
   *   WorkerError when an outdated page cannot be rendered again.
   */
  async find(address: PageAddress, requester = SERVER): Promise<Found> {
    const key = addressKeyOf(address);
    const entry = this.cache.get(key);
    const now = this.nowMs();
    if (entry !== undefined && isFresh(entry, now)) return asPublic(entry.page);
    if (entry !== undefined && now < this.downUntilMs && isRecent(entry, now))
      return asPublic(entry.page);
    try {
      return await this.queries.run(key, requester, async (isLast) => {
        const turn = { requester, isKnown: entry !== undefined };
        const checked = await this.lookups.find(address, turn, entry?.page ?? null);
        if (isLast() && !this.isPending(key) && !this.isClosed)
          this.store(key, address, entry, checked);
        return checked.found;
      });
    } catch (error) {
      // An outdated page that cannot be rendered again: the database works.
      if (error instanceof ApiError || error instanceof WorkerError) throw error;
      const isBusy = error instanceof LookupBusyError;
      if (!isBusy) {
        this.downUntilMs = this.nowMs() + FRESH_MS;
        this.failedAtMs = this.nowMs();
      }
      // During an outage, too, lookups wait for those that get no response.
      const isDown = this.nowMs() - this.failedAtMs < 2 * DATABASE_WAIT_MS;
      // While others only keep the database busy, a page that has become private soon disappears.
      const cached = entry ?? (isDown ? await this.fromFile(key, address) : null);
      if (cached === null || !(isDown ? isRecent : isStillShown)(cached, this.nowMs())) throw error;
      if (!isBusy)
        this.options.log.warn(
          { error: loggable(error) },
          'A cached page was served because the database failed',
        );
      return asPublic(cached.page);
    }
  }

  /**
   * Reads the restricted page at an address for a visitor who has entered its password. Its bytes are
   * neither cached nor read before. Null when {@link find} is needed again, because the page no longer
   * has this password.
   *
   * @param password as {@link find} returned it.
   * @param requester as in {@link find}.
   * @throws like {@link find}.
   */
  async open(
    address: PageAddress,
    password: PagePassword,
    requester = SERVER,
  ): Promise<ServedPage | null> {
    // Never known: whoever publishes such a page could occupy the connections of cached pages.
    const turn = { requester, isKnown: false };
    return this.lookups.open(address, turn, password);
  }

  /** The public page at an address if its entry is fresh; null when {@link find} is needed. */
  findFresh(address: PageAddress): ServedPage | null {
    const entry = this.cache.get(addressKeyOf(address));
    return entry !== undefined && isFresh(entry, this.nowMs()) ? entry.page : null;
  }

  /**
   * Looks up a public page that is not cached, without reading its bytes: for responses that have
   * no body. Null when {@link find} is needed: the page is cached, outdated or not public, or the
   * database failed.
   *
   * @param requester as in {@link find}.
   */
  async findHead(address: PageAddress, requester = SERVER): Promise<ServedHead | null> {
    const key = addressKeyOf(address);
    if (this.cache.get(key) !== undefined) return null;
    const known = this.heads.get(key);
    if (known !== undefined && isFresh(known, this.nowMs())) return known.page;
    return this.headQueries.run(key, requester, async (isLast) => {
      const turn = { requester, isKnown: known !== undefined };
      const page = await this.lookups.findHead(address, turn).catch(() => null);
      if (page !== null && isLast() && !this.isPending(key))
        this.heads.set(key, { page, checkedAtMs: this.nowMs() });
      return page;
    });
  }

  /**
   * Runs a change of published pages. `hide` must be called in the change's transaction, as the
   * last step before it commits. From then on nothing new is cached for the addresses, so a process
   * that crashes right after leaves no copy of a page that was just made private. If a page stays
   * public, its old copy remains for visitors who come while the database is down; after the change
   * they get the new page, even if the database fails right after.
   *
   * `hide` uses `look` to find out what each address will show after the change. Without `look`, and
   * for whole sites, all copies are removed, and the addresses are queried when they are next
   * visited. The cost for a site does not depend on its number of pages.
   */
  async runChange<Value>(work: (hide: Hide) => Promise<Value>): Promise<Value> {
    const changes: PendingChange[] = [];
    const siteNames = new Set<string>();
    let isMade = false;
    try {
      const value = await work(async (addresses, look, sites = []) => {
        if (sites.length > 0) {
          this.beginSites(sites, siteNames);
          this.expireSites(siteNames);
          await this.options.files?.removeSites(sites);
        }
        for (const address of addresses) {
          // Registered before the lookup, so that a concurrent change is noticed.
          const pending = this.beginChange(address);
          changes.push(pending);
          if (look !== null) this.predict(pending, await look(address));
          this.expire(pending);
          if (!pending.isPublicAfter) await this.options.files?.remove(address);
        }
      });
      isMade = true;
      // The database has just responded, so expired entries are queried again.
      this.downUntilMs = -Infinity;
      return value;
    } finally {
      for (const pending of changes) this.endChange(pending, isMade);
      this.endSites(siteNames);
    }
  }

  /** Invalidates an address: the next visit queries the database. */
  invalidate(address: PageAddress): void {
    const key = addressKeyOf(address);
    this.cache.delete(key);
    this.heads.delete(key);
    // A query from before the change must not be cached after it.
    this.queries.forget(key);
    this.headQueries.forget(key);
  }

  private beginChange(address: PageAddress): PendingChange {
    const key = addressKeyOf(address);
    const others = this.pendingChanges.get(key)?.count ?? 0;
    this.lastSequence += 1;
    this.pendingChanges.set(key, { count: others + 1, sequence: this.lastSequence });
    const isAlone = others === 0 && !this.pendingSites.has(siteOf(key));
    return { key, address, sequence: this.lastSequence, isAlone, isPublicAfter: false, page: null };
  }

  /** @param names receives the names of the sites, so that {@link endSites} ends each once. */
  private beginSites(sites: readonly SiteKey[], names: Set<string>): void {
    for (const name of sites.map(siteKeyText)) {
      if (names.has(name)) continue;
      names.add(name);
      this.pendingSites.set(name, (this.pendingSites.get(name) ?? 0) + 1);
    }
    // Changes to pages that are in progress are no longer the latest.
    this.lastSequence += 1;
    for (const [key, state] of this.pendingChanges)
      if (names.has(siteOf(key))) state.sequence = this.lastSequence;
  }

  private endSites(names: ReadonlySet<string>): void {
    for (const name of names) {
      const others = (this.pendingSites.get(name) ?? 1) - 1;
      if (others === 0) this.pendingSites.delete(name);
      else this.pendingSites.set(name, others);
    }
    // Queries that began meanwhile may have read the state before the change.
    if (names.size > 0) this.expireSites(names);
  }

  private expireSites(names: ReadonlySet<string>): void {
    const isOfSite = (key: string): boolean => names.has(siteOf(key));
    this.cache.deleteWhere(isOfSite);
    this.heads.deleteWhere(isOfSite);
    this.queries.forgetWhere(isOfSite);
    this.headQueries.forgetWhere(isOfSite);
  }

  /** Whether a change to an address, or to its whole site, is in progress. */
  private isPending(key: string): boolean {
    return this.pendingChanges.has(key) || this.pendingSites.has(siteOf(key));
  }

  private predict(pending: PendingChange, row: AddressRow | null): void {
    const page = row === null ? null : publicPageOf(row, pending.address);
    if (row?.page == null || page === null) return;
    pending.isPublicAfter = true;
    if (this.options.isUpToDate(row.site, row.page.context)) pending.page = page;
  }

  private endChange(pending: PendingChange, isMade: boolean): void {
    const { key, address, page } = pending;
    const state = this.pendingChanges.get(key);
    const isLast = state?.sequence === pending.sequence;
    if (state === undefined || state.count === 1) this.pendingChanges.delete(key);
    else state.count -= 1;
    // Queries that began meanwhile may have read the state before the change.
    this.expire(pending);
    // With concurrent changes, only the database knows which one was last.
    if (isMade && page !== null && pending.isAlone && isLast && !this.isClosed)
      this.store(key, address, undefined, { found: asPublic(page), checkedAtMs: this.nowMs() });
  }

  private expire({ key, address, isPublicAfter }: PendingChange): void {
    const entry = this.cache.get(key);
    this.invalidate(address);
    if (!isPublicAfter || entry === undefined) return;
    entry.checkedAtMs = Math.min(entry.checkedAtMs, this.nowMs() - FRESH_MS);
    this.cache.set(key, entry);
  }

  /** Waits for queries in progress. Caches nothing afterwards. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.queries.settled();
    await this.options.files?.settled();
  }

  private store(
    key: string,
    address: PageAddress,
    entry: Entry | undefined,
    { found, checkedAtMs }: Checked<Found>,
  ): void {
    const { files, log, onLoaded } = this.options;
    const now = this.nowMs();
    const warnOnFailure = (work: Promise<void> | undefined): void => {
      work?.catch((error: unknown) => {
        log.warn({ error: loggable(error) }, 'A published page could not be stored as a file');
      });
    };
    if (found.kind !== 'public') {
      this.cache.delete(key);
      warnOnFailure(files?.remove(address));
      return;
    }
    const { pageId, siteId, bytes } = found;
    if (entry?.page.bytes === bytes) {
      entry.checkedAtMs = checkedAtMs;
      if (now - entry.touchedAtMs > TOUCH_MS) {
        entry.touchedAtMs = now;
        warnOnFailure(files?.touch(address, new Date()));
      }
      this.cache.set(key, entry);
      return;
    }
    const page = { pageId, siteId, bytes };
    this.cache.set(key, { page, checkedAtMs, touchedAtMs: now });
    warnOnFailure(files?.write(address, page));
    onLoaded?.(page);
  }

  private async fromFile(key: string, address: PageAddress): Promise<Entry | null> {
    const stored = await this.options.files?.read(address);
    if (stored == null || this.isPending(key)) return null;
    const now = this.nowMs();
    const ageMs = Math.max(FRESH_MS, Date.now() - stored.checkedAt.getTime());
    const entry = { page: stored.page, checkedAtMs: now - ageMs, touchedAtMs: now };
    this.cache.set(key, entry);
    return entry;
  }
}

/** The site's name, as of `siteKeyText`, in an address's key. */
const siteOf = (key: string): string => key.slice(0, key.indexOf('/'));

const isFresh = (entry: Pick<Entry, 'checkedAtMs'>, nowMs: number): boolean =>
  nowMs - entry.checkedAtMs < FRESH_MS;

const isStillShown = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < BUSY_MS;

const isRecent = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < MAX_STALE_MS;
