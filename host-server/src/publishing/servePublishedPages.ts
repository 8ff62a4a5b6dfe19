import type { IncomingMessage, ServerResponse } from 'node:http';
import { INDEX_SLUG } from '@cobble/engine';
import type { Logger } from 'pino';
import type { Addresses } from '../app/addresses.ts';
import { sendPlain } from '../shared/sendPlain.ts';
import { loggable } from '../shared/logRedaction.ts';
import { SMALL_PAGE_CSP } from '../shared/SmallPage.tsx';
import { chooseEncoding, matchesEtag } from './encoding.ts';
import { FAVICON_SVG } from './favicon.ts';
import { notFoundHtml, unavailableHtml } from './NotFoundPage.tsx';
import { readPagePath } from './pagePath.ts';
import type { Publication } from './preparePublication.ts';
import type { PublishedPages } from './PublishedPages.ts';

/** Serves files below `/assets/` and `/fonts/`; false when the path is not its own. */
export type FileServer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers a request for a site's host. */
export type PageHostServer = (
  request: IncomingMessage,
  response: ServerResponse,
  siteSlug: string,
) => void;

/**
 * Serves published pages by Host header, in front of Express: ready bytes, no cookie, no
 * JavaScript, nothing of the app or its API (security.md, three origins).
 */
export function servePublishedPages(options: {
  readonly pages: PublishedPages;
  readonly addresses: Addresses;
  readonly log: Logger;
  readonly files: FileServer;
}): PageHostServer {
  const { pages, addresses, log, files } = options;
  const common = commonHeaders(addresses);
  const notFound = notFoundHtml(addresses.appOrigin, { isFront: false });
  const noFront = notFoundHtml(addresses.appOrigin, { isFront: true });
  const unavailable = unavailableHtml();
  const small = {
    ...common,
    'Content-Security-Policy': SMALL_PAGE_CSP,
    'Cache-Control': 'no-store',
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    siteSlug: string,
  ): Promise<void> => {
    const target = readPagePath(request.url ?? '/');
    if (target.kind === 'redirect') {
      response.writeHead(301, {
        ...common,
        Location: target.location,
        'Cache-Control': 'no-cache',
        'Content-Length': 0,
      });
      response.end();
      return;
    }
    const found = target.kind === 'page' ? await pages.find(siteSlug, target.slug) : null;
    if (found === null) {
      const isFront = target.kind === 'page' && target.slug === INDEX_SLUG;
      const body = isFront ? noFront : notFound;
      sendPlain(request, response, 404, 'text/html; charset=utf-8', body, small);
    } else sendPublication(request, response, found, common, addresses);
  };

  return (request, response, siteSlug) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...common, Allow: 'GET, HEAD', 'Content-Length': 0 });
      response.end();
      return;
    }
    if (files(request, response) || sendWellKnown(request, response, common)) return;
    answer(request, response, siteSlug).catch((error: unknown) => {
      log.error({ error: loggable(error) }, 'A published page could not be served');
      if (response.headersSent) response.destroy();
      else
        sendPlain(request, response, 503, 'text/html; charset=utf-8', unavailable, {
          ...small,
          'Retry-After': '30',
        });
    });
  };
}

function commonHeaders(addresses: Addresses): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    ...(addresses.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

function sendPublication(
  request: IncomingMessage,
  response: ServerResponse,
  publication: Publication,
  common: Record<string, string>,
  addresses: Addresses,
): void {
  const { etag } = publication;
  const tags = { identity: `"${etag}"`, gzip: `"${etag}-gz"`, br: `"${etag}-br"` };
  const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
  const headers = {
    ...common,
    ETag: tags[encoding],
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Accept-Encoding',
    // The app shows pages in frames; nobody else does.
    'Content-Security-Policy': `${publication.csp}; frame-ancestors 'self' ${addresses.appOrigin}`,
  };
  if (matchesEtag(request.headers['if-none-match'], Object.values(tags))) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  const body = { identity: publication.html, gzip: publication.gzip, br: publication.brotli };
  sendPlain(request, response, 200, 'text/html; charset=utf-8', body[encoding], {
    ...headers,
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  });
}

/** What programs ask of every host; true when this was it. */
function sendWellKnown(
  request: IncomingMessage,
  response: ServerResponse,
  common: Record<string, string>,
): boolean {
  const headers = { ...common, 'Cache-Control': 'public, max-age=86400' };
  const path = request.url?.split('?')[0];
  if (path === '/robots.txt') {
    const rules = Buffer.from('User-agent: *\nAllow: /\n');
    sendPlain(request, response, 200, 'text/plain; charset=utf-8', rules, headers);
    return true;
  }
  if (path === '/favicon.ico') {
    sendPlain(request, response, 200, 'image/svg+xml', Buffer.from(FAVICON_SVG), {
      ...headers,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    return true;
  }
  // Never pages: these names are for programs (decisions.md, path normalisation).
  if (/^\/(?:(?:api|assets|fonts|\.well-known)\/|sitemap\.xml$|feed\.xml$)/.test(path ?? '')) {
    response.writeHead(404, { ...common, 'Cache-Control': 'no-store', 'Content-Length': 0 });
    response.end();
    return true;
  }
  return false;
}
