import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { INDEX_SLUG } from '@cobble/engine';
import type { Logger } from 'pino';
import type { Addresses } from '../app/addresses.ts';
import type { FoundPreview } from '../preview-images/PreviewImages.ts';
import { PREVIEW_RETRY_SECONDS, sendPreview } from '../preview-images/sendPreview.ts';
import { readSharePath } from '../preview-images/sharePath.ts';
import { sendPlain } from '../shared/sendPlain.ts';
import { loggable } from '../shared/logRedaction.ts';
import { filesTag, publicCacheHeaders, siteTag, tagHeaders } from './cacheTags.ts';
import { matchesEtag } from './encoding.ts';
import { ICON_PATHS, iconFile, type IconPath } from './favicon.ts';
import { isServedAs } from './Found.ts';
import { notFoundHtml, unavailableHtml } from './NotFoundPage.tsx';
import { createFreshSender } from './sendFreshPage.ts';
import type { RestrictedDoor } from './openRestrictedPage.ts';
import type { PageHeaders } from './pageHeaders.ts';
import { isForPrograms, type PagePath, pathOf, readPagePath } from './pagePath.ts';
import type { PublishedPages } from './PublishedPages.ts';
import type { PublicationSender } from './sendPublication.ts';
import type { SiteDirectory } from './SiteDirectory.ts';
import { type SiteContext, siteInForce } from './SiteContext.ts';
import type { SiteFile } from './siteFiles.ts';
import type { PageAddress, SiteKey } from './SiteKey.ts';

/** Serves files below `/assets/` and `/fonts/`; false when the path is not its own. */
export type FileServer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers a request for a site's host. `strange` is called where the name is no site's. */
export type PageHostServer = (
  request: IncomingMessage,
  response: ServerResponse,
  site: SiteKey,
  strange: () => void,
) => void;

const HTML = 'text/html; charset=utf-8';

/** What an image that is opened by itself may do. */
const ICON_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Serves published pages by Host header, in front of Express: ready bytes, no cookie but that of a
 * restricted page's password, no JavaScript, nothing of the app or its API.
 */
export function servePublishedPages(options: {
  readonly pages: Pick<PublishedPages, 'find' | 'findFresh'>;
  readonly sites: Pick<SiteDirectory, 'find' | 'findFresh'>;
  /** What a program finds at `/robots.txt` and the like; null where there is nothing. */
  readonly siteFile: (path: string, site: SiteContext | null) => Promise<SiteFile | null>;
  /** The image of a page that previews of its links show; of open pages alone. */
  readonly shareImage: (address: PageAddress) => Promise<FoundPreview>;
  readonly addresses: Addresses;
  readonly log: Logger;
  readonly files: FileServer;
  readonly headers: PageHeaders;
  readonly sender: PublicationSender;
  readonly restricted: RestrictedDoor;
  readonly hasCdn: boolean;
}): PageHostServer {
  const { pages, sites, siteFile, addresses, log, files, headers, sender, restricted } = options;
  const { bare, small } = headers;
  const notFound = notFoundHtml(addresses.appOrigin, { isFront: false });
  const noFront = notFoundHtml(addresses.appOrigin, { isFront: true });
  const unavailable = unavailableHtml();
  const cacheHeaders = publicCacheHeaders(options.hasCdn);

  const sendNone = (request: IncomingMessage, response: ServerResponse, target: PagePath): void => {
    const isFront = target.kind === 'page' && target.slug.toLowerCase() === INDEX_SLUG;
    sendPlain(request, response, 404, HTML, isFront ? noFront : notFound, small);
  };

  const sendPage = async (
    request: IncomingMessage,
    response: ServerResponse,
    site: SiteKey,
  ): Promise<void> => {
    const target = readPagePath(request.url ?? '/');
    if (target.kind === 'redirect') {
      if (isWrite(request)) sendNotAllowed(response, bare);
      else sendRedirect(response, 301, target.location, bare);
      return;
    }
    if (target.kind === 'none') {
      sendNone(request, response, target);
      return;
    }
    const found = await pages.find({ site, slug: target.slug });
    if (found.kind === 'restricted') {
      const path = pathOf(request.url ?? '/');
      await restricted(request, response, { site, path, found });
    } else if (isWrite(request)) sendNotAllowed(response, bare);
    else if (found.kind === 'open') sender.sendOpen(request, response, found);
    else sendNone(request, response, target);
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
    const known = ['/robots.txt', '/sitemap.xml', '/feed.xml'].includes(path);
    const site = known ? await sites.find(key) : null;
    const file = await siteFile(path, site);
    if (file === null) {
      response.writeHead(404, { ...bare, 'Cache-Control': 'no-store', 'Content-Length': 0 });
      response.end();
      return;
    }
    sendPlain(request, response, 200, file.type, file.body, {
      ...bare,
      ...cacheHeaders,
      ...(site === null ? {} : tagHeaders([filesTag(site.siteId), siteTag(site.siteId)])),
    });
  };

  const sendShareImage = async (
    request: IncomingMessage,
    response: ServerResponse,
    address: PageAddress,
  ): Promise<void> => {
    const found = await options.shareImage(address);
    const kept = publicCacheHeaders(false);
    if (sendPreview(request, response, { found, headers: { ...bare, ...kept } })) return;
    const isBusy = found.kind !== 'none';
    response.writeHead(isBusy ? 503 : 404, {
      ...bare,
      'Cache-Control': 'no-store',
      'Content-Length': 0,
      ...(isBusy ? { 'Retry-After': String(PREVIEW_RETRY_SECONDS) } : {}),
    });
    response.end();
  };

  const sendIcon = async (
    request: IncomingMessage,
    response: ServerResponse,
    key: SiteKey,
    path: IconPath,
  ): Promise<void> => {
    const site = await sites.find(key).catch(() => null);
    const own = site === null ? undefined : siteInForce(site).rendered.iconUrl;
    if (own !== undefined) {
      sendRedirect(response, 302, own, bare);
      return;
    }
    const { type, body } = await iconFile(path);
    const etag = `"mark-${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
    const kept = {
      ...bare,
      // A day, for the site may be given an icon of its own.
      'Cache-Control': 'public, max-age=86400',
      ETag: etag,
      'Content-Security-Policy': ICON_CSP,
    };
    if (matchesEtag(request.headers['if-none-match'], [etag])) {
      response.writeHead(304, kept);
      response.end();
    } else sendPlain(request, response, 200, type, body, kept);
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    site: SiteKey,
    strange: () => void,
  ): Promise<void> => {
    if ('domain' in site) {
      // Without an answer the page itself is asked for: what is kept of it was proven once.
      const owner = await sites.find(site).catch(() => undefined);
      if (owner === null || (owner !== undefined && !isServedAs(owner, site))) {
        strange();
        return;
      }
    }
    const path = pathOf(request.url ?? '/');
    const shared = readSharePath(path);
    if (!isForPrograms(path)) await sendPage(request, response, site);
    else if (isWrite(request)) sendNotAllowed(response, bare);
    else if (shared !== null) await sendShareImage(request, response, { site, slug: shared });
    else if (!files(request, response)) await sendSiteFile(request, response, site);
  };

  const sendFresh = createFreshSender({ pages, sites, sender });

  const fail = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
    log.error({ error: loggable(error) }, 'A published page could not be served');
    if (response.headersSent) response.destroy();
    else sendPlain(request, response, 503, HTML, unavailable, { ...small, 'Retry-After': '30' });
  };

  return (request, response, site, strange) => {
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
    answer(request, response, site, strange).catch((error: unknown) => {
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
