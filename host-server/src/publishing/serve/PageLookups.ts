import type { Knex } from 'knex';
import { addressKeyOf, type PageAddress, siteKeyText } from '../../http/addresses.ts';
import { isSamePassword, pageAccessOf, type PagePassword } from '../../page-access/pageAccess.ts';
import { FairQueue } from '../../shared/FairQueue.ts';
import type { LookupTurn, LookupTurns } from '../../shared/LookupTurns.ts';
import { SharedWork } from '../../shared/SharedWork.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import type { Publication, ServedHead, ServedPage } from '../render/renderPublication.ts';
import {
  type AddressRow,
  findAddress,
  findPublicationBytes,
} from '../repositories/publishedPages.ts';
import { PageRenderings } from './PageRenderings.ts';
import type { PublicationFiles } from './PublicationFiles.ts';

/**
 * How much both bodies of a page may take together to be read with its row, bytes. Larger pages
 * are read from their files, if those are up to date, and take turns: Postgres sends bytes as text,
 * and converting it occupies this thread.
 */
const SMALL_BYTES = 256 * 1024;
/**
 * How many larger pages are read at a time: half of the turns of lookups that are not of known
 * pages, which these reads take.
 */
const LARGE_READS = 2;
/** Whose turn the server's own lookups take. */
export const SERVER = 'server';
/** Not among those of known pages: large reads would delay them. */
const OWN_TURN: LookupTurn = { requester: SERVER, isKnown: false };
/** How often a lookup may begin, while the page changes each time that it is rendered or read. */
const MAX_ATTEMPTS = 3;
/**
 * How long what a lookup has found in the database is fresh, ms. Then it must be checked again; other
 * servers publish too.
 */
export const FRESH_MS = 1000;

/** What visitors get at an address. */
export type Found =
  /** Missing, private, disabled, or no longer covered by the plan: visitors cannot tell which. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'public' } & ServedPage)
  /** Served to visitors who have entered the password: then {@link PageLookups.open} reads it. */
  | RestrictedFound;

interface RestrictedFound {
  readonly kind: 'restricted';
  readonly pageId: number;
  /** The account that owns it. */
  readonly ownerId: number;
  readonly password: PagePassword;
}

/** What a lookup found: like {@link Found}, with a restricted page that the visitor may read. */
type Loaded =
  Exclude<Found, RestrictedFound> | (RestrictedFound & { readonly opened: ServedPage | null });

/** The result of a lookup. */
export interface Checked<Value> {
  readonly found: Value;
  /** When it was read from the database, together with the access to it. */
  readonly checkedAtMs: number;
}

/** What the database has at an address. */
type CheckedRow = Checked<AddressRow | null>;

/** What a visitor asks for. */
interface Wanted {
  readonly address: PageAddress;
  /** The password that the visitor has entered, if any. */
  readonly password?: PagePassword;
}

interface Visit extends Wanted {
  readonly turn: LookupTurn;
}

/** Options of {@link PageLookups}. */
export interface PageLookupsOptions {
  readonly knex: Knex;
  /** The turns of queries. */
  readonly lookups: LookupTurns;
  /** Copies of public pages, from which larger ones are read; null for none. */
  readonly files: Pick<PublicationFiles, 'readVersion'> | null;
  /** Whether a publication matches its page and site. */
  readonly isUpToDate: (site: SiteContext, context: string) => boolean;
  /** Renders a publication again and returns it, whether or not it could be stored. */
  readonly refresh: (pageId: number) => Promise<Publication | null>;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

/**
 * Looks up what visitors get at an address, in the database: checks the access, renders outdated
 * pages again, and reads the bytes of those that the visitor may see.
 */
export class PageLookups {
  private readonly options: PageLookupsOptions;
  private readonly renderings: PageRenderings;
  /** Reads of larger pages, by page and version. */
  private readonly reads = new SharedWork<AddressRow['bytes']>();
  /** Reads of those that change all the time, by address. */
  private readonly rowReads = new SharedWork<CheckedRow>();
  /** Turns of these reads, by site. */
  private readonly largeReads = new FairQueue<string>({
    ...{ concurrency: LARGE_READS, concurrencyPerKey: 1, maxWaiting: 1000, maxWaitingPerKey: 100 },
  });

