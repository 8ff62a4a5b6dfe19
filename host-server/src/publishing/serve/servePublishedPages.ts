import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { INDEX_SLUG } from '@cobble/engine';
import type { Logger } from 'pino';
import type { Addresses, PageAddress, SiteKey } from '../../http/addresses.ts';
import { matchesEtag } from '../../http/encoding.ts';
import { sendBytes, type FileServer } from '../../http/sendBytes.ts';
import { isServedUnder } from '../../page-access/pageAccess.ts';
import type { RestrictedPageServer } from '../../page-access/restrictedPages.ts';
import { LookupBusyError } from '../../shared/LookupTurns.ts';
import { loggable } from '../../shared/logRedaction.ts';
import { effectiveSite, type SiteContext } from '../../sites/SiteContext.ts';
import type { SiteDirectory } from '../../sites/SiteDirectory.ts';
import { ICON_PATHS, iconFile, type IconPath } from './favicon.ts';
import { notFoundHtml, unavailableHtml } from './errorPages.tsx';
import {
  filesTag,
  publicCacheHeaders,
  siteTag,
  tagHeaders,
  type PageHeaders,
} from './pageHeaders.ts';
import {
  isReservedPath,
  pathOf,
  readPagePath,
  readSharePath,
  exactSlug,
  type PagePath,
} from './pagePath.ts';
import type { PublishedPages } from './PublishedPages.ts';
import type { PublicationSender } from './sendPublication.ts';
import type { SiteFile } from './siteFiles.ts';

/**
 * Sends the image that link previews show of the page at an address, when anyone may see the page.
 * `headers` are those of every response without a document.
 */
export type ShareImageSender = (
  request: IncomingMessage,
  response: ServerResponse,
  image: {
    readonly address: PageAddress;
    /** The network address that the request came from. */
    readonly requester: string;
    readonly headers: Readonly<Record<string, string>>;
  },
) => Promise<void>;

/**
 * Handles a request for a site's host. `onUnknownSite` is called for a custom domain that serves no
 * site.
 */
export type PageHostServer = (
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteKey,
  onUnknownSite: () => void,
) => void;

const HTML = 'text/html; charset=utf-8';

/** The policy of an image that is opened as a document. */
const ICON_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves published pages by Host header, without Express: ready bytes, no cookie except that of a
 * restricted page, and nothing of the app or its API.
 */
