import { isPremiumFont } from '@cobble/engine/fonts';
import { type FramedPage, siteRootOf } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { isLocalHost } from '../configuration/index.ts';
import type { FontLibrary } from '../fonts/FontLibrary.ts';
import type { Addresses } from '../http/addresses.ts';
import type { BodyTurns } from '../http/BodyTurns.ts';
import type { UploadSpool } from '../http/UploadSpool.ts';
import type { ImageDecoder } from '../images/ImageDecoder.ts';
import type { VariantMaker } from '../images/VariantMaker.ts';
import type { MediaStore } from '../media-store/MediaStore.ts';
import { findPublished } from '../pages/repositories/pageRevisions.ts';
import { findPageById, listPageIds, type PageRow } from '../pages/repositories/pages.ts';
import { listPosts } from '../posts/repositories/posts.ts';
import { feedOf } from '../publishing/serve/siteFiles.ts';
import type { Clock } from '../shared/clock.ts';
import { findSiteById } from '../sites/repositories/siteContexts.ts';
import { canonicalUrl, effectiveSite, type SiteContext } from '../sites/SiteContext.ts';
import type { ArchiveWorkers } from './ArchiveWorkers.ts';
import type { FrameInputs } from './tasks.ts';

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
  readonly archiveWorkers: ArchiveWorkers;
  readonly uploadSpool: UploadSpool;
  readonly bodyTurns: BodyTurns;
}

/** A page to export, without its document. */
export interface PageToExport {
  readonly row: PageRow;
  readonly revision: number;
  /** Whether any revision is published, and the site is public. */
  readonly isPublished: boolean;
  /** Whether visitors can see it without a password; others are exported as JSON only. */
  readonly isShown: boolean;
}

/** A site to export, without the documents of its pages. */
export interface SiteToExport {
  readonly frame: FrameInputs;
  /** In the order of `frame.pages`. */
  readonly pages: readonly PageToExport[];
  /** The font families that the plan includes and whose files exist. */
  readonly fonts: readonly string[];
}

/**
 * A consistent snapshot of an account's site for export: the publication of published pages, the
 * newest draft of the others. It contains no passwords. Documents are read afterwards, by their
 * revisions, which do not change.
 *
 * @throws CobbleError site_invalid_url.
 */
export async function siteToExport(
  services: ArchiveServices,
  account: AccountRow,
  { includesHidden, url }: { readonly includesHidden: boolean; readonly url: string | null },
): Promise<SiteToExport> {
  const root = url === null ? null : siteRootOf(url);
  return services.knex.transaction((snapshot) => collect(snapshot), {
    isolationLevel: 'repeatable read',
    readOnly: true,
  });

  async function collect(snapshot: Knex): Promise<SiteToExport> {
    const { addresses } = services;
    const site = await findSiteById(snapshot, account.site.id);
    if (site === null) throw new Error('An account has no site');
    const all = await pagesOf(snapshot, account, site);
    const pages = includesHidden ? all : all.filter(({ isShown }) => isShown);
    const { showsAttribution, runsCode, hasPremiumFonts, rendered } = effectiveSite(site);
    // A local address is useless to others.
    const isLocal = isLocalHost(new URL(addresses.appOrigin).hostname);
    const usable = services.fonts.usable();
    return {
      pages,
      // Text in premium families that the plan does not include uses the fallbacks.
      fonts: hasPremiumFonts ? usable : usable.filter((family) => !isPremiumFont(family)),
      frame: {
        pages: pages.map(framed),
        rendering: {
          attributionUrl: showsAttribution && !isLocal ? addresses.appOrigin : null,
          safeMode: !runsCode,
          site: rendered,
        },
        url: root,
        includesHidden,
        origins: originsOf(services, site),
        feed: url === null || !site.isPublic ? null : await feedAt(snapshot, services, site, url),
      },
    };
  }
}

async function pagesOf(
  knex: Knex,
  account: AccountRow,
  site: SiteContext,
): Promise<readonly PageToExport[]> {
  const pages: PageToExport[] = [];
  const ids = await listPageIds(knex, account.id);
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = await findPageById(knex, id);
    if (row === null) continue;
    const published = await findPublished(knex, id);
    const isPublished = published !== null && site.isPublic;
    const isShown = isPublished && row.isPublic && !row.isRestricted && !row.isDisabled;
    const revision = published?.revision ?? row.revision;
    pages.push({ row, revision, isPublished, isShown });
  }
  return pages;
}

function framed({ row, isPublished, isShown }: PageToExport): FramedPage {
  return { slug: row.slug, updatedAt: row.updatedAt.toISOString(), isPublished, isShown };
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
