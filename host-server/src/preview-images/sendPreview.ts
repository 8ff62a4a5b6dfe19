import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from '../publishing/encoding.ts';
import { sendPlain } from '../shared/sendPlain.ts';
import type { FoundPreview } from './PreviewImages.ts';
import { PREVIEW_CONTENT_TYPE } from './previewSizes.ts';

/** How soon who asked for an image that is being painted may ask again, in seconds. */
export const PREVIEW_RETRY_SECONDS = 5;

/** What an image that is opened by itself may do. */
const IMAGE_CSP = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Sends an image, or says that the asker has it already; false where there is none to send. */
export function sendPreview(
  request: IncomingMessage,
  response: ServerResponse,
  {
    found,
    headers,
  }: {
    readonly found: FoundPreview;
    /** How long it may be kept, among others. */
    readonly headers: Readonly<Record<string, string>>;
  },
): boolean {
  if (found.kind !== 'found') return false;
  const etag = `"${found.name}"`;
  const all = {
    ...headers,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': IMAGE_CSP,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  if (matchesEtag(request.headers['if-none-match'], [etag])) {
    response.writeHead(304, all);
    response.end();
  } else sendPlain(request, response, 200, PREVIEW_CONTENT_TYPE, found.content, all);
  return true;
}
