import type { IncomingMessage, ServerResponse } from 'node:http';
import { STARTER_TIP_IMAGES } from '@cobble/engine';
import type { Logger } from 'pino';
import { sendBytes } from '../http/sendBytes.ts';
import { loggable } from '../shared/logRedaction.ts';
import { contentTypeOf, isMediaName } from './mediaName.ts';
import type { MediaStore } from './MediaStore.ts';

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  // If an image is opened as a document, its inline styles apply, but it can neither run nor load
  // anything.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const tips = new Map(
  Object.entries(STARTER_TIP_IMAGES).map(([name, svg]) => [name, Buffer.from(svg)]),
);

/**
 * Serves `/assets/{name}`: uploads, variants and embed thumbnails, whose names always mean the same
 * file, and the images of the starter page. Returns false for every other request.
 */
export function serveMedia(media: MediaStore, log: Logger) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const name = /^\/assets\/([\w.-]+)(?:\?|$)/.exec(request.url ?? '')?.[1];
    if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    const tip = tips.get(name);
    if (tip !== undefined) {
      // A later version may change these under the same name.
      const headers = { ...HEADERS, 'Cache-Control': 'public, max-age=86400' };
      sendBytes(request, response, 200, 'image/svg+xml', tip, headers);
      return true;
    }
    if (!isMediaName(name)) return false;
    sendStored(media, name, request, response).catch((error: unknown) => {
      log.error({ error: loggable(error) }, 'An image could not be served');
      if (!response.headersSent) response.writeHead(500, { 'Content-Length': 0 });
      response.end();
    });
    return true;
  };
}

async function sendStored(
  media: MediaStore,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = await media.find(name);
  if (found === null) {
    response.writeHead(404, { 'Cache-Control': 'no-store', 'Content-Length': 0 });
    response.end();
    return;
  }
  const etag = `"${name}"`;
  if (request.headers['if-none-match']?.includes(etag) === true) {
    response.writeHead(304, { ...HEADERS, ETag: etag });
    response.end();
    return;
  }
  // If-Range can be ignored, because a name always means the same file.
  const range = readByteRange(request.headers.range, found.bytes);
  if (range === 'none') {
    response.writeHead(416, { 'Content-Range': `bytes */${String(found.bytes)}` });
    response.end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: found.bytes - 1 };
  response.writeHead(range === null ? 200 : 206, {
    ...HEADERS,
    ETag: etag,
    'Content-Type': contentTypeOf(name),
    'Content-Length': end - start + 1,
    'Accept-Ranges': 'bytes',
    ...(range === null
      ? {}
      : { 'Content-Range': `bytes ${String(start)}-${String(end)}/${String(found.bytes)}` }),
  });
  // A response that has closed while the file was looked up would not close the file.
  if (request.method === 'HEAD' || response.destroyed) {
    response.end();
    return;
  }
  const stream = found.stream(range ?? undefined);
  stream.on('error', (error) => response.destroy(error));
  response.on('close', () => stream.destroy());
  stream.pipe(response);
}

/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the single byte range of a request (RFC 9110, section 14). Video players need ranges.
 *
 * @returns null to send the whole file, including when the header is not understood; 'none' when
 *   the file has no such bytes.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const last = Number(to);
    return last === 0 ? 'none' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'none' : { start, end };
}