  constructor(options: PageLookupsOptions) {
    this.options = options;
    this.renderings = new PageRenderings(options.refresh, options.nowMs);
  }

  /**
   * Looks up an address.
   *
   * @param cached the public page that was found before, if any. It is returned with the same bytes if
   *   it has not changed, which are not read then.
   * @throws the database's error, or a timeout; LookupBusyError when too many others wait for it;
   *   ApiError or WorkerError when an outdated page cannot be rendered again.
   */
  async find(
    address: PageAddress,
    turn: LookupTurn,
    cached: ServedPage | null,
  ): Promise<Checked<Found>> {
    return this.load({ address, turn }, cached);
  }

  /**
   * Reads the restricted page at an address for a visitor who has entered its password. Null if the
   * page no longer has this password.
   *
   * @param password as {@link find} returned it.
   * @throws like {@link find}.
   */
  async open(
    address: PageAddress,
    turn: LookupTurn,
    password: PagePassword,
  ): Promise<ServedPage | null> {
    const { found } = await this.load({ address, turn, password }, null);
    return found.kind === 'restricted' ? found.opened : null;
  }

  /**
   * Looks up a public page without its bytes. Null if it is outdated or not public.
   *
   * @throws like {@link find}.
   */
  async findHead(address: PageAddress, turn: LookupTurn): Promise<ServedHead | null> {
    const { knex, lookups, isUpToDate } = this.options;
    const row = await lookups.run(turn, () => findAddress(knex, address, { withBytes: false }));
    if (row?.page == null || pageAccessOf(row, address.site) !== 'public') return null;
    if (!isUpToDate(row.site, row.page.context)) return null;
    const { id: pageId, etag, csp, brotliQuality, lengths } = row.page;
    return { pageId, siteId: row.site.siteId, head: { etag, csp, brotliQuality, lengths } };
  }

  /** @param attempts how often it may begin, see {@link MAX_ATTEMPTS}. */
  private async load(
    visit: Visit,
    cached: ServedPage | null,
    attempts = MAX_ATTEMPTS,
  ): Promise<Checked<Loaded>> {
    const { address, turn } = visit;
    const { isUpToDate } = this.options;
    // Rendering and large reads have no such timeout: they may wait for others.
    const lookUp = (withBytes: boolean): Promise<CheckedRow> =>
      this.lookUp(turn, visit, { withBytes, maxBytes: SMALL_BYTES });
    if (cached !== null) {
      const { found, checkedAtMs } = await lookUp(false);
      if (found !== null && isSame(found, cached, address) && this.isUpToDate(found))
        return { found: asPublic(cached), checkedAtMs };
    }
    const first = await lookUp(true);
    const row = first.found;
    if (row?.page == null || pageAccessOf(row, address.site) === 'none')
      return foundOf(first, visit);
    if (this.isUpToDate(row)) return this.withBytes(first, visit, attempts);
    const fresh = await this.renderings.run(row.page, row.site);
    const second = await lookUp(true);
    const again = second.found;
    if (again?.page == null) return foundOf(second, visit);
    if (this.isUpToDate(again)) return this.withBytes(second, visit, attempts);
    const isPublished = again.page.revision !== row.page.revision;
    // It was published or invalidated, or its site changed, after the rendering began.
    const isOutdated =
      isPublished ||
      fresh === null ||
      again.page.context !== row.page.context ||
      !isUpToDate(again.site, fresh.context);
    if (isOutdated && attempts > 1) return this.load(visit, null, attempts - 1);
    if (isPublished || fresh === null) return this.withBytes(second, visit, 1);
    // The database is full. Features that the plan no longer allows must disappear anyway.
    const { html, gzip, brotli, ...head } = fresh;
    const lengths = { identity: html.length, gzip: gzip.length, br: brotli.length };
    const page = { ...again.page, ...head, lengths };
    return foundOf({ ...second, found: { ...again, page, bytes: { gzip, brotli } } }, visit);
  }

