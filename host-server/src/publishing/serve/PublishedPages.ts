import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { loggable } from '../../shared/logRedaction.ts';
import { pageAccessOf, type PagePassword } from '../../page-access/pageAccess.ts';
import { LruCache } from '../../shared/LruCache.ts';
import type { Publication, ServedBytes, ServedPage } from '../render/renderPublication.ts';
import type { PublicationFiles } from './PublicationFiles.ts';
import { type AddressRow, findAddress } from '../repositories/publishedPages.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import { addressKeyOf, type PageAddress } from '../../http/addresses.ts';
import { MAX_STALE_MS, PATIENCE_MS, withTimeout } from '../../shared/outage.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** How long an answer holds before the database is asked again; other servers publish too. */
const FRESH_MS = 1000;
/** How often a file is told that it is still true. */
const TOUCH_MS = 3_600_000;

/** What a visitor finds at an address. */
export type Found =
  /** Missing, private, disabled, or no longer covered by the plan: visitors cannot tell which. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'open' } & ServedPage)
  /** Served to visitors who have given the password. */
  | ({ readonly kind: 'restricted'; readonly password: PagePassword } & ServedPage);

/** What an address will have once the change under way is made, with its bytes; null for nothing. */
export type LookAhead = (address: PageAddress) => Promise<AddressRow | null>;

/** An address that is being changed. */
interface Hold {
  readonly key: string;
  readonly address: PageAddress;
  /** Its place among all holds there have been. */
  readonly turn: number;
  /** Whether no other change of the address was under way when this one began. */
  readonly isAlone: boolean;
  /** Whether everybody may still see what is there once the change is made. */
  staysOpen: boolean;
  /** What everybody gets there then, as far as it is known. */
  page: ServedPage | null;
}

interface Entry {
  readonly page: ServedPage;
  checkedAtMs: number;
  touchedAtMs: number;
}

/** What {@link PublishedPages} is made from. */
export interface PublishedPagesOptions {
  readonly knex: Knex;
  readonly log: Logger;
  /** What is kept besides memory; null for nothing. */
  readonly files: PublicationFiles | null;
  /** Whether a publication is what its page and site give today. */
  readonly isUpToDate: (site: SiteContext, context: string) => boolean;
  /** Renders what is published of a page anew; gives it, stored or not. */
  readonly refresh: (pageId: number) => Promise<Publication | null>;
  /** Told of what was loaded, so that it can be compressed harder. */
  readonly loaded?: (page: ServedPage) => void;
  /** A clock that only moves forward. */
  readonly nowMs?: () => number;
}

/**
 * What visitors get by address. Open pages are kept in memory and in files: what this process
 * publishes or takes back is true at once, what another does within a second, and while the
 * database is down what was open last, within a day, is still served. Restricted pages are kept
 * nowhere: without the database nobody gets them.
 */
export class PublishedPages {
  private readonly options: PublishedPagesOptions;
  private readonly nowMs: () => number;
  private readonly cache = new LruCache<Entry>(
    MAX_BYTES,
    ({ page: { bytes } }) => bytes.html.length + bytes.gzip.length + bytes.brotli.length + 1000,
  );
  /** Questions on their way, so that many visitors at once ask the database once. */
  private readonly asked = new Map<string, Promise<Found>>();
  /** Addresses that are being changed, how often and in which turn: nothing of them is kept meanwhile. */
  private readonly held = new Map<string, { count: number; turn: number }>();
  private turns = 0;
  private downUntilMs = -Infinity;
  private isClosed = false;

  constructor(options: PublishedPagesOptions) {
    this.options = options;
    this.nowMs = options.nowMs ?? (() => performance.now());
  }

  /**
   * What a visitor finds at an address.
   *
   * @throws the database's error when it is down and nothing is kept.
   */
  async find(address: PageAddress): Promise<Found> {
    const key = addressKeyOf(address);
    const entry = this.cache.get(key);
    const now = this.nowMs();
    if (entry !== undefined && isFresh(entry, now)) return open(entry.page);
    if (entry !== undefined && now < this.downUntilMs && isRecent(entry, now))
      return open(entry.page);
    try {
      return await withTimeout(PATIENCE_MS, this.ask(key, address, entry));
    } catch (error) {
      this.downUntilMs = this.nowMs() + FRESH_MS;
      const kept = entry ?? (await this.fromFile(key, address));
      if (kept === null || !isRecent(kept, this.nowMs())) throw error;
      this.options.log.warn({ error: loggable(error) }, 'A published page is served as it was');
      return open(kept.page);
    }
  }

