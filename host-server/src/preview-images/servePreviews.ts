import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageAddress } from '../http/addresses.ts';
import { matchesEtag } from '../http/encoding.ts';
import { sendBytes } from '../http/sendBytes.ts';
import { publicCacheHeaders } from '../publishing/serve/pageHeaders.ts';
import type { ServedPage } from '../publishing/render/renderPublication.ts';
import type { PublishedPages } from '../publishing/serve/PublishedPages.ts';
import type { ShareImageSender } from '../publishing/serve/servePublishedPages.ts';
import type { FoundPreview, PreviewImages } from './PreviewImages.ts';
import { PREVIEW_CONTENT_TYPE, type PreviewKind } from './previewSizes.ts';

/** How soon a client may retry while an image is being painted, seconds. */
export const PREVIEW_RETRY_SECONDS = 5;

/** The policy of an image that is opened as a document. */
const IMAGE_CSP =
  "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox";

/** A request for the preview of a page. */
export interface PreviewRequest {
  readonly address: PageAddress;
  /** The network address whose turn a lookup takes. */
  readonly requester: string;
  readonly response: ServerResponse;
}

/** Dependencies for serving previews of public pages. */
export interface PublicPreviewServices {
  readonly publishedPages: Pick<PublishedPages, 'find' | 'invalidate'>;
  readonly previewImages: Pick<PreviewImages, 'find'>;
}

/**
 * Finds a preview image for anyone: only public pages have one, and it shows the publication that
 * visitors get. Private, restricted and disabled pages have none.
 */
export async function findPublicPreview(
  { publishedPages, previewImages }: PublicPreviewServices,
  { address, requester, response }: PreviewRequest,
  kind: PreviewKind,
): Promise<FoundPreview> {
  const findFor = ({ pageId, bytes: { etag } }: ServedPage): Promise<FoundPreview> =>
    previewImages.find(pageId, kind, { etag, requester }, response);
  const found = await publishedPages.find(address, requester);
  if (found.kind !== 'public') return { kind: 'none' };
  const preview = await findFor(found);
  if (preview.kind !== 'changed') return preview;
  // The page was published again in between, so access is checked again.
  publishedPages.invalidate(address);
  const again = await publishedPages.find(address, requester);
  if (again.kind !== 'public') return { kind: 'none' };
  return findFor(again);
}

/**
 * Sends a preview image, or 304 when the client has it already. Returns false, and sends nothing,
 * when there is none, or none yet. When the client has left, returns true.
 *
 * @param options.headers further headers, such as how long the image may be cached.
 */
export function sendPreview(
  request: IncomingMessage,
  response: ServerResponse,
  {
    found,
    headers,
  }: { readonly found: FoundPreview; readonly headers: Readonly<Record<string, string>> },
): boolean {
  // Thousands may leave at once while they wait.
  if (response.destroyed) return true;
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
  } else sendBytes(request, response, 200, PREVIEW_CONTENT_TYPE, found.content, all);
  return true;
}

/** Creates the sender of share images on page hosts. */
export function createShareImageSender(services: PublicPreviewServices): ShareImageSender {
  return async (request, response, { address, requester, headers }) => {
    const found = await findPublicPreview(services, { address, requester, response }, 'share');
    const cached = { ...headers, ...publicCacheHeaders(false) };
    if (sendPreview(request, response, { found, headers: cached })) return;
    const isBusy = found.kind !== 'none';
    response.writeHead(isBusy ? 503 : 404, {
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Length': 0,
      ...(isBusy ? { 'Retry-After': String(PREVIEW_RETRY_SECONDS) } : {}),
    });
    response.end();
  };
}
