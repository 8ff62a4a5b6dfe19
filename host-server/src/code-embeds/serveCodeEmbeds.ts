import type { IncomingMessage, ServerResponse } from 'node:http';
import { CODE_EMBED_SANDBOX, codeEmbedDocument } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Addresses } from '../http/addresses.ts';
import { clientAddress } from '../http/clientAddress.ts';
import { matchesEtag } from '../http/encoding.ts';
import { sendBytes } from '../http/sendBytes.ts';
import { pageAccessOf } from '../page-access/pageAccess.ts';
import type { Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { LruCache } from '../shared/LruCache.ts';
import { LookupBusyError, type LookupTurns } from '../shared/LookupTurns.ts';
import { MAX_STALE_MS } from '../shared/outage.ts';
import { effectiveSite } from '../sites/SiteContext.ts';
import { codeEmbedAddressIn } from './CodeEmbedAddresses.ts';
import { findCodeEmbed, type CodeEmbedRow } from './repositories/codeEmbeds.ts';

const EMPTY_CSP =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/** Memory for code that is served while the database is down, bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Served {
  readonly body: Buffer;
  readonly csp: string;
}

/**
 * Handles requests for the embeds host: serves code embeds at their addresses, and nothing else.
 * Every request checks in the database whether the code may be loaded [CE4]. Published code of
 * pages without a password is cached for when the database is down; each check replaces or removes
 * the entry.
 */
export function serveCodeEmbeds(options: {
  readonly knex: Knex;
  readonly lookups: LookupTurns;
  readonly log: Logger;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly trustedProxies: number;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { knex, lookups, log, clock, addresses, trustedProxies } = options;
  const common = commonCodeHeaders(addresses);
  const bare = { ...common, 'Content-Security-Policy': EMPTY_CSP, 'Cache-Control': 'no-store' };
  const cache = new LruCache<Served & { readonly untilMs: number }>(
    MAX_BYTES,
    ({ body }) => body.length + 1000,
  );

  const find = async (address: string, requester: string): Promise<Served | null> => {
    const now = clock();
    let row: CodeEmbedRow | null;
    try {
      row = await lookups.run({ requester, isKnown: false }, () =>
        findCodeEmbed(knex, address, now),
      );
    } catch (error) {
      const cached = cache.get(address);
      if (cached === undefined || cached.untilMs < now.getTime()) throw error;
      if (!(error instanceof LookupBusyError))
        log.warn(
          { error: loggable(error) },
          'A cached code embed was served because the database failed',
        );
      return cached;
    }
    cache.delete(address);
    if (row === null || !mayLoad(row)) return null;
    const served = {
      body: Buffer.from(codeEmbedDocument(row.code)),
      csp: codeEmbedCsp(addresses, row),
    };
    if (!row.isPreview && row.page.password === null)
      cache.set(address, { ...served, untilMs: now.getTime() + MAX_STALE_MS });
    return served;
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = codeEmbedAddressIn(request.url ?? '');
    // Never served as a worker script.
    const isWorker = request.headers['service-worker'] !== undefined;
    const served =
      address === null || isWorker
        ? null
        : await find(address, clientAddress(request, trustedProxies));
    if (served === null) {
      sendEmpty(response, 404, bare);
      return;
    }
    const etag = `"${address ?? ''}"`;
    const headers = {
      ...common,
      'Content-Security-Policy': served.csp,
      // Revalidated on every use, since the page may have become private.
      'Cache-Control': 'private, no-cache',
      ETag: etag,
    };
    if (matchesEtag(request.headers['if-none-match'], [etag])) {
      response.writeHead(304, headers);
      response.end();
    } else sendBytes(request, response, 200, 'text/html; charset=utf-8', served.body, headers);
  };

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendEmpty(response, 405, { ...bare, Allow: 'GET, HEAD' });
      return;
    }
    respond(request, response).catch((error: unknown) => {
      if (!(error instanceof LookupBusyError))
        log.error({ error: loggable(error) }, 'A code embed could not be served');
      if (response.headersSent) response.destroy();
      else sendEmpty(response, 503, { ...bare, 'Retry-After': '30' });
    });
  };
}

/**
 * Whether code may be loaded: only while the plan includes code embeds; a preview unless its page
 * is disabled, published code while its page is visible.
 */
function mayLoad(row: CodeEmbedRow): boolean {
  if (!effectiveSite(row.site).runsCode) return false;
  if (row.isPreview) return !row.page.isDisabled;
  return pageAccessOf(row, { slug: row.site.siteSlug }) !== 'none';
}

function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': 0 });
  response.end();
}

/** Headers of every response: no sniffing, no indexing, no referrer. */
export function commonCodeHeaders(
  addresses: Pick<Addresses, 'isSecure'>,
): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    // Requests a process of its own, so that an endless loop blocks nothing else.
    'Origin-Agent-Cluster': '?1',
    ...(addresses.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/**
 * The Content-Security-Policy of a code embed: it has an opaque origin, even when it is opened as a
 * document [CE2], and published code may be framed only by its site and the app. It may load
 * anything over TLS, because the sandbox and the origin isolate it.
 */
export function codeEmbedCsp(
  addresses: Pick<Addresses, 'appOrigin' | 'urlOf'>,
  { site, domains, isPreview }: CodeEmbedRow,
): string {
  const names = effectiveSite(site).domain === null ? [] : domains;
  const origins = [{ slug: site.siteSlug }, ...names.map((domain) => ({ domain }))].map(
    (key) => new URL(addresses.urlOf({ site: key, slug: 'x' })).origin,
  );
  return [
    `sandbox ${CODE_EMBED_SANDBOX}`,
    'default-src https: data: blob:',
    "script-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
    "style-src https: data: 'unsafe-inline'",
    'connect-src https: wss: data: blob:',
    'form-action https:',
    "base-uri 'none'",
    "object-src 'none'",
    // The preview is in a frame with an opaque origin, which no source expression matches.
    ...(isPreview ? [] : [`frame-ancestors ${[...origins, addresses.appOrigin].join(' ')}`]),
  ].join('; ');
}
