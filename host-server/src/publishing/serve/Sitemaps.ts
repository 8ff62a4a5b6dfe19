import { setImmediate } from 'node:timers/promises';
import type { Addresses } from '../../http/addresses.ts';
import { FairQueue } from '../../shared/FairQueue.ts';
import { canonicalUrl, type SiteContext } from '../../sites/SiteContext.ts';
import type { SitemapEntry } from '../repositories/publishedPages.ts';
import { escapeXml, withoutControls } from './xmlText.ts';

/** How many pages are written in one turn of the event loop. */
const PAGES_PER_TURN = 500;

/** Lists the public pages of a site. */
type ListPages = (siteId: number) => Promise<readonly SitemapEntry[]>;

/**
 * Builds sitemaps, which list up to ten thousand pages: few at a time, and sites take turns.
 * Requests that arrive while a site's sitemap waits for its turn share it. None is cached: a page
 * that has become private must not be listed any more.
 */
export class Sitemaps {
  private readonly list: ListPages;
  private readonly addresses: Addresses;
  private readonly waiting = new Map<number, Promise<Buffer | null>>();
  private readonly queue = new FairQueue<number>({
    concurrency: 2,
    concurrencyPerKey: 1,
    maxWaiting: 1000,
    maxWaitingPerKey: 1,
  });

  constructor(list: ListPages, addresses: Addresses) {
    this.list = list;
    this.addresses = addresses;
  }

  /**
   * The sitemap of a public site; null if it has no public page.
   *
   * @throws ApiError err_unavailable when too many sites wait.
   */
  find(site: SiteContext): Promise<Buffer | null> {
    const { siteId } = site;
    const joined = this.waiting.get(siteId);
    if (joined !== undefined) return joined;
    const turn = { hasCome: false };
    const end = (): void => {
      if (!turn.hasCome) this.waiting.delete(siteId);
      turn.hasCome = true;
    };
    const built = this.queue
      .run(siteId, () => {
        end();
        return this.build(site);
      })
      .finally(end);
    if (!turn.hasCome) this.waiting.set(siteId, built);
    return built;
  }

  private async build(site: SiteContext): Promise<Buffer | null> {
    const pages = await this.list(site.siteId);
    return pages.length === 0 ? null : Buffer.from(await sitemapOf(pages, site, this.addresses));
  }
}

/** The sitemap: canonical URLs of public pages, with the time of their last publication. */
export async function sitemapOf(
  pages: readonly SitemapEntry[],
  site: SiteContext,
  addresses: Addresses,
): Promise<string> {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
  ];
  for (const [index, { slug, publishedAt }] of pages.entries()) {
    if (index > 0 && index % PAGES_PER_TURN === 0) await setImmediate();
    const url = escapeXml(withoutControls(canonicalUrl(addresses, site, slug)));
    lines.push(`<url><loc>${url}</loc><lastmod>${publishedAt}</lastmod></url>`);
  }
  return `${lines.join('\n')}\n</urlset>\n`;
}
