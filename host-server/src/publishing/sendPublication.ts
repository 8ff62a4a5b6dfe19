import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendPlain } from '../shared/sendPlain.ts';
import { pageTag, publicCacheHeaders, siteTag, tagHeaders } from './cacheTags.ts';
import { chooseEncoding, type Encoding, matchesEtag } from './encoding.ts';
import type { ServedBytes, ServedPage } from './Found.ts';
import { FIRST_BROTLI_QUALITY } from './preparePublication.ts';

/** How pages are sent, the same for all of a server. */
export interface PublicationSender {
  /** To anyone; caches may keep it as far as they can be told to forget it. */
  sendOpen(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
  /** To someone who has given the password; nobody keeps it. */
  sendRestricted(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
}

interface Prepared {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
}

const HTML = 'text/html; charset=utf-8';

/** @param options.appOrigin the app shows pages in frames; nobody else does. */
export function createPublicationSender(options: {
  readonly common: Readonly<Record<string, string>>;
  readonly appOrigin: string;
  readonly hasCdn: boolean;
}): PublicationSender {
  const { common, appOrigin, hasCdn } = options;
  const cacheHeaders = publicCacheHeaders(hasCdn);
  // Made once for each publication and not for each visitor.
  const prepared = new WeakMap<ServedBytes, Readonly<Record<Encoding, Prepared>>>();

  const prepare = ({ pageId, siteId, bytes }: ServedPage): Readonly<Record<Encoding, Prepared>> => {
    const of = (encoding: Encoding, body: Buffer, ending: string): Prepared => {
      const etag = `"${bytes.etag}${ending}"`;
      const headers = {
        ...common,
        ...cacheHeaders,
        ...tagHeaders([pageTag(pageId), siteTag(siteId)]),
        ETag: etag,
        Vary: 'Accept-Encoding',
        'Content-Security-Policy': cspOf(bytes),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      };
      return { body, headers, etag };
    };
    return {
      identity: of('identity', bytes.html, ''),
      gzip: of('gzip', bytes.gzip, '-gz'),
      br: of('br', bytes.brotli, brotliEnding(bytes.brotliQuality)),
    };
  };
  const cspOf = (bytes: ServedBytes): string => `${bytes.csp}; frame-ancestors 'self' ${appOrigin}`;

  return {
    sendOpen(request, response, page) {
      let each = prepared.get(page.bytes);
      if (each === undefined) prepared.set(page.bytes, (each = prepare(page)));
      const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
      const { body, headers, etag } = each[encoding];
      const { identity, gzip } = each;
      const known = [identity.etag, gzip.etag, etag, `"${page.bytes.etag}-br"`];
      if (matchesEtag(request.headers['if-none-match'], [...known, `"${page.bytes.etag}-br11"`])) {
        const { 'Content-Encoding': _encoding, ...rest } = headers;
        response.writeHead(304, rest);
        response.end();
      } else sendPlain(request, response, 200, HTML, body, headers);
    },
    sendRestricted(request, response, { bytes }) {
      const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
      const body = { identity: bytes.html, gzip: bytes.gzip, br: bytes.brotli }[encoding];
      sendPlain(request, response, 200, HTML, body, {
        ...common,
        'Cache-Control': 'no-store, private',
        Vary: 'Accept-Encoding, Cookie',
        'Content-Security-Policy': cspOf(bytes),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      });
    },
  };
}

/** Other bytes have another strong tag, though they hold the same document. */
function brotliEnding(quality: number): string {
  return quality === FIRST_BROTLI_QUALITY ? '-br' : `-br${String(quality)}`;
}
