import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { wrongHostHtml } from '../publishing/serve/errorPages.tsx';
import { pageHeaders } from '../publishing/serve/pageHeaders.ts';
import type { PageHostServer } from '../publishing/serve/servePublishedPages.ts';
import { SMALL_PAGE_CSP } from '../http/SmallPage.tsx';
import { sendBytes, type FileServer } from '../http/sendBytes.ts';
import type { Addresses } from '../http/addresses.ts';
import { refuseUpgrade } from '../http/refuseUpgrade.ts';
import type { UpgradeHandler } from '../http/limitedServers.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Routes each request by its Host header: to published pages, code embeds, or the app. A name that
 * is neither ours nor a verified custom domain gets 421, because it could be an attacker's name
 * that resolves to this server.
 */
export function routeByHost(options: {
  readonly addresses: Addresses;
  readonly files: FileServer;
  readonly app: Handler;
  readonly pages: PageHostServer;
  readonly embeds: Handler;
}): Handler {
  const { addresses, files, app, pages, embeds } = options;
  const wrongHost = wrongHostHtml(addresses.appOrigin);
  const { bare } = pageHeaders(addresses);
  return (request, response) => {
    const host = addresses.hostOf(request.headers.host);
    const sendWrongHost = (): void => {
      sendBytes(request, response, 421, 'text/html; charset=utf-8', wrongHost, {
        'Cache-Control': 'no-store',
        'Content-Security-Policy': SMALL_PAGE_CSP,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      });
    };
    if (host.kind === 'page') pages(request, response, { slug: host.siteSlug }, sendWrongHost);
    else if (host.kind === 'embeds') embeds(request, response);
    else if (host.kind === 'app') {
      const isFile = /^\/(?:assets|fonts)\//.test(request.url ?? '');
      if (!isFile || !files(request, response)) app(request, response);
    } else if (request.url === '/healthz') app(request, response);
    else if (host.kind === 'loopback' && request.method === 'GET' && isPath(request.url)) {
      // The user typed 127.0.0.1 instead of localhost, but cookies and links are for localhost.
      const path = request.url.replace(/^[/\\]+/, '/');
      response.writeHead(302, {
        ...bare,
        Location: addresses.appOrigin + path,
        'Content-Length': 0,
      });
      response.end();
    } else if (host.kind === 'unknown' && host.name !== null)
      pages(request, response, { domain: host.name }, sendWrongHost);
    else sendWrongHost();
  };
}

/** Whether the target of a request is a path; for proxies, it begins with a scheme. */
function isPath(target: string | undefined): target is string {
  return target?.startsWith('/') === true;
}

/**
 * Routes a request that upgrades its connection: only the app's host has WebSockets. All others are
 * refused.
 *
 * @param handle returns false if the request is not for it.
 */
export function routeUpgrades(
  addresses: Addresses,
  handle: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean,
): UpgradeHandler {
  return (request, socket, head) => {
    const isApp = addresses.hostOf(request.headers.host).kind === 'app';
    if (isApp && handle(request, socket, head)) return;
    refuseUpgrade(socket, '404 Not Found');
  };
}