  /** An open page that was looked at just now; null where {@link find} has more to do. */
  findFresh(address: PageAddress): ServedPage | null {
    const entry = this.cache.get(addressKeyOf(address));
    return entry !== undefined && isFresh(entry, this.nowMs()) ? entry.page : null;
  }

  /**
   * Runs a change of what stands at addresses. `hide` is to be called within the change's
   * transaction, as the last thing before it commits: from then on nothing of these addresses is
   * kept, so that a process that dies right after has no copy of what was just made private. Of a
   * page that stays open the older copy remains, for visitors who come while the database is down;
   * once the change is made they get what it made, even if the database goes right after.
   *
   * `hide` looks at what each address will have; without a look ahead nothing is taken for sure.
   */
  async changing<Value>(
    work: (
      hide: (addresses: readonly PageAddress[], look: LookAhead | null) => Promise<void>,
    ) => Promise<Value>,
  ): Promise<Value> {
    const holds: Hold[] = [];
    let isMade = false;
    try {
      const value = await work(async (addresses, look) => {
        for (const address of addresses) {
          // Held before it is looked at: what another change makes of it meanwhile is noticed.
          const hold = this.hold(address);
          holds.push(hold);
          if (look !== null) this.expect(hold, await look(address));
          this.doubt(hold);
          if (!hold.staysOpen) await this.options.files?.remove(address);
        }
      });
      isMade = true;
      // The database has answered just now: what is doubted is to be asked for.
      this.downUntilMs = -Infinity;
      return value;
    } finally {
      for (const hold of holds) this.release(hold, isMade);
    }
  }

  /** Makes the next visitor get what the database has now. */
  forget(address: PageAddress): void {
    const key = addressKeyOf(address);
    this.cache.delete(key);
    // A question asked before the change must not be what is memoize after it.
    this.asked.delete(key);
  }

  private hold(address: PageAddress): Hold {
    const key = addressKeyOf(address);
    const others = this.held.get(key)?.count ?? 0;
    this.turns += 1;
    this.held.set(key, { count: others + 1, turn: this.turns });
    const isAlone = others === 0;
    return { key, address, turn: this.turns, isAlone, staysOpen: false, page: null };
  }

  private expect(hold: Hold, row: AddressRow | null): void {
    const found = row === null ? null : foundOf(row, hold.address);
    if (row?.page == null || found?.kind !== 'open') return;
    hold.staysOpen = true;
    const { pageId, siteId, bytes } = found;
    if (this.options.isUpToDate(row.site, row.page.context)) hold.page = { pageId, siteId, bytes };
  }

  private release(hold: Hold, isMade: boolean): void {
    const { key, address, page } = hold;
    const state = this.held.get(key);
    const isLatest = state?.turn === hold.turn;
    if (state === undefined || state.count === 1) this.held.delete(key);
    else state.count -= 1;
    // What was answered meanwhile is of before the change.
    this.doubt(hold);
    // Where changes met, only the database knows which one came last.
    if (isMade && page !== null && hold.isAlone && isLatest && !this.isClosed)
      this.keep(key, address, undefined, open(page));
  }

  private doubt({ key, address, staysOpen }: Hold): void {
    const entry = this.cache.get(key);
    this.forget(address);
    if (!staysOpen || entry === undefined) return;
    entry.checkedAtMs = Math.min(entry.checkedAtMs, this.nowMs() - FRESH_MS);
    this.cache.set(key, entry);
  }

