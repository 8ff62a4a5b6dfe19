import { memoizeByObject } from '@cobble/engine/memoize';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, matchesEtag, type Encoding } from '../../http/encoding.ts';
import { sendBytes } from '../../http/sendBytes.ts';
import {
  FIRST_BROTLI_QUALITY,
  type ServedBytes,
  type ServedPage,
} from '../render/renderPublication.ts';
import { pageTag, publicCacheHeaders, siteTag, tagHeaders } from './pageHeaders.ts';

/** Sends published pages. */
export interface PublicationSender {
  /** Sends a page to anyone; caches may store it. */
  sendPublic(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
  /** Sends a page to a visitor who has entered its password. No cache may store it. */
  sendRestricted(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
}

/** A prepared response. Headers are a flat list of names and values, as `writeHead` takes it. */
interface Prepared {
  readonly body: Buffer;
  readonly etag: string;
  readonly found: string[];
  readonly notModified: string[];
}

/** A publication's responses, one per encoding. */
interface PreparedPage {
  readonly responses: Readonly<Record<Encoding, Prepared>>;
  /** The ETags of all encodings: a client with any of them has this document. */
  readonly etags: readonly string[];
}

const HTML = 'text/html; charset=utf-8';

/** @param options.appOrigin the only other origin that may frame pages. */
export function createPublicationSender(options: {
  readonly common: Readonly<Record<string, string>>;
  readonly appOrigin: string;
  readonly hasCdn: boolean;
}): PublicationSender {
  const { common, appOrigin, hasCdn } = options;
  const cacheHeaders = publicCacheHeaders(hasCdn);
  // Memoized by bytes, so that headers are computed once per publication and not per visitor; never
  // invalidated, since another publication has other bytes.
  const prepare = memoizeByObject((bytes: ServedBytes, page: ServedPage): PreparedPage => {
    const { pageId, siteId } = page;
    const of = (encoding: Encoding, body: Buffer, ending: string): Prepared => {
      const etag = `"${bytes.etag}${ending}"`;
      const headers = {
        ...common,
        ...cacheHeaders,
        ...tagHeaders([pageTag(pageId), siteTag(siteId)]),
        ETag: etag,
        Vary: 'Accept-Encoding',
        'Content-Security-Policy': cspOf(bytes),
      };
      const notModified = Object.entries(headers).flat();
      const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
      const kind = ['Content-Type', HTML, 'Content-Length', String(body.length)];
      return { body, etag, notModified, found: [...notModified, ...coding, ...kind] };
    };
    const responses = {
      identity: of('identity', bytes.html, ''),
      gzip: of('gzip', bytes.gzip, '-gz'),
      br: of('br', bytes.brotli, brotliEnding(bytes.brotliQuality)),
    };
    const { identity, gzip, br } = responses;
    const brotlis = ['-br', '-br11'].map((ending) => `"${bytes.etag}${ending}"`);
    return { responses, etags: [identity.etag, gzip.etag, br.etag, ...brotlis] };
  });
  const cspOf = (bytes: ServedBytes): string => `${bytes.csp}; frame-ancestors 'self' ${appOrigin}`;

  return {
    sendPublic(request, response, page) {
      const ready = prepare(page.bytes, page);
      const { headers } = request;
      const chosen = ready.responses[chooseEncoding(headers['accept-encoding']?.toString())];
      const ifNoneMatch = headers['if-none-match'];
      if (ifNoneMatch === chosen.etag || matchesEtag(ifNoneMatch, ready.etags)) {
        response.writeHead(304, chosen.notModified);
        response.end();
      } else {
        response.writeHead(200, chosen.found);
        response.end(request.method === 'HEAD' ? undefined : chosen.body);
      }
    },
    sendRestricted(request, response, { bytes }) {
      const encoding = chooseEncoding(request.headers['accept-encoding']?.toString());
      const body = { identity: bytes.html, gzip: bytes.gzip, br: bytes.brotli }[encoding];
      sendBytes(request, response, 200, HTML, body, {
        ...common,
        'Cache-Control': 'no-store, private',
        Vary: 'Accept-Encoding, Cookie',
        'Content-Security-Policy': cspOf(bytes),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      });
    },
  };
}

/** Different bytes need a different strong ETag, even for the same document. */
function brotliEnding(quality: number): string {
  return quality === FIRST_BROTLI_QUALITY ? '-br' : `-br${String(quality)}`;
}
