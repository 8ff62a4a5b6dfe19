import type { Page } from '@cobble/engine';
import { type FontLookup, isPremiumFont } from '@cobble/engine/fonts';
import type { ImageLookup, Post, Site, SitePage } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { isLocalHost } from '../configuration/index.ts';
import { findPageEmbedThumbnails } from '../embed-thumbnails/findEmbedThumbnails.ts';
import type { FontLibrary } from '../fonts/FontLibrary.ts';
import type { Addresses } from '../http/addresses.ts';
import type { UploadSpool } from '../http/UploadSpool.ts';
import type { ImageDecoder } from '../images/ImageDecoder.ts';
import type { VariantMaker } from '../images/VariantMaker.ts';
import { findPageImages } from '../images/findImages.ts';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { presentPage } from '../pages/pageConversions.ts';
import { findPublished, findRevision } from '../pages/repositories/pageRevisions.ts';
import { findPageById, listPages } from '../pages/repositories/pages.ts';
import { listPosts, findPagePosts } from '../posts/repositories/posts.ts';
import { renderingOf } from '../publishing/render/renderPublication.ts';
import { feedOf } from '../publishing/serve/siteFiles.ts';
import type { Clock } from '../shared/clock.ts';
import { findSiteById } from '../sites/repositories/siteContexts.ts';
import { canonicalUrl, effectiveSite, type SiteContext } from '../sites/SiteContext.ts';

/** Dependencies for exporting and importing sites. */
export interface ArchiveServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly fonts: FontLibrary;
  readonly media: MediaStore;
  readonly images: Pick<VariantMaker, 'start'>;
  readonly imageDecoder: ImageDecoder;
  readonly uploadSpool: UploadSpool;
}

/**
 * A consistent snapshot of an account's site for export: the publication of published pages, the
 * newest draft of the others. It contains no passwords.
 */
export async function siteToExport(
  services: ArchiveServices,
  account: AccountRow,
  { includesHidden, url }: { readonly includesHidden: boolean; readonly url: string | null },
): Promise<Site> {
  return services.knex.transaction((snapshot) => collect(snapshot), {
    isolationLevel: 'repeatable read',
    readOnly: true,
  });

  async function collect(snapshot: Knex): Promise<Site> {
    const { addresses } = services;
    const site = await findSiteById(snapshot, account.site.id);
    if (site === null) throw new Error('An account has no site');
    const sitePages = await pagesOf(snapshot, account, site);
    const pages = sitePages.map(({ page }) => page);
    const rendering = renderingOf(site, {
      addresses,
      fonts: allowedFonts(services.fonts.lookUp, site),
      posts: await findPostsOfPages(snapshot, pages),
      images: await findImagesOfPages(snapshot, pages),
    });
    const isLocal = isLocalHost(new URL(addresses.appOrigin).hostname);
    return {
      pages: sitePages,
      // A local address is useless to others.
      rendering: isLocal ? { ...rendering, attributionUrl: null } : rendering,
      url,
      includesHidden,
      origins: originsOf(services, site),
      feed: url === null || !site.isPublic ? null : await feedAt(snapshot, services, site, url),
    };
  }
}

async function pagesOf(
  knex: Knex,
  account: AccountRow,
  site: SiteContext,
): Promise<readonly SitePage[]> {
  const pages: SitePage[] = [];
  const summaries = await listPages(knex, account.id);
  for (const { ID } of [...summaries].sort((a, b) => a.ID - b.ID)) {
    const row = await findPageById(knex, ID);
    const published = await findPublished(knex, ID);
    const revision = published?.revision ?? row?.revision ?? 0;
    const document = await findRevision(knex, ID, revision);
    if (row === null || document === null) continue;
    const isPublished = published !== null && site.isPublic;
    const { isPublished: _, ...page } = presentPage(row, document, revision, isPublished);
    pages.push({ page, isPublished });
  }
  return pages;
}

/** Excludes premium families that the plan does not include; text uses the fallbacks instead. */
function allowedFonts(fonts: FontLookup, site: SiteContext): FontLookup {
  if (effectiveSite(site).hasPremiumFonts) return fonts;
  return (family) => (isPremiumFont(family) ? null : fonts(family));
}

async function findPostsOfPages(
  knex: Knex,
  pages: readonly Page[],
): Promise<(accountId: number) => readonly Post[]> {
  const lookups: ((accountId: number) => readonly Post[])[] = [];
  for (const page of pages) lookups.push(await findPagePosts(knex, page));
  return (accountId) => {
    for (const lookup of lookups) {
      const posts = lookup(accountId);
      if (posts.length > 0) return posts;
    }
    return [];
  };
}

async function findImagesOfPages(knex: Knex, pages: readonly Page[]): Promise<ImageLookup> {
  const lookups: ImageLookup[] = [];
  for (const page of pages)
    lookups.push(await findPageImages(knex, page), await findPageEmbedThumbnails(knex, page));
  return (url) => {
    for (const lookup of lookups) {
      const image = lookup(url);
      if (image !== null) return image;
    }
    return null;
  };
}

/** The site's current origins: links to them are rewritten to its files. */
function originsOf({ addresses }: ArchiveServices, site: SiteContext): readonly string[] {
  const ownUrl = addresses.urlOf({ site: { slug: site.siteSlug }, slug: 'main' });
  const primaryUrl = canonicalUrl(addresses, site, 'main');
  return [...new Set([ownUrl, primaryUrl].map((address) => new URL(address).origin))];
}

async function feedAt(
  knex: Knex,
  { addresses }: ArchiveServices,
  site: SiteContext,
  url: string,
): Promise<string | null> {
  const home = new URL(url).href;
  const self = new URL('feed.xml', home.endsWith('/') ? home : `${home}/`).href;
  return feedOf(await listPosts(knex, site.accountId), site, addresses, { home, self });
}
