import type { Knex } from 'knex';
import type { PurgeQueue } from '../cdn/PurgeQueue.ts';
import type { AffectedPage } from '../images/repositories/images.ts';
import type { Clock } from '../shared/clock.ts';
import type { SiteDirectory } from '../sites/SiteDirectory.ts';
import type { PublishedPages } from './serve/PublishedPages.ts';
import { firstSlugsOf, siteKeysOf } from '../sites/repositories/siteContexts.ts';
import { filesTag, pageTag, siteTag } from './serve/pageHeaders.ts';
import { findAddress, invalidatePublications } from './repositories/publishedPages.ts';
import { type Addresses, type PageAddress, type SiteKey, siteKeyText } from '../http/addresses.ts';

const SITE_FILES = ['sitemap.xml', 'robots.txt', 'feed.xml'];
/**
 * How many URLs are purged. A change that affects more, such as one to a whole site, relies on its
 * tags.
 */
const MAX_URLS = 60;
/** With more affected pages, a site counts as affected as a whole. */
export const MAX_PAGES = 60;
/** How many addresses are loaded into the cache after a change; the rest load when visited. */
const MAX_WARMED = 20;

/** Dependencies for changing published pages. */
export interface ChangePagesServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly publishedPages: Pick<PublishedPages, 'find' | 'runChange'>;
  readonly sites: Pick<SiteDirectory, 'invalidate'>;
  readonly purges: Pick<PurgeQueue, 'add' | 'start'>;
}

/** The part of a site that a change affects. */
export type Touched =
  | {
      readonly siteId: number;
      readonly pageId: number;
      /** The page's slugs before and after the change. */
      readonly slugs: readonly string[];
    }
  /** The whole site. */
  | { readonly siteId: number; readonly pageId: null };

/** Says what a change affects. */
export type Touch = (touched: Touched) => Promise<void>;

/**
 * Runs a change of published pages in a transaction and invalidates every cache of them: this
 * server's pages before the change commits, its sites and the CDN's copies after it. Every change
 * to what visitors see goes through here.
 *
 * @param change calls `touch` with what it affects. The addresses are looked up in that call and
 *   after the change, so a change to addresses must call it first.
 */
export async function changePages<Value>(
  services: ChangePagesServices,
  change: (transaction: Knex, touch: Touch) => Promise<Value>,
): Promise<Value> {
  const { knex, clock, publishedPages, sites, purges, addresses: serverAddresses } = services;
  /** Names of affected sites. */
  const names = new Map<string, SiteKey>();
  /** The names of those that are affected as a whole. */
  const wholeSites = new Map<string, SiteKey>();
  /** Addresses of affected pages; of a whole site only the first, for its URLs. */
  const addresses = new Map<string, PageAddress>();
  const value = await publishedPages.runChange((hide) =>
    knex.transaction(async (transaction) => {
      const tags = new Set<string>();
      const affected: Touched[] = [];
      const record = async (touched: Touched): Promise<void> => {
        const { siteId, pageId } = touched;
        const isWhole = pageId === null;
        const slugs = isWhole ? await firstSlugsOf(transaction, siteId, MAX_URLS) : touched.slugs;
        for (const site of await siteKeysOf(transaction, siteId)) {
          const name = siteKeyText(site);
          names.set(name, site);
          if (isWhole) wholeSites.set(name, site);
          // A CDN distinguishes upper and lower case in slugs.
          for (const slug of slugs) addresses.set(`${name}/${slug}`, { site, slug });
        }
        tags.add(filesTag(siteId)).add(pageId === null ? siteTag(siteId) : pageTag(pageId));
      };
      const value = await change(transaction, async (touched) => {
        affected.push(touched);
        await record(touched);
      });
      // Recorded again, for the addresses that the site has after the change.
      for (const touched of affected) await record(touched);
      if (affected.length > 0) {
        const files = [...names.values()].flatMap((site) =>
          SITE_FILES.map((slug) => ({ site, slug })),
        );
        const urls = [...addresses.values(), ...files]
          .slice(0, MAX_URLS)
          .map((address) => serverAddresses.urlOf(address));
        await purges.add(transaction, { urls, tags: [...tags] }, clock());
      }
      // Addresses are looked up in advance only for changes to a few pages.
      const affectsPagesOnly =
        affected.every(({ pageId }) => pageId !== null) && addresses.size <= MAX_WARMED;
      await hide(
        [...addresses.values()].filter(({ site }) => !wholeSites.has(siteKeyText(site))),
        affectsPagesOnly
          ? (address) => findAddress(transaction, address, { withBytes: true })
          : null,
        [...wholeSites.values()],
      );
      return value;
    }),
  );
  for (const site of names.values()) sites.invalidate(site);
  // Warms the cache in the background, so that pages can be served while the database is down.
  for (const address of [...addresses.values()].slice(0, MAX_WARMED))
    publishedPages.find(address).catch(() => undefined);
  purges.start();
  return value;
}

/**
 * Runs a change whose returned pages must be rendered again. The first of them are rendered in the
 * background right after the change, the others when they are next visited.
 *
 * @param change runs in the transaction and returns the published pages that it affects.
 */
export async function rerenderPages(
  services: ChangePagesServices,
  change: (transaction: Knex) => Promise<readonly AffectedPage[]>,
): Promise<void> {
  await changePages(services, async (transaction, touch) => {
    const pages = await change(transaction);
    await invalidatePublications(
      transaction,
      pages.map(({ id }) => id),
    );
    const bySite = new Map<number, AffectedPage[]>();
    for (const page of pages) {
      const ofSite = bySite.get(page.siteId);
      if (ofSite === undefined) bySite.set(page.siteId, [page]);
      else ofSite.push(page);
    }
    for (const [siteId, ofSite] of bySite)
      if (ofSite.length > MAX_PAGES) await touch({ siteId, pageId: null });
      else for (const { id, slug } of ofSite) await touch({ siteId, pageId: id, slugs: [slug] });
  });
}
