import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, matchesEtag, type Encoding } from '../../http/encoding.ts';
import { sendBytes } from '../../http/sendBytes.ts';
import {
  FIRST_BROTLI_QUALITY,
  type ServedBytes,
  type ServedPage,
} from '../render/renderPublication.ts';
import { pageTag, publicCacheHeaders, siteTag, tagHeaders } from './pageHeaders.ts';

/** How pages are sent, the same for all of a server. */
export interface PublicationSender {
  /** To anyone; caches may keep it as far as they can be told to forget it. */
  sendOpen(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
  /** To someone who has given the password; nobody keeps it. */
  sendRestricted(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
}

/** An answer as `writeHead` takes it at once: names and values in turn. */
interface Prepared {
  readonly body: Buffer;
  readonly etag: string;
  readonly found: string[];
  readonly notModified: string[];
}

/** A publication's answers, one for each encoding. */
interface PreparedPage {
  readonly answers: Readonly<Record<Encoding, Prepared>>;
  /** The tags of all its encodings: whoever has one of them has this document. */
  readonly etags: readonly string[];
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
  const prepared = new WeakMap<ServedBytes, PreparedPage>();

  const prepare = ({ pageId, siteId, bytes }: ServedPage): PreparedPage => {
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
    const answers = {
      identity: of('identity', bytes.html, ''),
      gzip: of('gzip', bytes.gzip, '-gz'),
      br: of('br', bytes.brotli, brotliEnding(bytes.brotliQuality)),
    };
    const { identity, gzip, br } = answers;
    const brotlis = ['-br', '-br11'].map((ending) => `"${bytes.etag}${ending}"`);
    return { answers, etags: [identity.etag, gzip.etag, br.etag, ...brotlis] };
  };
  const cspOf = (bytes: ServedBytes): string => `${bytes.csp}; frame-ancestors 'self' ${appOrigin}`;

  return {
    sendOpen(request, response, page) {
      let kept = prepared.get(page.bytes);
      if (kept === undefined) prepared.set(page.bytes, (kept = prepare(page)));
      const { headers } = request;
      const answer = kept.answers[chooseEncoding(headers['accept-encoding']?.toString())];
      const asked = headers['if-none-match'];
      if (asked === answer.etag || matchesEtag(asked, kept.etags)) {
        response.writeHead(304, answer.notModified);
        response.end();
      } else {
        response.writeHead(200, answer.found);
        response.end(request.method === 'HEAD' ? undefined : answer.body);
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

/** Other bytes have another strong tag, though they hold the same document. */
function brotliEnding(quality: number): string {
  return quality === FIRST_BROTLI_QUALITY ? '-br' : `-br${String(quality)}`;
}
