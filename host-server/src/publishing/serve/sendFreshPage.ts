import type { IncomingMessage, ServerResponse } from 'node:http';
import { isServedAs } from '../../page-access/pageAccess.ts';
import { slugAsWritten } from './pagePath.ts';
import type { PublishedPages } from './PublishedPages.ts';
import type { PublicationSender } from './sendPublication.ts';
import type { SiteDirectory } from '../../sites/SiteDirectory.ts';
import type { SiteKey } from '../../http/addresses.ts';

/** Answers what it can at once; false when there is more to do, and nothing was sent. */
export type FreshSender = (
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteKey,
) => boolean;

/**
 * The quick way, which nearly every visit takes: an open page, asked for as its address is written,
 * that was looked at just now. It waits for nothing, so that a visit costs no promise.
 */
export function createFreshSender({
  pages,
  sites,
  sender,
}: {
  readonly pages: Pick<PublishedPages, 'findFresh'>;
  readonly sites: Pick<SiteDirectory, 'findFresh'>;
  readonly sender: PublicationSender;
}): FreshSender {
  /** Below our own host a page is its own proof; whose a domain is must have been asked. */
  const isKnownAs = (site: SiteKey): boolean => {
    if ('slug' in site) return true;
    const owner = sites.findFresh(site);
    return owner != null && isServedAs(owner, site);
  };
  return (request, response, site) => {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const slug = slugAsWritten(url);
    if (slug === null || !isKnownAs(site)) return false;
    const page = pages.findFresh({ site, slug });
    if (page === null) return false;
    sender.sendOpen(request, response, page);
    return true;
  };
}
