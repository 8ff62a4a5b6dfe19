import { INDEX_SLUG } from '@cobble/engine';
import { ARCHIVE, pageFile, pageJsonFile } from './archiveNames.ts';
import type { PageUses } from './exportPage.ts';
import type { SiteWarning } from './Site.ts';
import type { SiteFrame } from './SiteFrame.ts';
import { mergeLookedUp } from './SiteLookups.ts';
import { makeManifest } from './siteManifest.ts';
import { pageAddress, renderedSiteOf } from './sitePages.ts';
import { notFoundHtml, robotsTxt, sitemapXml } from './siteTexts.ts';
import { type ArchiveFile, fileOf } from './zip/zipFormat.ts';

/** The files of an archive that do not belong to a page. */
export interface SiteFiles {
  /** The 404 page, `robots.txt`, the sitemap and the feed. */
  readonly texts: readonly ArchiveFile[];
  /** Paths of the assets and fonts that the pages use, in the archive's order. */
  readonly paths: readonly string[];
  readonly manifest: ArchiveFile;
  readonly warnings: readonly SiteWarning[];
}

/**
 * Makes the files of a site that do not belong to a page. `exportSite` writes, in this order: the
 * pages' HTML, `texts`, the files at `paths`, the pages' JSON, and the manifest.
 *
 * @param uses what each page uses, in the order of `frame.pages`
 */
export function exportSiteFiles(frame: SiteFrame, uses: readonly PageUses[]): SiteFiles {
  const warnings: SiteWarning[] = [];
  const wanted = new Set(uses.flatMap(({ paths }) => paths));
  const paths = withoutCaseDuplicates([...wanted].sort(), warnings);
  const { url, includesHidden, rendering, feed, pages } = frame;
  const manifest = makeManifest({
    url,
    includesHidden,
    origins: [...new Set(uses.flatMap(({ origins }) => origins))].sort(),
    attributionUrl: rendering.attributionUrl ?? null,
    safeMode: rendering.safeMode ?? false,
    site: renderedSiteOf(frame),
    hasFeed: feed !== null,
    pages: pages.map(({ slug, isShown, isPublished }) => ({
      slug,
      json: pageJsonFile(slug),
      html: isShown ? pageFile(slug) : null,
      isPublished,
    })),
    ...mergeLookedUp(uses),
  });
  return {
    texts: textsOf(frame),
    paths,
    manifest: fileOf(ARCHIVE.manifest, `${JSON.stringify(manifest, null, 2)}\n`),
    warnings,
  };
}

function textsOf({ url, pages, rendering, feed }: SiteFrame): readonly ArchiveFile[] {
  const texts: ArchiveFile[] = [];
  const shown = pages.filter(({ isShown }) => isShown);
  const hasIndexPage = shown.some(({ slug }) => slug.toLowerCase() === INDEX_SLUG);
  const indexPath = url === null ? '/' : new URL(url).pathname;
  if (!shown.some(({ slug }) => pageFile(slug).toLowerCase() === ARCHIVE.notFound))
    texts.push(
      fileOf(
        ARCHIVE.notFound,
        notFoundHtml(rendering.site?.name, hasIndexPage ? indexPath : null, rendering.messages),
      ),
    );
  const hasSitemap = url !== null && shown.length > 0;
  texts.push(
    fileOf(ARCHIVE.robots, robotsTxt(shown.length > 0, hasSitemap ? url + ARCHIVE.sitemap : null)),
  );
  if (hasSitemap)
    texts.push(
      fileOf(
        ARCHIVE.sitemap,
        sitemapXml(
          shown.map(({ slug, updatedAt }) => ({ address: pageAddress(url, slug), updatedAt })),
        ),
      ),
    );
  if (feed !== null) texts.push(fileOf(ARCHIVE.feed, feed));
  return texts;
}

/**
 * Keeps the first of several names that differ only in case, because many file systems ignore case.
 */
function withoutCaseDuplicates(
  paths: readonly string[],
  warnings: SiteWarning[],
): readonly string[] {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const isFree = !seen.has(path.toLowerCase());
    if (!isFree)
      warnings.push({
        code: 'asset_name_unusable',
        path,
        message: 'differs from another name only in case, and is left out',
      });
    seen.add(path.toLowerCase());
    return isFree;
  });
}
