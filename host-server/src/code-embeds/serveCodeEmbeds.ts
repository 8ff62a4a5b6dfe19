import type { IncomingMessage, ServerResponse } from 'node:http';
import { codeEmbedDocument } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Addresses } from '../app/addresses.ts';
import { matchesEtag } from '../publishing/encoding.ts';
import { doorOf } from '../publishing/Found.ts';
import { LruCache } from '../publishing/LruCache.ts';
import { MAX_STALE_MS } from '../publishing/PublishedPages.ts';
import { siteInForce } from '../publishing/SiteContext.ts';
import { within } from '../publishing/within.ts';
import type { Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { sendPlain } from '../shared/sendPlain.ts';
import { codeEmbedAddressIn } from './CodeEmbedAddresses.ts';
import { codeEmbedCsp, commonCodeHeaders } from './codeEmbedHeaders.ts';
import { type CodeEmbedRow, findCodeEmbed } from './repositories/codeEmbeds.ts';

const NOTHING_CSP =
  "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; sandbox";
/** Memory for what is served while the database is down. */
const MAX_BYTES = 16 * 1024 * 1024;
const PATIENCE_MS = 1500;

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
      row = await within(PATIENCE_MS, findCodeEmbed(knex, address, now));
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
    } else sendPlain(request, response, 200, 'text/html; charset=utf-8', served.body, headers);
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
  if (!siteInForce(row.site).runsCode) return false;
  if (row.isPreview) return !row.page.isDisabled;
  return doorOf(row, { slug: row.site.siteSlug }) !== 'none';
}

function sendEmpty(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': 0 });
  response.end();
}
