import { type Kit, ok, type Page, type Result } from '@cobble/engine';
import { createFontLookup } from '@cobble/engine/fonts';
import { migratePage } from '@cobble/engine/migrations';
import type { ImageLookup } from '../images/Image.ts';
import { ArchiveProblem, type ArchiveProblemCode, asRefusal } from './ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archiveLimits.ts';
import { ARCHIVE } from './archiveNames.ts';
import { pageProblemIn } from './pageProblemIn.ts';
import type { ReadSiteFile, Site, SitePage } from './Site.ts';
import { readManifest, type SiteManifest } from './siteManifest.ts';
import { readZip } from './zip/readZip.ts';

/** Options of {@link importSite}. */
export interface ImportSiteOptions {
  readonly kits?: readonly Kit[];
  readonly limits?: ArchiveLimits;
}

/** A site read from an archive. */
export interface ImportedSite {
  /** Passed to `exportSite` with {@link read}, it gives the same archive again. */
  readonly site: Site;
  /** All files by path. Only the manifest and the pages' JSON have been validated. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Reads the site's assets and fonts. */
  readonly read: ReadSiteFile;
}

/**
 * Reads the archive of a site from an untrusted source. Only the pages' JSON is used: their HTML is
 * ignored and rendered again.
 *
 * @returns the site, or a refusal with `details.path` and `details.message`
 * @throws CobbleError `kit_invalid` for invalid kits
 */
export function importSite(
  archive: Uint8Array,
  options: ImportSiteOptions = {},
): Result<ImportedSite, ArchiveProblemCode> {
  try {
    return ok(siteOf(readZip(archive, options.limits ?? ARCHIVE_LIMITS), options));
  } catch (error) {
    return asRefusal(error);
  }
}

/** {@link importSite} for unpacked files. */
export function importFiles(
  files: ReadonlyMap<string, Uint8Array>,
  options: ImportSiteOptions = {},
): Result<ImportedSite, ArchiveProblemCode> {
  try {
    return ok(siteOf(files, options));
  } catch (error) {
    return asRefusal(error);
  }
}

function siteOf(
  files: ReadonlyMap<string, Uint8Array>,
  { kits = [] }: ImportSiteOptions,
): ImportedSite {
  if (!files.has(ARCHIVE.manifest))
    throw new ArchiveProblem('archive_not_a_site', ARCHIVE.manifest, 'is missing from the archive');
  const manifest = readManifest(jsonIn(files, ARCHIVE.manifest));
  const pages = manifest.pages.map((entry) => readPageIn(files, entry, kits));
  const families = new Set(manifest.fonts);
  const posts = new Map(Object.entries(manifest.posts));
  const images = new Map(Object.entries(manifest.images));
  const site: Site = {
    pages,
    url: manifest.url,
    includesHidden: manifest.includesHidden,
    origins: manifest.origins,
    feed: manifest.hasFeed ? textIn(files, ARCHIVE.feed) : null,
    rendering: {
      attributionUrl: manifest.attributionUrl,
      safeMode: manifest.safeMode,
      site: manifest.site,
      fonts: createFontLookup((family) => families.has(family)),
      posts: (accountId) => posts.get(String(accountId)) ?? [],
      ...(images.size > 0 ? { images: ((url) => images.get(url) ?? null) as ImageLookup } : {}),
      ...(kits.length > 0 ? { kits } : {}),
    },
  };
  return { site, files, read: (path) => Promise.resolve(files.get(path) ?? null) };
}

function readPageIn(
  files: ReadonlyMap<string, Uint8Array>,
  { slug, json: path, isPublished }: SiteManifest['pages'][number],
  kits: readonly Kit[],
): SitePage {
  const json = jsonIn(files, path);
  try {
    migratePage(json, { kits });
  } catch (error) {
    throw pageProblemIn(path, error);
  }
  const page = json as Page;
  if (page.slug !== slug)
    throw new ArchiveProblem(
      'archive_invalid_page',
      path,
      'has a slug that differs from its file name',
      {
        field: 'slug',
      },
    );
  return { page, isPublished };
}

function jsonIn(files: ReadonlyMap<string, Uint8Array>, path: string): unknown {
  try {
    return JSON.parse(textIn(files, path).replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof ArchiveProblem) throw error;
    throw new ArchiveProblem('archive_invalid_json', path, 'is not valid JSON');
  }
}

function textIn(files: ReadonlyMap<string, Uint8Array>, path: string): string {
  const bytes = files.get(path);
  if (bytes === undefined)
    throw new ArchiveProblem('archive_invalid_manifest', path, 'is missing from the archive');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ArchiveProblem('archive_invalid_json', path, 'is not UTF-8');
  }
}
