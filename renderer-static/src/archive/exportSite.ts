import { CobbleError } from '@cobble/engine';
import type { Post } from '../RenderOptions.ts';
import { ARCHIVE } from './archiveNames.ts';
import { checkExport } from './checkArguments.ts';
import { exportPage, exportPageJson, type PageUses } from './exportPage.ts';
import { exportSiteFiles } from './exportSiteFiles.ts';
import type {
  ExportProgress,
  ReadSiteFile,
  Site,
  SitePage,
  SiteRendering,
  SiteWarning,
} from './Site.ts';
import { frameOf } from './SiteFrame.ts';
import { isShown } from './sitePages.ts';
import type { ArchiveFile } from './zip/zipFormat.ts';

/** Inputs and callbacks of an export. */
export interface ExportSiteOptions {
  readonly read: ReadSiteFile;
  readonly onWarning?: ((warning: SiteWarning) => void) | undefined;
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
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
  const pages = site.includesHidden ? site.pages : site.pages.filter(isShown);
  const frame = frameOf({ ...site, rendering: withSamePosts(site.rendering) }, pages);
  for (const page of site.pages.filter((each) => !isShown(each)))
    warn({ code: 'page_withheld', path: page.page.slug, message: `is ${hiddenAs(page)}` });

  const json: ArchiveFile[] = [];
  const uses: PageUses[] = [];
  for (const [index, each] of pages.entries()) {
    onProgress({ phase: 'pages', done: index, total: pages.length });
    const exported = exportPage(each, frame);
    exported.warnings.forEach(warn);
    json.push(exportPageJson(each.page));
    uses.push(exported.uses);
    yield* exported.html;
  }
  onProgress({ phase: 'pages', done: pages.length, total: pages.length });
  const { texts, paths, manifest, warnings } = exportSiteFiles(frame, uses);
  yield* texts;

  warnings.forEach(warn);
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
  yield manifest;
}

/** Looks up an account's posts once, so that all pages show the same ones; never invalidated. */
function withSamePosts(rendering: SiteRendering): SiteRendering {
  const { posts: postsOf } = rendering;
  if (postsOf === undefined) return rendering;
  const found = new Map<number, readonly Post[]>();
  const posts = (accountId: number): readonly Post[] => {
    const known = found.get(accountId) ?? postsOf(accountId);
    found.set(accountId, known);
    return known;
  };
  return { ...rendering, posts };
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

function withoutRepeats(report: (warning: SiteWarning) => void): (warning: SiteWarning) => void {
  const reported = new Set<string>();
  return (warning) => {
    const key = JSON.stringify([warning.code, warning.path, warning.uuid]);
    if (!reported.has(key)) report(warning);
    reported.add(key);
  };
}
