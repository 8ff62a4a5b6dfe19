import type { Knex } from 'knex';
import type { Services } from '../app/Services.ts';
import { addressesOf, slugsOf } from './repositories/siteContexts.ts';
import { filesTag, pageTag, siteTag } from './cacheTags.ts';
import { findAddress } from './repositories/publishedPages.ts';
import { type PageAddress, siteKeyText } from './SiteKey.ts';

const SITE_FILES = ['sitemap.xml', 'robots.txt', 'feed.xml'];
/** More than a page has, however many names; of a whole site the tag says the rest. */
const MAX_URLS = 60;
/** A whole site of thousands of pages waits for its visitors. */
const MAX_WARMED = 20;

/** What a change touches of what visitors get. */
export interface Touched {
  readonly siteId: number;
  /** The page, or null for all of the site. */
  readonly pageId: number | null;
  /** Where the page stood and stands; for a whole site what its pages have. */
  readonly slugs?: readonly string[];
}

/**
 * Runs a change of published pages, all or nothing, and makes it known everywhere: what this server
 * keeps of them is forgotten before the change commits, and a CDN is told after it. Every change of
 * what visitors may see goes through here.
 *
 * @param change calls `touch` with what it touches; the domains of the site are found by it, before
 *   and after.
 */
export async function changePages<Value>(
  services: Pick<Services, 'knex' | 'clock' | 'publishedPages' | 'sites' | 'purges' | 'addresses'>,
  change: (transaction: Knex, touch: (touched: Touched) => Promise<void>) => Promise<Value>,
): Promise<Value> {
  const { knex, clock, publishedPages, sites, purges, addresses: own } = services;
  const places = new Map<string, PageAddress>();
  const value = await publishedPages.changing((hide) =>
    knex.transaction(async (transaction) => {
      const tags = new Set<string>();
      const seen: Touched[] = [];
      const note = async (touched: Touched): Promise<void> => {
        const { siteId, pageId, slugs = await slugsOf(transaction, siteId) } = touched;
        for (const place of await addressesOf(transaction, siteId, slugs))
          places.set(JSON.stringify(place), place);
        tags.add(filesTag(siteId)).add(pageId === null ? siteTag(siteId) : pageTag(pageId));
      };
      const value = await change(transaction, async (touched) => {
        seen.push(touched);
        await note(touched);
      });
      // Once more, with the addresses that it has now.
      for (const touched of seen) await note(touched);
      if (seen.length > 0) {
        const names = new Map([...places.values()].map(({ site }) => [siteKeyText(site), site]));
        const urls = [
          ...[...places.values()].map((place) => own.urlOf(place)),
          ...[...names.values()].flatMap((site) =>
            SITE_FILES.map((slug) => own.urlOf({ site, slug })),
          ),
        ].slice(0, MAX_URLS);
        await purges.add(transaction, { urls, tags: [...tags] }, clock());
      }
      // Of whole sites nothing is taken for sure.
      const isOfPages = seen.every(({ pageId }) => pageId !== null) && places.size <= MAX_WARMED;
      await hide(
        [...places.values()],
        isOfPages ? (place) => findAddress(transaction, place, { withBytes: true }) : null,
      );
      return value;
    }),
  );
  for (const { site } of places.values()) sites.forget(site);
  // Nobody waits for it, and it is kept for when the database is down.
  for (const place of [...places.values()].slice(0, MAX_WARMED))
    publishedPages.find(place).catch(() => undefined);
  purges.start();
  return value;
}
