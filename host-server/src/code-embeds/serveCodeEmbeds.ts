import type { IncomingMessage, ServerResponse } from 'node:http';
import { CODE_EMBED_SANDBOX, codeEmbedDocument } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Addresses } from '../http/addresses.ts';
import { matchesEtag } from '../http/encoding.ts';
import { sendBytes } from '../http/sendBytes.ts';
import { pageAccessOf } from '../page-access/pageAccess.ts';
import type { Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { LruCache } from '../shared/LruCache.ts';
import { MAX_STALE_MS, PATIENCE_MS, withTimeout } from '../shared/outage.ts';
import { effectiveSite } from '../sites/SiteContext.ts';
import { codeEmbedAddressIn } from './CodeEmbedAddresses.ts';
import { findCodeEmbed, type CodeEmbedRow } from './repositories/codeEmbeds.ts';

const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; sandbox";
/** Memory for what is served while the database is down. */
const MAX_BYTES = 16 * 1024 * 1024;

interface Served {
  readonly body: Buffer;
  readonly csp: string;
}

/**
 * Answers for the third host: an author's code at its address, and nothing else whatever. Each time
 * the database is asked whether its page is still there to be seen, as the page itself is [PG3,
 * PL3]; without the database the code of open pages is served as it was.
 */
export function serveCodeEmbeds(options: {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly addresses: Addresses;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { knex, log, clock, addresses } = options;
  const common = commonCodeHeaders(addresses);
  const bare = { ...common, 'Content-Security-Policy': NOTHING_CSP, 'Cache-Control': 'no-store' };
  const kept = new LruCache<Served & { readonly untilMs: number }>(
    MAX_BYTES,
    ({ body }) => body.length + 1000,
  );

  const find = async (address: string): Promise<Served | null> => {
    const now = clock();
    let row: CodeEmbedRow | null;
    try {
      row = await withTimeout(PATIENCE_MS, findCodeEmbed(knex, address, now));
    } catch (error) {
      const before = kept.get(address);
      if (before === undefined || before.untilMs < now.getTime()) throw error;
      log.warn({ error: loggable(error) }, 'A code embed is served as it was');
      return before;
    }
    kept.delete(address);
    if (row === null || !maySee(row)) return null;
    const served = {
      body: Buffer.from(codeEmbedDocument(row.code)),
      csp: codeEmbedCsp(addresses, row),
    };
    if (!row.isPreview && row.page.password === null)
      kept.set(address, { ...served, untilMs: now.getTime() + MAX_STALE_MS });
    return served;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = codeEmbedAddressIn(request.url ?? '');
    // No worker is ever had from here, whatever its scope.
    const isWorker = request.headers['service-worker'] !== undefined;
    const served = address === null || isWorker ? null : await find(address);
    if (served === null) {
      sendEmpty(response, 404, bare);
      return;
    }
    const etag = `"${address ?? ''}"`;
    const headers = {
      ...common,
      'Content-Security-Policy': served.csp,
      // It is asked for anew each time, as the page may have gone since.
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
    answer(request, response).catch((error: unknown) => {
      log.error({ error: loggable(error) }, 'A code embed could not be served');
      if (response.headersSent) response.destroy();
      else sendEmpty(response, 503, { ...bare, 'Retry-After': '30' });
    });
  };
}

/** A preview is its author's; what is published may be loaded while its page may be. */
function maySee(row: CodeEmbedRow): boolean {
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

/** Whatever it is: nothing sniffs it, indexes it or is told where it came from. */
export function commonCodeHeaders(
  addresses: Pick<Addresses, 'isSecure'>,
): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    // A process of its own, so that a loop without an end is nobody else's.
    'Origin-Agent-Cluster': '?1',
    ...(addresses.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

/**
 * The Content-Security-Policy of an author's code: an opaque origin, even when it is opened as a
 * document [CE2], framed by its own page only. It may load anything over TLS; the sandbox and the
 * origin contain it.
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
    // The preview stands in a frame whose origin is nobody's either, which no source can name.
    ...(isPreview ? [] : [`frame-ancestors ${[...origins, addresses.appOrigin].join(' ')}`]),
  ].join('; ');
}
