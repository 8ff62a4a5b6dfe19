import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../../shared/logRedaction.ts';
import { isSamePassword, pageAccessOf, type PagePassword } from '../../page-access/pageAccess.ts';
import { FairQueue } from '../../shared/FairQueue.ts';
import { LruCache } from '../../shared/LruCache.ts';
import type { Publication, ServedHead, ServedPage } from '../render/renderPublication.ts';
import type { PublicationFiles } from './PublicationFiles.ts';
import { SizedCache } from './SizedCache.ts';
import {
  type AddressRow,
  findAddress,
  findPublicationBytes,
} from '../repositories/publishedPages.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import { addressKeyOf, type PageAddress, type SiteKey, siteKeyText } from '../../http/addresses.ts';
import { ApiError } from '../../shared/ApiError.ts';
import { WorkerError } from '../../shared/WorkerPool.ts';
import { LookupBusyError, type LookupTurn, type LookupTurns } from '../../shared/LookupTurns.ts';
import { DATABASE_WAIT_MS, MAX_STALE_MS } from '../../shared/outage.ts';
import { SharedQueries } from '../../shared/SharedQueries.ts';
import { SharedWork } from '../../shared/SharedWork.ts';

/** Maximum number of cached heads. */
const MAX_HEADS = 10_000;
/**
 * How long an entry is fresh before the database is queried again, ms; other servers publish too.
 */
const FRESH_MS = 1000;
/** How old a cached page may get while its lookup cannot have its turn, ms. */
const BUSY_MS = 10_000;
/** How long a page whose rendering was refused is not rendered again, ms. */
const REFUSED_MS = 60_000;
/**
 * How much both bodies of a page may take together to be read with its row, bytes. Larger pages
 * are read from their files, if those are up to date, and take turns: Postgres sends bytes as text,
 * and converting it occupies this thread.
 */
const SMALL_BYTES = 256 * 1024;
/** How many larger pages are read at a time: half of the visitors' connections. */
const LARGE_READS = 2;
/** Whose turn the server's own lookups take. */
const SERVER = 'server';
/** Not among those of known pages: large reads would delay them. */
const OWN_TURN: LookupTurn = { requester: SERVER, isKnown: false };
/** How often a page is rendered for a visitor while it changes. */
const MAX_RENDERINGS = 3;
/** How often a file is marked as valid, ms. */
const TOUCH_MS = 3_600_000;

/** What visitors get at an address. */
export type Found =
  /** Missing, private, disabled, or no longer covered by the plan: visitors cannot tell which. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'public' } & ServedPage)
  /** Served to visitors who have entered the password: then {@link PublishedPages.open} reads it. */
  | RestrictedFound;

interface RestrictedFound {
  readonly kind: 'restricted';
  readonly pageId: number;
  readonly password: PagePassword;
}

/** What a lookup found: like {@link Found}, with a restricted page that the visitor may read. */
type Loaded =
  Exclude<Found, RestrictedFound> | (RestrictedFound & { readonly opened: ServedPage | null });

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

/** What a visitor asks for. */
interface Wanted {
  readonly address: PageAddress;
  /** The password that the visitor has entered, if any. */
  readonly password?: PagePassword;
}

interface Visit extends Wanted {
  readonly turn: LookupTurn;
}

interface CheckedHead {
  readonly page: ServedHead;
  readonly checkedAtMs: number;
}