  /**
   * What visitors get. Reads the bytes if there were too many to be read with the row; if that takes
   * long, the access may have changed meanwhile.
   */
  private async withBytes(
    checked: CheckedRow,
    visit: Visit,
    attempts: number,
  ): Promise<Checked<Loaded>> {
    const row = checked.found;
    const page = row?.page;
    if (page == null || row?.bytes !== null || !mayRead(row, visit)) return foundOf(checked, visit);
    const { address, turn } = visit;
    const { knex, lookups, files, nowMs } = this.options;
    const isPublic = pageAccessOf(row, address.site) === 'public';
    // Shared by all who wait for it, so it takes nobody's turn.
    const bytes = await this.reads.run(versionOf(page), () =>
      this.readLarge(address, async () => {
        const reading = isPublic ? files?.readVersion(address, page) : undefined;
        const stored = await reading?.catch(() => null);
        if (stored?.pageId === page.id) return stored.bytes;
        return lookups.run(OWN_TURN, () => findPublicationBytes(knex, page));
      }),
    );
    if (bytes !== null) {
      const isFresh = nowMs() - checked.checkedAtMs < FRESH_MS;
      const current = isFresh ? checked : await this.lookUp(turn, visit, { withBytes: false });
      const { found } = current;
      if (found?.page != null && versionOf(found.page) === versionOf(page))
        if (isFresh || this.isUpToDate(found))
          return foundOf({ ...current, found: { ...found, bytes } }, visit);
    }
    // It was published meanwhile.
    if (attempts > 1) return this.load(visit, null, attempts - 1);
    const key = `${addressKeyOf(address)} ${String(visit.password !== undefined)}`;
    const whole = await this.rowReads.run(key, () =>
      this.readLarge(address, () => this.lookUp(OWN_TURN, visit, { withBytes: true })),
    );
    return foundOf(whole, visit);
  }

  /** Reads a larger page when it is its site's turn. */
  private readLarge<Value>({ site }: PageAddress, read: () => Promise<Value>): Promise<Value> {
    return this.largeReads.run(siteKeyText(site), read);
  }

  private async lookUp(
    turn: LookupTurn,
    { address, password }: Wanted,
    bytes: { readonly withBytes: boolean; readonly maxBytes?: number },
  ): Promise<CheckedRow> {
    const { knex, lookups, nowMs } = this.options;
    const options = { ...bytes, withRestricted: password !== undefined };
    const found = await lookups.run(turn, () => findAddress(knex, address, options));
    return { found, checkedAtMs: nowMs() };
  }

  /** Whether the publication of a row needs no rendering. */
  private isUpToDate({ site, page }: AddressRow): boolean {
    return page !== null && this.options.isUpToDate(site, page.context);
  }
}

/** The result of a lookup that finds a public page. */
export const asPublic = (page: ServedPage): { readonly kind: 'public' } & ServedPage => ({
  kind: 'public',
  ...page,
});

/** The public page of a row that has been read with its bytes; null if visitors get something else. */
export function publicPageOf(row: AddressRow, address: PageAddress): ServedPage | null {
  return pageAccessOf(row, address.site) === 'public' ? servedPageOf(row) : null;
}

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

function foundOf({ found: row, checkedAtMs }: CheckedRow, wanted: Wanted): Checked<Loaded> {
  return { found: row === null ? { kind: 'none' } : loadedOf(row, wanted), checkedAtMs };
}

function loadedOf(row: AddressRow, wanted: Wanted): Loaded {
  const access = pageAccessOf(row, wanted.address.site);
  if (row.page === null || access === 'none') return { kind: 'none' };
  const page = mayRead(row, wanted) ? servedPageOf(row) : null;
  if (access === 'public') return page === null ? { kind: 'none' } : asPublic(page);
  const { id: pageId, password } = row.page;
  return password === null
    ? { kind: 'none' }
    : { kind: 'restricted', pageId, ownerId: row.site.accountId, password, opened: page };
}

/** Identifies the bytes of a page. */
function versionOf({ id, etag, brotliQuality }: NonNullable<AddressRow['page']>): string {
  return `${String(id)} ${etag} ${String(brotliQuality)}`;
}

/** The page of a row; null if it has none, or if its bytes were not read. */
function servedPageOf({ site: { siteId }, page, bytes }: AddressRow): ServedPage | null {
  if (page === null || bytes === null) return null;
  const { id: pageId, etag, csp, brotliQuality, lengths } = page;
  const served = { ...bytes, htmlLength: lengths.identity, etag, csp, brotliQuality };
  return { pageId, siteId, bytes: served };
}
