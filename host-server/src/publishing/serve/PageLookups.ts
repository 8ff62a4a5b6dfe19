import type { Knex } from 'knex';
import type { PageAddress } from '../../http/addresses.ts';
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
/** How many larger pages are read at a time: half of the visitors' connections. */
const LARGE_READS = 2;
/** Whose turn the server's own lookups take. */
export const SERVER = 'server';
/** Not among those of known pages: large reads would delay them. */
const OWN_TURN: LookupTurn = { requester: SERVER, isKnown: false };
/** How often a page is rendered for a visitor while it changes. */
const MAX_RENDERINGS = 3;

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
  readonly password: PagePassword;
}

/** What a lookup found: like {@link Found}, with a restricted page that the visitor may read. */
type Loaded =
  Exclude<Found, RestrictedFound> | (RestrictedFound & { readonly opened: ServedPage | null });

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
  async find(address: PageAddress, turn: LookupTurn, cached: ServedPage | null): Promise<Found> {
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
    const found = await this.load({ address, turn, password }, null);
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

  private async load(
    visit: Visit,
    cached: ServedPage | null,
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
    const withoutBytes = cached === null ? null : await lookUp(false);
    if (cached !== null && withoutBytes !== null && isSame(withoutBytes, cached, address))
      if (withoutBytes.page !== null && isUpToDate(withoutBytes.site, withoutBytes.page.context))
        return asPublic(cached);
    const row = await lookUp(true);
    if (row?.page == null || pageAccessOf(row, address.site) === 'none') return { kind: 'none' };
    if (isUpToDate(row.site, row.page.context)) return this.withBytes(row, visit);
    const fresh = await this.renderings.run(row.page, row.site);
    const again = await lookUp(true);
    if (again?.page == null) return { kind: 'none' };
    const isStored = isUpToDate(again.site, again.page.context);
    if (isStored || fresh === null || again.page.revision !== row.page.revision)
      return this.withBytes(again, visit);
    // It was invalidated, or its site changed, after the rendering began.
    const isOutdated =
      again.page.context !== row.page.context || !isUpToDate(again.site, fresh.context);
    if (isOutdated && renderings > 1) return this.load(visit, null, renderings - 1);
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
