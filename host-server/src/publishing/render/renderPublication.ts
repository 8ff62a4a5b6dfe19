import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Page } from '@cobble/engine';
import type { FontLookup } from '@cobble/engine/fonts';
import {
  type ImageLookup,
  type Post,
  renderPage,
  type SiteRendering,
} from '@cobble/renderer-static';
import type { Knex } from 'knex';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';
import { findPageImages } from '../../images/findImages.ts';
import { findPagePosts } from '../../posts/repositories/posts.ts';
import type { Addresses } from '../../http/addresses.ts';
import type { CodeEmbedAddresses } from '../../code-embeds/CodeEmbedAddresses.ts';
import { shareImageOf } from '../../contract/index.ts';
import { isPainterInstalled } from '../../shared/isPainterInstalled.ts';
import {
  canonicalUrl,
  contextKey,
  type SiteContext,
  servedSite,
  effectiveSite,
} from '../../sites/SiteContext.ts';
import { withoutPremiumFonts } from '../../fonts/withoutPremiumFonts.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** As fast as gzip, with a smaller result. The author is waiting. */
export const FIRST_BROTLI_QUALITY = 4;

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

/** The part of a publication that serving needs. */
export type ServedBytes = Pick<
  Publication,
  'html' | 'gzip' | 'brotli' | 'brotliQuality' | 'etag' | 'csp'
>;

/** A published page, ready to be sent. */
export interface ServedPage {
  readonly pageId: number;
  readonly siteId: number;
  readonly bytes: ServedBytes;
}

/** Render options that publications and archives share. */
export function renderingOf(
  site: SiteContext,
  {
    addresses,
    ...lookups
  }: {
    readonly addresses: Pick<Addresses, 'appOrigin'>;
    readonly fonts: FontLookup;
    readonly posts: (accountId: number) => readonly Post[];
    readonly images: ImageLookup;
  },
): SiteRendering {
  const effective = effectiveSite(site);
  return {
    attributionUrl: effective.showsAttribution ? addresses.appOrigin : null,
    safeMode: !effective.runsCode,
    site: effective.rendered,
    ...lookups,
  };
}

/** Dependencies for rendering a publication. */
export interface RenderServices {
  readonly addresses: Pick<Addresses, 'appOrigin' | 'urlOf' | 'embedsOrigin'>;
  readonly fonts: Pick<FontLibrary, 'lookUp'>;
  readonly codeEmbeds: CodeEmbedAddresses;
}

/**
 * Renders and compresses a page, so that serving it only sends bytes. Features that the owner's
 * plan does not include are left out, such as code embeds, premium fonts and the site's icon.
 *
 * @param knex reads the posts and stored images that the page shows.
 * @param embedThumbnails finds the embed thumbnails of the page.
 */
export async function renderPublication(
  knex: Knex,
  page: Page,
  site: SiteContext,
  {
    addresses,
    fonts,
    codeEmbeds,
    embedThumbnails,
  }: RenderServices & { readonly embedThumbnails: ImageLookup },
): Promise<Publication> {
  const posts = await findPagePosts(knex, page);
  const uploads = await findPageImages(knex, page);
  const images: ImageLookup = (url) => uploads(url) ?? embedThumbnails(url);
  const codes = new Map<string, string>();
  const rendered = renderPage(
    effectiveSite(site).hasPremiumFonts ? page : withoutPremiumFonts(page),
    {
      ...renderingOf(site, { addresses, fonts: fonts.lookUp, posts, images }),
      site: servedSite(site),
      ...(isPainterInstalled() ? { shareImage: shareImageOf(page) } : {}),
      url: canonicalUrl(addresses, site, page.slug),
      assetBaseUrl: '',
      fontBaseUrl: '/fonts',
      sha256: (text) => createHash('sha256').update(text).digest('base64'),
      codeEmbedUrl: (_uuid, code) => {
        const address = codeEmbeds.addressOf('published', page.ID, code);
        codes.set(address, code);
        return codeEmbeds.urlOf(address);
      },
    },
  );
  const html = Buffer.from(rendered.html);
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
  const hash = createHash('sha256').update(rendered.csp).update('\0').update(html);
  return {
    html,
    brotli,
    brotliQuality: FIRST_BROTLI_QUALITY,
    gzip: gzipped,
    etag: hash.digest('base64url').slice(0, 22),
    csp: rendered.csp,
    context: contextKey(addresses, site),
    codes,
  };
}
