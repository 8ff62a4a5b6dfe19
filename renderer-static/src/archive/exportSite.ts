import { CobbleError, EDITOR_VERSION, INDEX_SLUG, type Page, parseUrl } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { field } from '../page/readFields.ts';
import { ARCHIVE, assetFile, pageFile, pageJsonFile } from './archiveNames.ts';
import { assetsIn } from './assetsIn.ts';
import { checkExport } from './checkArguments.ts';
import { pageProblemIn } from './pageProblemIn.ts';
import { renderForArchive } from './renderForArchive.ts';
import type { ExportProgress, ReadSiteFile, Site, SitePage, SiteWarning } from './Site.ts';
import { SiteLookups } from './SiteLookups.ts';
import { makeManifest } from './siteManifest.ts';
import { isShown, pageAddress, renderedSiteOf } from './sitePages.ts';
import { notFoundHtml, robotsTxt, sitemapXml } from './siteTexts.ts';
import type { ArchiveFile } from './zip/zipFormat.ts';

/** Inputs and callbacks of an export. */
export interface ExportSiteOptions {
  readonly read: ReadSiteFile;
  readonly onWarning?: (warning: SiteWarning) => void;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/**
 * Generates the files of a site one by one, for `writeZip` or a folder: HTML pages that any static
 * host can serve, everything they load, and their JSON. Links between pages are relative and point
 * to the files, each page contains its policy, and nothing is loaded from the exporting server. The
 * same site always gives the same files, even after a round trip through `importSite`.
 *
 * @throws CobbleError, with `details.path`, when the first file is requested: `input_invalid` for an
 * argument, a field of the site or an option in `site.rendering` that is missing or has the wrong
 * type, `site_invalid_url`, `site_duplicate_slug`, `kit_invalid`; then ArchiveProblem
 * `page_newer_than_editor` or `archive_invalid_page` for a page that cannot be rendered. An error
 * that a function of the site or the options throws is passed on
 */
export async function* exportSite(
  site: Site,
  options: ExportSiteOptions,
): AsyncGenerator<ArchiveFile, void, undefined> {
  checkExport(site, options);
  const { read, onWarning = () => undefined, onProgress = () => undefined } = options;
  const warn = withoutRepeats(onWarning);
  requireUniqueSlugs(site);
  const url = siteRootOf(site.url);
  const pages = site.includesHidden ? site.pages : site.pages.filter(isShown);
  for (const page of site.pages.filter((each) => !isShown(each)))
    warn({ code: 'page_withheld', path: page.page.slug, message: `is ${hiddenAs(page)}` });

  const shown = site.pages.filter(isShown).map(({ page }) => page);
  const lookups = new SiteLookups(site.rendering);
  const wanted = new Set<string>();
  const origins = new Set<string>();
  const wantAsset = (address: string): boolean => {
    const path = assetFile(address);
    if (path !== null) wanted.add(path);
    return path !== null;
  };
  const json: ArchiveFile[] = [];
  for (const [index, each] of pages.entries()) {
    onProgress({ phase: 'pages', done: index, total: pages.length });
    const text = `${JSON.stringify(each.page, null, 2)}\n`;
    json.push(fileOf(pageJsonFile(each.page.slug), text));
    // Render the parsed JSON, which is exactly what an import would read (JSON has no -0).
    const stored = JSON.parse(text) as Page;
    assetsIn(stored).forEach(wantAsset);
    if (!isShown(each)) continue;
    const rendered = renderForArchive(migrated(stored, site), {
      site,
      url,
      shown,
      lookups,
      wantAsset,
      wantFont: (path) => wanted.add(path),
      useOrigin: (origin) => origins.add(origin),
      warn,
    });
    yield* rendered;
  }
  onProgress({ phase: 'pages', done: pages.length, total: pages.length });
  yield* textsOf(site, url, shown);

  const paths = withoutCaseDuplicates([...wanted].sort(), warn);
  for (const [index, path] of paths.entries()) {
    onProgress({ phase: 'files', done: index, total: paths.length });
    const bytes = await read(path);
    if (bytes !== null) yield { path, bytes };
    else if (path.startsWith(`${ARCHIVE.fonts}/`))
      warn({
        code: 'font_missing',
        path,
        message: 'is not available: its text uses a fallback font',
      });
    else warn({ code: 'asset_missing', path, message: 'is not available' });
  }
  onProgress({ phase: 'files', done: paths.length, total: paths.length });

  yield* json;
  const { rendering, feed } = site;
  const manifest = makeManifest({
    url,
    includesHidden: site.includesHidden,
    origins: [...origins].sort(),
    attributionUrl: rendering.attributionUrl ?? null,
    safeMode: rendering.safeMode ?? false,
    site: renderedSiteOf(site),
    hasFeed: feed !== null,
    pages: pages.map((each) => ({
      slug: each.page.slug,
      json: pageJsonFile(each.page.slug),
      html: isShown(each) ? pageFile(each.page.slug) : null,
      isPublished: each.isPublished,
    })),
    ...lookups.results,
  });
  yield fileOf(ARCHIVE.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
}

function hiddenAs({ page }: SitePage): string {
  if (page.isDisabled) return 'disabled';
  if (page.isRestricted === true) return 'restricted: passwords are not exported';
  if (!page.isPublic) return 'private';
  return 'not published';
}

function requireUniqueSlugs({ pages }: Site): void {
  const seen = new Set<string>();
  for (const [index, { page }] of pages.entries()) {
    const slug = page.slug.toLowerCase();
    if (seen.has(slug))
      throw new CobbleError('site_duplicate_slug', `Two pages have the slug ${page.slug}`, {
        details: { path: `pages.${String(index)}.slug` },
      });
    seen.add(slug);
  }
}

/** Parses an http(s) URL and normalises it to a folder that ends with a slash. */
function siteRootOf(url: string | null): string | null {
  if (url === null) return null;
  const parsed = /^https?:\/\//i.test(url) ? parseUrl(url) : null;
  if (parsed === null || parsed.username !== '' || parsed.password !== '')
    throw new CobbleError('site_invalid_url', 'The site URL must be an http or https URL', {
      details: { path: 'url' },
    });
  return `${parsed.origin}${parsed.pathname.replace(/\/*$/, '/')}`;
}

/** Migrates a page to the current version. */
function migrated(page: Page, { rendering }: Site): Page {
  if (field(page.settings, 'editorVersion') === EDITOR_VERSION) return page;
  try {
    return migratePage(page, { kits: rendering.kits ?? [] }).page;
  } catch (error) {
    throw pageProblemIn(pageJsonFile(page.slug), error);
  }
}

function* textsOf(site: Site, url: string | null, shown: readonly Page[]): Generator<ArchiveFile> {
  const hasIndexPage = shown.some(({ slug }) => slug.toLowerCase() === INDEX_SLUG);
  const indexPath = url === null ? '/' : new URL(url).pathname;
  if (!shown.some(({ slug }) => pageFile(slug).toLowerCase() === ARCHIVE.notFound))
    yield fileOf(
      ARCHIVE.notFound,
      notFoundHtml(
        site.rendering.site?.name,
        hasIndexPage ? indexPath : null,
        site.rendering.messages,
      ),
    );
  const hasSitemap = url !== null && shown.length > 0;
  yield fileOf(
    ARCHIVE.robots,
    robotsTxt(shown.length > 0, hasSitemap ? url + ARCHIVE.sitemap : null),
  );
  if (hasSitemap)
    yield fileOf(
      ARCHIVE.sitemap,
      sitemapXml(
        shown.map(({ slug, updatedAt }) => ({ address: pageAddress(url, slug), updatedAt })),
      ),
    );
  if (site.feed !== null) yield fileOf(ARCHIVE.feed, site.feed);
}

/**
 * Keeps the first of several names that differ only in case, because many file systems ignore case.
 */
function withoutCaseDuplicates(
  paths: readonly string[],
  warn: (warning: SiteWarning) => void,
): readonly string[] {
  const seen = new Set<string>();
  return paths.filter((path) => {
    const isFree = !seen.has(path.toLowerCase());
    if (!isFree)
      warn({
        code: 'asset_name_unusable',
        path,
        message: 'differs from another name only in case, and is left out',
      });
    seen.add(path.toLowerCase());
    return isFree;
  });
}

function withoutRepeats(report: (warning: SiteWarning) => void): (warning: SiteWarning) => void {
  const reported = new Set<string>();
  return (warning) => {
    const key = JSON.stringify([warning.code, warning.path, warning.uuid]);
    if (!reported.has(key)) report(warning);
    reported.add(key);
  };
}

function fileOf(path: string, text: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(text) };
}