/** Options of {@link PublishedPages}. */
export interface PublishedPagesOptions {
  readonly knex: Knex;
  /** The turns of queries. */
  readonly lookups: LookupTurns;
  readonly log: Logger;
  /** Copies outside of memory; null for none. */
  readonly files: PublicationFiles | null;
  /** Whether a publication matches its page and site. */
  readonly isUpToDate: (site: SiteContext, context: string) => boolean;
  /** Renders a publication again and returns it, whether or not it could be stored. */
  readonly refresh: (pageId: number) => Promise<Publication | null>;
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
  private readonly cache = new SizedCache<Entry>(
    ({ page: { bytes } }) => bytes.gzip.length + bytes.brotli.length + 1000,
  );
  /**
   * Heads of public pages that are not in `cache`. Invalidation: an address's head is deleted
   * with its entry, and is not used once it is no longer fresh.
   */
  private readonly heads = new LruCache<CheckedHead>(MAX_HEADS, () => 1);
  /**
   * Publications whose rendering was refused, by page, revision and site. Invalidation: each entry
   * expires.
   */
  private readonly refused = new LruCache<{ error: Error; untilMs: number }>(1000, () => 1);
  /** Renderings of outdated pages, by page, version and site. */
  private readonly renderings = new SharedWork<Publication | null>();
  private readonly queries = new SharedQueries<Found>();
  /** Reads of larger pages, by page and version. */
  private readonly reads = new SharedWork<AddressRow['bytes']>();
  /** Turns of these reads, by site. */
  private readonly largeReads = new FairQueue<string>({
    ...{ concurrency: LARGE_READS, concurrencyPerKey: 1, maxWaiting: 1000, maxWaitingPerKey: 100 },
  });
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
        const found = await this.load({ address, turn }, entry);
        if (isLast() && !this.isPending(key) && !this.isClosed)
          this.store(key, address, entry, found);
        return found;
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
    const found = await this.load({ address, turn, password }, undefined);
    return found.kind === 'restricted' ? found.opened : null;
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
      const page = await this.loadHead(address, turn).catch(() => null);
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
    const found = row === null ? null : foundOf(row, pending);
    if (row?.page == null || found?.kind !== 'public') return;
    pending.isPublicAfter = true;
    const { pageId, siteId, bytes } = found;
    if (this.options.isUpToDate(row.site, row.page.context))
      pending.page = { pageId, siteId, bytes };
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
      this.store(key, address, undefined, asPublic(page));
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

