import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Knex } from 'knex';
import { findEmbedThumbnailsByAddress } from '../../embed-thumbnails/findEmbedThumbnails.ts';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';
import { findImagesByName } from '../../images/findImages.ts';
import { findPostsByAccount } from '../../posts/repositories/posts.ts';
import type { Addresses } from '../../http/addresses.ts';
import type { Encoding } from '../../http/encoding.ts';
import type { CodeEmbedAddresses } from '../../code-embeds/CodeEmbedAddresses.ts';
import type { PageWorkers } from '../../page-workers/PageWorkers.ts';
import type { RenderInputs } from '../../page-workers/tasks.ts';
import type { PageReferences } from '../../pages/CheckedPage.ts';
import { isPainterInstalled } from '../../shared/isPainterInstalled.ts';
import {
  canonicalUrl,
  type SiteContext,
  servedSite,
  effectiveSite,
} from '../../sites/SiteContext.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** As fast as gzip, with a smaller result. The author is waiting. */
export const FIRST_BROTLI_QUALITY = 4;

/**
 * Maximum size of a page's HTML when it is published, in bytes: fifty times that of our largest
 * sample page. Without it, a few drawings take more than a third of the page cache.
 */
export const MAX_PUBLISHED_BYTES = 8 * 1024 * 1024;

/** A rendered page, ready in each encoding. */
export interface Publication {
  readonly html: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  /** The quality of `brotli`: 4 at first, 11 after recompression. */
  readonly brotliQuality: number;
  /** Without quotes; each compressed encoding appends a suffix. */
  readonly etag: string;
  /** The document's Content-Security-Policy. */
  readonly csp: string;
  /** See {@link contextKey}. */
  readonly context: string;
  /** The code of the page's code embeds, by address on the embeds host. */
  readonly codes: ReadonlyMap<string, string>;
}

/**
 * The part of a publication that serving needs. The HTML itself is not kept in memory: it takes
 * three times as much as both compressed bodies, and hardly any client asks for it.
 */
export interface ServedBytes extends Pick<
  Publication,
  'gzip' | 'brotli' | 'brotliQuality' | 'etag' | 'csp'
> {
  /** Size of the HTML, bytes. */
  readonly htmlLength: number;
}

/** The part of a publication that a response without a body needs. */
export interface PublicationHead extends Pick<ServedBytes, 'brotliQuality' | 'etag' | 'csp'> {
  /** Size of each encoding, in bytes. */
  readonly lengths: Readonly<Record<Encoding, number>>;
}

/** A published page without its bytes. */
export interface ServedHead {
  readonly pageId: number;
  readonly siteId: number;
  readonly head: PublicationHead;
}

/** A published page, ready to be sent. */
export interface ServedPage {
  readonly pageId: number;
  readonly siteId: number;
  readonly bytes: ServedBytes;
}

/** Dependencies for rendering a publication. */
export interface RenderServices {
  readonly addresses: Pick<Addresses, 'appOrigin' | 'urlOf' | 'embedsOrigin'>;
  readonly fonts: Pick<FontLibrary, 'usable'>;
  readonly codeEmbeds: CodeEmbedAddresses;
  readonly pageWorkers: PageWorkers;
}

/** A page to render. */
export interface PageToRender {
  readonly id: number;
  readonly slug: string;
  /** JSON of a `PageDocument`. */
  readonly document: string;
  readonly references: PageReferences;
}

/** Everything that a page's rendering depends on besides its document, as JSON. */
export type RenderInputsText = string;

/**
 * Collects what a page's rendering depends on. Features that the owner's plan does not include are
 * left out, such as code embeds, premium fonts and the site's icon.
 *
 * @param knex reads the posts and stored images that the page shows.
 */
export async function findRenderInputs(
  knex: Knex,
  { id, slug, references }: PageToRender,
  site: SiteContext,
  { addresses, fonts, codeEmbeds }: RenderServices,
): Promise<RenderInputsText> {
  const { imageNames, embedAddresses, postAccounts } = references;
  const thumbnails = await findEmbedThumbnailsByAddress(knex, embedAddresses);
  const uploads = await findImagesByName(knex, imageNames);
  const effective = effectiveSite(site);
  const inputs: RenderInputs = {
    ...{ pageId: id, slug, siteSlug: site.siteSlug },
    url: canonicalUrl(addresses, site, slug),
    attributionUrl: effective.showsAttribution ? addresses.appOrigin : null,
    safeMode: !effective.runsCode,
    hasPremiumFonts: effective.hasPremiumFonts,
    hasShareImage: isPainterInstalled(),
    site: servedSite(site),
    fonts: fonts.usable(),
    // In a fixed order, because texts are compared.
    images: [...thumbnails, ...uploads].sort(([a], [b]) => (a < b ? -1 : 1)),
    posts: [...(await findPostsByAccount(knex, postAccounts))],
    codeEmbeds: { secret: codeEmbeds.secret.toString('base64'), origin: codeEmbeds.origin },
  };
  return JSON.stringify(inputs);
}

/**
 * Renders and compresses a page, so that serving it only sends bytes.
 *
 * @param inputs of {@link findRenderInputs}.
 * @param options.context of the site that the inputs were collected for.
 * @param options.maxBytes of the HTML.
 * @throws ApiError err_payload_too_large for larger HTML, or another refusal of `PageWorkers`.
 */
export async function renderPublication(
  pageWorkers: PageWorkers,
  { document }: PageToRender,
  inputs: RenderInputsText,
  options: {
    readonly accountId: number;
    readonly context: string;
    readonly maxBytes: number;
  },
): Promise<Publication> {
  const { accountId, context, maxBytes } = options;
  const { html, csp, etag, codes } = await pageWorkers.render(
    accountId,
    inputs,
    document,
    maxBytes,
  );
  const [brotli, gzipped] = await Promise.all([
    toBrotli(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: FIRST_BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    toGzip(html, { level: 6 }),
  ]);
  return {
    ...{ html, brotli, gzip: gzipped, etag, csp, context, codes },
    brotliQuality: FIRST_BROTLI_QUALITY,
  };
}