export function servePublishedPages(options: {
  readonly pages: Pick<PublishedPages, 'find' | 'findFresh' | 'findHead' | 'open'>;
  readonly sites: Pick<SiteDirectory, 'find' | 'findFresh'>;
  /** The file at `/robots.txt` and the like; null when there is none. */
  readonly siteFile: (
    path: string,
    site: SiteContext | null,
    requester: string,
  ) => Promise<SiteFile | null>;
  /** The network address that a request came from. */
  readonly requesterOf: (request: IncomingMessage) => string;
  readonly sendShareImage: ShareImageSender;
  readonly addresses: Addresses;
  readonly log: Logger;
  readonly files: FileServer;
  readonly headers: PageHeaders;
  readonly sender: PublicationSender;
  readonly restricted: RestrictedPageServer;
  readonly hasCdn: boolean;
}): PageHostServer {
  const { pages, sites, siteFile, sendShareImage, addresses, log, files } = options;
  const { headers, sender, restricted, requesterOf } = options;
  const { bare, small } = headers;
  const notFound = notFoundHtml(addresses.appOrigin, { hasIndexPage: true });
  const noIndexPage = notFoundHtml(addresses.appOrigin, { hasIndexPage: false });
  const unavailable = unavailableHtml();
  const cacheHeaders = publicCacheHeaders(options.hasCdn);

  const sendNone = async (
    request: IncomingMessage,
    response: ServerResponse,
    site: SiteKey,
    target: PagePath,
  ): Promise<void> => {
    const isIndexPage = target.kind === 'page' && target.slug.toLowerCase() === INDEX_SLUG;
    const index = isIndexPage
      ? null
      : await pages.find({ site, slug: INDEX_SLUG }, requesterOf(request)).catch(() => null);
    const hasIndexPage = index !== null && index.kind !== 'none';
    sendBytes(request, response, 404, HTML, hasIndexPage ? notFound : noIndexPage, small);
  };

  const sendPage = async (
    request: IncomingMessage,
    response: ServerResponse,
    site: SiteKey,
  ): Promise<void> => {
    const target = readPagePath(request.url ?? '/');
    if (target.kind !== 'page') {
      if (isWrite(request)) sendNotAllowed(response, bare);
      else if (target.kind === 'redirect') sendRedirect(response, 301, target.location, bare);
      else await sendNone(request, response, site, target);
      return;
    }
    const address = { site, slug: target.slug };
    if (request.method === 'HEAD' || request.headers['if-none-match'] !== undefined) {
      const head = await pages.findHead(address, requesterOf(request));
      if (head !== null && sender.sendHead(request, response, head)) return;
    }
    const found = await pages.find(address, requesterOf(request));
    if (found.kind === 'restricted') {
      const path = pathOf(request.url ?? '/');
      const send = async (): Promise<void> => {
        const page = await pages.open(address, found.password, requesterOf(request));
        if (page !== null) sender.sendRestricted(request, response, page);
        // Its password has changed meanwhile.
        else await sendPage(request, response, site);
      };
      await restricted(request, response, { site, path, page: found, send });
    } else if (isWrite(request)) sendNotAllowed(response, bare);
    else if (found.kind === 'public') sender.sendPublic(request, response, found);
    else await sendNone(request, response, site, target);
  };

  const sendSiteFile = async (
    request: IncomingMessage,
    response: ServerResponse,
    key: SiteKey,
  ): Promise<void> => {
    const path = pathOf(request.url ?? '/');
    const icon = ICON_PATHS.find((each) => each === path);
    if (icon !== undefined) {
      await sendIcon(request, response, key, icon);
      return;
    }
    const isSiteFile = ['/robots.txt', '/sitemap.xml', '/feed.xml'].includes(path);
    const site = isSiteFile ? await sites.find(key, requesterOf(request)) : null;
    const file = await siteFile(path, site, requesterOf(request));
    if (file === null) {
      response.writeHead(404, { ...bare, 'Cache-Control': 'no-store', 'Content-Length': 0 });
      response.end();
      return;
    }
    sendBytes(request, response, 200, file.type, file.body, {
      ...bare,
      ...cacheHeaders,
      ...(site === null ? {} : tagHeaders([filesTag(site.siteId), siteTag(site.siteId)])),
    });
  };

  const sendIcon = async (
    request: IncomingMessage,
    response: ServerResponse,
    key: SiteKey,
    path: IconPath,
  ): Promise<void> => {
    const site = await sites.find(key, requesterOf(request)).catch(() => null);
    const siteIcon = site === null ? undefined : effectiveSite(site).rendered.iconUrl;
    if (siteIcon !== undefined) {
      sendRedirect(response, 302, siteIcon, bare);
      return;
    }
    const { type, body } = await iconFile(path);
    const etag = `"mark-${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    const headers = {
      ...bare,
      // One day, since the site may get its own icon.
      'Cache-Control': 'public, max-age=86400',
      ETag: etag,
      'Content-Security-Policy': ICON_CSP,
    };
    if (matchesEtag(request.headers['if-none-match'], [etag])) {
      response.writeHead(304, headers);
      response.end();
    } else sendBytes(request, response, 200, type, body, headers);
  };

  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
    site: SiteKey,
    onUnknownSite: () => void,
  ): Promise<void> => {
    if ('domain' in site) {
      // If the database is down, a cached page is served without this check.
      const owner = await sites.find(site, requesterOf(request)).catch(() => undefined);
      if (owner === null || (owner !== undefined && !isServedUnder(owner, site))) {
        onUnknownSite();
        return;
      }
    }
    const path = pathOf(request.url ?? '/');
    const shared = readSharePath(path);
    if (!isReservedPath(path)) await sendPage(request, response, site);
    else if (isWrite(request)) sendNotAllowed(response, bare);
    else if (shared !== null) {
      const address = { site, slug: shared };
      const requester = requesterOf(request);
      await sendShareImage(request, response, { address, requester, headers: bare });
    } else if (!files(request, response)) await sendSiteFile(request, response, site);
  };

  const sendFresh = createFreshSender({ pages, sites, sender });

  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
    if (!(error instanceof LookupBusyError))
      log.error({ error: loggable(error) }, 'A published page could not be served');
    if (response.headersSent) response.destroy();
    else sendBytes(request, response, 503, HTML, unavailable, { ...small, 'Retry-After': '30' });
  };

  return (request, response, site, onUnknownSite) => {
    try {
      if (sendFresh(request, response, site)) return;
    } catch (error) {
      fail(request, response, error);
      return;
    }
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
      sendNotAllowed(response, bare);
      return;
    }
    respond(request, response, site, onUnknownSite).catch((error: unknown) => {
      fail(request, response, error);
    });
  };
}

const isWrite = (request: IncomingMessage): boolean => request.method === 'POST';

function sendNotAllowed(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  response.writeHead(405, {
    ...headers,
    Allow: 'GET, HEAD',
    'Cache-Control': 'no-store',
    'Content-Length': 0,
  });
  response.end();
}

function sendRedirect(
  response: ServerResponse,
  status: 301 | 302,
  location: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    ...headers,
    Location: location,
    'Cache-Control': 'no-cache',
    'Content-Length': 0,
  });
  response.end();
}

/**
 * Sends a response without waiting; returns false, and sends nothing, when that is not possible.
 */
export type FreshSender = (
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteKey,
) => boolean;

/**
 * The fast path of nearly every visit: a public page whose cache entry is fresh, requested exactly
 * at its address. It is synchronous, so a visit creates no promise.
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
  /** Always true below the pages host; for a domain, if its site is cached and may use it. */
  const isServed = (site: SiteKey): boolean => {
    if ('slug' in site) return true;
    const owner = sites.findFresh(site);
    return owner != null && isServedUnder(owner, site);
  };
  return (request, response, site) => {
    const { method, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const slug = exactSlug(url);
    if (slug === null || !isServed(site)) return false;
    const page = pages.findFresh({ site, slug });
    if (page === null) return false;
    sender.sendPublic(request, response, page);
    return true;
  };
}
