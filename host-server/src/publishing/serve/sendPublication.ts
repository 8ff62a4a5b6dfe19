import { memoizeByObject } from '@cobble/engine/memoize';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { STREAMED_BYTES, streamedFrom } from '../../http/ResponseBudget.ts';
import { chooseEncoding, matchesEtag, type Encoding } from '../../http/encoding.ts';
import { FairQueue } from '../../shared/FairQueue.ts';
import {
  FIRST_BROTLI_QUALITY,
  type ServedBytes,
  type ServedHead,
  type ServedPage,
} from '../render/renderPublication.ts';
import { pageTag, publicCacheHeaders, siteTag, tagHeaders } from './pageHeaders.ts';

/** Sends published pages. */
export interface PublicationSender {
  /** Sends a page to anyone; caches may store it. */
  sendPublic(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
  /**
   * Responds to a request for a public page if the response has no body: to HEAD, and to a client
   * that has the current version. Returns false, and sends nothing, for others.
   */
  sendHead(request: IncomingMessage, response: ServerResponse, page: ServedHead): boolean;
  /** Sends a page to a visitor who has entered its password. No cache may store it. */
  sendRestricted(request: IncomingMessage, response: ServerResponse, page: ServedPage): void;
}

/** The headers of a response, as a flat list of names and values, as `writeHead` takes it. */
interface PreparedHeaders {
  readonly etag: string;
  readonly found: string[];
  readonly notModified: string[];
}

/** The headers of a publication's responses, one per encoding. */
interface PreparedHead {
  readonly responses: Readonly<Record<Encoding, PreparedHeaders>>;
  /** The ETags of all encodings: a client with any of them has this document. */
  readonly etags: readonly string[];
}

const HTML = 'text/html; charset=utf-8';

/**
 * How many bodies are unpacked at a time for one network address. Each arrives in many small parts,
 * and those of hundreds of responses would occupy whole turns of the event loop.
 */
const UNPACKED_PER_ADDRESS = 2;
/** After this time, a response whose client receives slowly no longer counts, ms. */
const UNPACKED_MS = 1000;
/** Calls back after that time, unless the function that it returns is called before. */
type AfterUnpackedTime = (callback: () => void) => () => void;

const afterUnpackedTime: AfterUnpackedTime = (callback) => {
  const timer = setTimeout(callback, UNPACKED_MS);
  return () => {
    clearTimeout(timer);
  };
};

/**
 * @param options.appOrigin the only other origin that may frame pages.
 * @param options.requesterOf the network address that a request came from.
 * @param options.afterTime for tests: replaces the time after which a response no longer counts.
 */
export function createPublicationSender(options: {
  readonly common: Readonly<Record<string, string>>;
  readonly appOrigin: string;
  readonly hasCdn: boolean;
  readonly requesterOf: (request: IncomingMessage) => string;
  readonly afterTime?: AfterUnpackedTime;
}): PublicationSender {
  const { common, appOrigin, hasCdn, requesterOf, afterTime = afterUnpackedTime } = options;
  // No limit for all addresses together: slow clients could use it up.
  const unpackings = new FairQueue<string>({
    ...{ concurrency: Infinity, concurrencyPerKey: UNPACKED_PER_ADDRESS },
    ...{ maxWaiting: 10_000, maxWaitingPerKey: 1000 },
  });
  const cacheHeaders = publicCacheHeaders(hasCdn);
  const prepare = ({ pageId, siteId, head }: ServedHead): PreparedHead => {
    const of = (encoding: Encoding, ending: string): PreparedHeaders => {
      const etag = `"${head.etag}${ending}"`;
      const headers = {
        ...common,
        ...cacheHeaders,
        ...tagHeaders([pageTag(pageId), siteTag(siteId)]),
        ETag: etag,
        Vary: 'Accept-Encoding',
        'Content-Security-Policy': cspOf(head),
      };
      const notModified = Object.entries(headers).flat();
      const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
      const kind = ['Content-Type', HTML, 'Content-Length', String(head.lengths[encoding])];
      return { etag, notModified, found: [...notModified, ...coding, ...kind] };
    };
    const responses = {
      identity: of('identity', ''),
      gzip: of('gzip', '-gz'),
      br: of('br', brotliEnding(head.brotliQuality)),
    };
    const { identity, gzip, br } = responses;
    const brotlis = ['-br', '-br11'].map((ending) => `"${head.etag}${ending}"`);
    return { responses, etags: [identity.etag, gzip.etag, br.etag, ...brotlis] };
  };
  // Memoized by bytes, so that headers are computed once per publication and not per visitor; never
  // invalidated, since another publication has other bytes.
  const prepareBytes = memoizeByObject(
    (bytes: ServedBytes, { pageId, siteId }: ServedPage): PreparedHead =>
      prepare({ pageId, siteId, head: { ...bytes, lengths: lengthsOf(bytes) } }),
  );
  const cspOf = ({ csp }: Pick<ServedBytes, 'csp'>): string =>
    `${csp}; frame-ancestors 'self' ${appOrigin}`;

  /** Sends a body. HTML is unpacked in another thread, as fast as the client receives it. */
  const sendBody = (
    request: IncomingMessage,
    response: ServerResponse,
    { gzip, brotli }: ServedBytes,
    encoding: Encoding,
  ): void => {
    if (encoding !== 'identity') {
      response.end(encoding === 'gzip' ? gzip : brotli);
      return;
    }
    streamedFrom(response, gzip);
    unpackings
      .run(requesterOf(request), () => unpack(gzip, response, afterTime))
      .catch(() => {
        response.destroy();
      });
  };

  return {
    sendPublic(request, response, page) {
      const ready = prepareBytes(page.bytes, page);
      if (sendWithoutBody(request, response, ready)) return;
      const encoding = encodingFor(request);
      response.writeHead(200, ready.responses[encoding].found);
      sendBody(request, response, page.bytes, encoding);
    },
    sendHead: (request, response, page) => sendWithoutBody(request, response, prepare(page)),
    sendRestricted(request, response, { bytes }) {
      const encoding = encodingFor(request);
      response.writeHead(200, {
        ...common,
        'Cache-Control': 'no-store, private',
        Vary: 'Accept-Encoding, Cookie',
        'Content-Security-Policy': cspOf(bytes),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
        'Content-Type': HTML,
        'Content-Length': lengthsOf(bytes)[encoding],
      });
      if (request.method === 'HEAD') response.end();
      else sendBody(request, response, bytes, encoding);
    },
  };
}

/** Different bytes need a different strong ETag, even for the same document. */
function brotliEnding(quality: number): string {
  return quality === FIRST_BROTLI_QUALITY ? '-br' : `-br${String(quality)}`;
}

/** Sends a response that has no body; returns false, and sends nothing, if it has one. */
function sendWithoutBody(
  request: IncomingMessage,
  response: ServerResponse,
  { responses, etags }: PreparedHead,
): boolean {
  const chosen = responses[encodingFor(request)];
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === chosen.etag || matchesEtag(ifNoneMatch, etags))
    response.writeHead(304, chosen.notModified);
  else if (request.method === 'HEAD') response.writeHead(200, chosen.found);
  else return false;
  response.end();
  return true;
}

const encodingFor = ({ headers }: IncomingMessage): Encoding =>
  chooseEncoding(headers['accept-encoding']?.toString());

/** Resolves when the response is complete, its connection is closed, or it takes long. */
function unpack(
  gzip: Buffer,
  response: ServerResponse,
  afterTime: AfterUnpackedTime,
): Promise<void> {
  return new Promise((resolve) => {
    // The client has left while it waited.
    if (response.destroyed) {
      resolve();
      return;
    }
    const unpacking = createGunzip({ chunkSize: STREAMED_BYTES });
    const stop = afterTime(resolve);
    // A client that has left, or a damaged body, closes both.
    pipeline(unpacking, response, () => {
      stop();
      resolve();
    });
    unpacking.end(gzip);
  });
}

const lengthsOf = ({
  htmlLength,
  gzip,
  brotli,
}: ServedBytes): Readonly<Record<Encoding, number>> => ({
  identity: htmlLength,
  gzip: gzip.length,
  br: brotli.length,
});
