import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Page } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import type { Addresses } from '../app/addresses.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A page as it is served: ready in each encoding. */
export interface Publication {
  readonly html: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  /** Of the HTML, without quotes; each encoding adds its own ending. */
  readonly etag: string;
  /** The Content-Security-Policy that the document lives with. */
  readonly csp: string;
}

/** Renders and compresses a page, so that serving it is only sending bytes. */
export async function preparePublication(
  page: Page,
  addresses: Pick<Addresses, 'appOrigin' | 'pageUrl'>,
): Promise<Publication> {
  const rendered = renderPage(page, {
    url: addresses.pageUrl(page.site.slug, page.slug),
    attributionUrl: addresses.appOrigin,
    assetBaseUrl: '',
    fontBaseUrl: '/fonts',
  });
  const html = Buffer.from(rendered.html);
  const [brotli, gzipped] = await Promise.all([
    toBrotli(html, {
      params: {
        // Quality 4 is as fast as gzip and smaller; a person is waiting.
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    toGzip(html, { level: 6 }),
  ]);
  const hash = createHash('sha256').update(rendered.csp).update('\0').update(html);
  return {
    html,
    brotli,
    gzip: gzipped,
    etag: hash.digest('base64url').slice(0, 22),
    csp: rendered.csp,
  };
}