  private store(key: string, address: PageAddress, entry: Entry | undefined, found: Found): void {
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
      entry.checkedAtMs = now;
      if (now - entry.touchedAtMs > TOUCH_MS) {
        entry.touchedAtMs = now;
        warnOnFailure(files?.touch(address, new Date()));
      }
      this.cache.set(key, entry);
      return;
    }
    const page = { pageId, siteId, bytes };
    this.cache.set(key, { page, checkedAtMs: now, touchedAtMs: now });
    warnOnFailure(files?.write(address, page));
    onLoaded?.(page);
  }

  private async load(
    visit: Visit,
    entry: Entry | undefined,
    renderings = MAX_RENDERINGS,
  ): Promise<Loaded> {
    const { address, turn } = visit;
    const { knex, lookups, isUpToDate } = this.options;
    // Rendering has no such timeout: it may wait for a worker.
    const lookUp = (withBytes: boolean): Promise<AddressRow | null> => {
      const options = {
        withBytes,
        maxBytes: SMALL_BYTES,
        withRestricted: visit.password !== undefined,
      };
      return lookups.run(turn, () => findAddress(knex, address, options));
    };
    const withoutBytes = entry === undefined ? null : await lookUp(false);
    if (entry !== undefined && withoutBytes !== null && isSame(withoutBytes, entry.page, address))
      if (withoutBytes.page !== null && isUpToDate(withoutBytes.site, withoutBytes.page.context))
        return asPublic(entry.page);
    const row = await lookUp(true);
    if (row?.page == null || pageAccessOf(row, address.site) === 'none') return { kind: 'none' };
    if (isUpToDate(row.site, row.page.context)) return this.withBytes(row, visit);
    const fresh = await this.refresh(row.page, row.site);
    const again = await lookUp(true);
    if (again?.page == null) return { kind: 'none' };
    const isStored = isUpToDate(again.site, again.page.context);
    if (isStored || fresh === null || again.page.revision !== row.page.revision)
      return this.withBytes(again, visit);
    // It was invalidated, or its site changed, after the rendering began.
    const isOutdated =
      again.page.context !== row.page.context || !isUpToDate(again.site, fresh.context);
    if (isOutdated && renderings > 1) return this.load(visit, undefined, renderings - 1);
    // The database is full. Features that the plan no longer allows must disappear anyway.
    const { html, gzip, brotli, ...head } = fresh;
    const lengths = { identity: html.length, gzip: gzip.length, br: brotli.length };
    const page = { ...again.page, ...head, lengths };
    return foundOf({ ...again, page, bytes: { gzip, brotli } }, visit);
  }

  /** What visitors get. Reads the bytes if there were too many to be read with the row. */
  private async withBytes(row: AddressRow, visit: Visit): Promise<Loaded> {
    const { page } = row;
    const { address, turn } = visit;
    const access = pageAccessOf(row, address.site);
    if (row.bytes !== null || page === null || !mayRead(row, visit)) return foundOf(row, visit);
    const { knex, lookups, files } = this.options;
    const site = 'slug' in address.site ? address.site.slug : address.site.domain;
    const version = `${String(page.id)} ${page.etag} ${String(page.brotliQuality)}`;
    // Shared by all who wait for it, so it takes nobody's turn.
    const bytes = await this.reads.run(version, () =>
      this.largeReads.run(site.toLowerCase(), async () => {
        const reading = access === 'public' ? files?.readVersion(address, page) : undefined;
        const stored = await reading?.catch(() => null);
        if (stored?.pageId === page.id) return stored.bytes;
        return lookups.run(OWN_TURN, () => findPublicationBytes(knex, page));
      }),
    );
    if (bytes !== null) return foundOf({ ...row, bytes }, visit);
    // It was published meanwhile, so bytes and access are read together.
    const options = { withBytes: true, withRestricted: visit.password !== undefined };
    const again = await lookups.run(turn, () => findAddress(knex, address, options));
    return again === null ? { kind: 'none' } : foundOf(again, visit);
  }

  private async loadHead(address: PageAddress, turn: LookupTurn): Promise<ServedHead | null> {
    const { knex, lookups, isUpToDate } = this.options;
    const row = await lookups.run(turn, () => findAddress(knex, address, { withBytes: false }));
    if (row?.page == null || pageAccessOf(row, address.site) !== 'public') return null;
    if (!isUpToDate(row.site, row.page.context)) return null;
    const { id: pageId, etag, csp, brotliQuality, lengths } = row.page;
    return { pageId, siteId: row.site.siteId, head: { etag, csp, brotliQuality, lengths } };
  }

  /**
   * Renders a publication again, once for all who wait for it. One that is refused, for example
   * because it takes too long, is not retried at once: each visit would occupy a worker.
   */
  private async refresh(
    page: {
      readonly id: number;
      readonly revision: number;
      readonly etag: string;
      readonly context: string;
    },
    site: SiteContext,
  ): Promise<Publication | null> {
    const key = JSON.stringify([page.id, page.revision, site]);
    const refused = this.refused.get(key);
    if (refused !== undefined && this.nowMs() < refused.untilMs) throw refused.error;
    try {
      // A rendering that began before the site changed, or the page was invalidated, is outdated.
      const version = `${key} ${page.etag} ${page.context}`;
      return await this.renderings.run(version, () => this.options.refresh(page.id));
    } catch (error) {
      if (error instanceof ApiError || error instanceof WorkerError) {
        const retryAfterSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
        const waitMs = retryAfterSeconds === undefined ? REFUSED_MS : retryAfterSeconds * 1000;
        this.refused.set(key, { error, untilMs: this.nowMs() + waitMs });
      }
      throw error;
    }
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

const asPublic = (page: ServedPage): { readonly kind: 'public' } & ServedPage => ({
  kind: 'public',
  ...page,
});

const isFresh = (entry: Pick<Entry, 'checkedAtMs'>, nowMs: number): boolean =>
  nowMs - entry.checkedAtMs < FRESH_MS;

const isStillShown = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < BUSY_MS;

const isRecent = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < MAX_STALE_MS;

function isSame(row: AddressRow, page: ServedPage, address: PageAddress): boolean {
  return (
    pageAccessOf(row, address.site) === 'public' &&
    row.page?.id === page.pageId &&
    row.page.etag === page.bytes.etag &&
    row.page.brotliQuality === page.bytes.brotliQuality
  );
}

/** Whether visitors may read the page of a row, after entering a password if it has one. */
function mayRead(row: AddressRow, { address, password }: Wanted): boolean {
  const access = pageAccessOf(row, address.site);
  if (access !== 'restricted') return access === 'public';
  const current = row.page?.password;
  return current != null && password !== undefined && isSamePassword(current, password);
}

function foundOf(row: AddressRow, wanted: Wanted): Loaded {
  const access = pageAccessOf(row, wanted.address.site);
  if (row.page === null || access === 'none') return { kind: 'none' };
  const page = mayRead(row, wanted) ? servedPageOf(row) : null;
  if (access === 'public') return page === null ? { kind: 'none' } : asPublic(page);
  const { id: pageId, password } = row.page;
  return password === null
    ? { kind: 'none' }
    : { kind: 'restricted', pageId, password, opened: page };
}

/** The page of a row; null if it has none, or if its bytes were not read. */
function servedPageOf({ site: { siteId }, page, bytes }: AddressRow): ServedPage | null {
  if (page === null || bytes === null) return null;
  const { id: pageId, etag, csp, brotliQuality, lengths } = page;
  const served = { ...bytes, htmlLength: lengths.identity, etag, csp, brotliQuality };
  return { pageId, siteId, bytes: served };
}