  /** Waits for what is on its way, and keeps nothing more. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.asked.values());
    await this.options.files?.settled();
  }

  private ask(key: string, address: PageAddress, entry: Entry | undefined): Promise<Found> {
    const underWay = this.asked.get(key);
    if (underWay !== undefined) return underWay;
    const question = this.load(address, entry).then((found) => {
      if (this.asked.get(key) !== question) return found;
      this.asked.delete(key);
      if (!this.held.has(key) && !this.isClosed) this.keep(key, address, entry, found);
      return found;
    });
    this.asked.set(key, question);
    question.catch(() => {
      if (this.asked.get(key) === question) this.asked.delete(key);
    });
    return question;
  }

  private keep(key: string, address: PageAddress, entry: Entry | undefined, found: Found): void {
    const { files, log, loaded } = this.options;
    const now = this.nowMs();
    const note = (work: Promise<void> | undefined): void => {
      work?.catch((error: unknown) => {
        log.warn({ error: loggable(error) }, 'A published page could not be kept as a file');
      });
    };
    if (found.kind !== 'open') {
      this.cache.delete(key);
      note(files?.remove(address));
      return;
    }
    const { pageId, siteId, bytes } = found;
    if (entry?.page.bytes === bytes) {
      entry.checkedAtMs = now;
      if (now - entry.touchedAtMs > TOUCH_MS) {
        entry.touchedAtMs = now;
        note(files?.touch(address, new Date()));
      }
      this.cache.set(key, entry);
      return;
    }
    const page = { pageId, siteId, bytes };
    this.cache.set(key, { page, checkedAtMs: now, touchedAtMs: now });
    note(files?.write(address, page));
    loaded?.(page);
  }

  private async load(address: PageAddress, entry: Entry | undefined): Promise<Found> {
    const { knex, isUpToDate, refresh } = this.options;
    const light =
      entry === undefined ? null : await findAddress(knex, address, { withBytes: false });
    if (entry !== undefined && light !== null && isSame(light, entry.page, address))
      if (light.page !== null && isUpToDate(light.site, light.page.context))
        return open(entry.page);
    const row = await findAddress(knex, address, { withBytes: true });
    if (row?.page == null || pageAccessOf(row, address.site) === 'none') return { kind: 'none' };
    if (isUpToDate(row.site, row.page.context)) return foundOf(row, address);
    const fresh = await refresh(row.page.id);
    const again = await findAddress(knex, address, { withBytes: true });
    if (again?.page == null) return { kind: 'none' };
    const isStored = isUpToDate(again.site, again.page.context);
    if (isStored || fresh === null || again.page.revision !== row.page.revision)
      return foundOf(again, address);
    // No room in the database: what is off with the plan must be off all the same.
    return foundOf({ ...again, page: { ...again.page, ...fresh }, bytes: fresh }, address);
  }

  private async fromFile(key: string, address: PageAddress): Promise<Entry | null> {
    const kept = await this.options.files?.read(address);
    if (kept == null || this.held.has(key)) return null;
    const now = this.nowMs();
    const ageMs = Math.max(FRESH_MS, Date.now() - kept.checkedAt.getTime());
    const entry = { page: kept.page, checkedAtMs: now - ageMs, touchedAtMs: now };
    this.cache.set(key, entry);
    return entry;
  }
}

const open = (page: ServedPage): Found => ({ kind: 'open', ...page });

const isFresh = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < FRESH_MS;

const isRecent = (entry: Entry, nowMs: number): boolean => nowMs - entry.checkedAtMs < MAX_STALE_MS;

function isSame(row: AddressRow, page: ServedPage, address: PageAddress): boolean {
  return (
    pageAccessOf(row, address.site) === 'open' &&
    row.page?.id === page.pageId &&
    row.page.etag === page.bytes.etag &&
    row.page.brotliQuality === page.bytes.brotliQuality
  );
}

function foundOf(row: AddressRow, { site }: PageAddress): Found {
  const door = pageAccessOf(row, site);
  if (row.page === null || row.bytes === null || door === 'none') return { kind: 'none' };
  const { id: pageId, etag, brotliQuality, password } = row.page;
  const bytes: ServedBytes = { ...row.bytes, etag, brotliQuality };
  const page = { pageId, siteId: row.site.siteId, bytes };
  if (door === 'open') return open(page);
  return password === null ? { kind: 'none' } : { kind: 'restricted', password, ...page };
}
