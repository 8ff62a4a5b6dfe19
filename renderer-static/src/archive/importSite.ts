import { type Kit, ok, readKits, type Result } from '@cobble/engine';
import { createFontLookup } from '@cobble/engine/fonts';
import type { ImageLookup } from '../images/Image.ts';
import { type ArchiveProblemCode, asRefusal } from './ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archiveLimits.ts';
import { ARCHIVE } from './archiveNames.ts';
import { checkArchive, checkFiles, checkImportOptions } from './checkArguments.ts';
import { missing, notASite } from './openArchive.ts';
import { decodeText, parseArchivedPage, parseJsonFile } from './parseArchivedPage.ts';
import type { ReadSiteFile, Site, SitePage } from './Site.ts';
import { readManifest, type SiteManifest } from './siteManifest.ts';
import { readZip } from './zip/readZip.ts';

/** Options of {@link importSite}. */
export interface ImportSiteOptions {
  readonly kits?: readonly Kit[] | undefined;
  readonly limits?: ArchiveLimits | undefined;
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
 * @throws CobbleError `input_invalid` for an argument or option of the wrong type, `kit_invalid` for
 * invalid kits (details: `path`)
 */
export function importSite(
  archive: Uint8Array,
  options: ImportSiteOptions = {},
): Result<ImportedSite, ArchiveProblemCode> {
  checkArchive(archive);
  checkImportOptions(options);
  try {
    return ok(siteOf(readZip(archive, options.limits ?? ARCHIVE_LIMITS), options));
  } catch (error) {
    return asRefusal(error);
  }
}

/** {@link importSite} for unpacked files. Of the limits, only `maxJsonValues` applies. */
export function importFiles(
  files: ReadonlyMap<string, Uint8Array>,
  options: ImportSiteOptions = {},
): Result<ImportedSite, ArchiveProblemCode> {
  checkFiles(files);
  checkImportOptions(options);
  try {
    return ok(siteOf(files, options));
  } catch (error) {
    return asRefusal(error);
  }
}

function siteOf(
  files: ReadonlyMap<string, Uint8Array>,
  { kits: given, limits = ARCHIVE_LIMITS }: ImportSiteOptions,
): ImportedSite {
  const kits = readKits(given);
  const file = files.get(ARCHIVE.manifest);
  if (file === undefined) throw notASite();
  const manifest = readManifest(parseJsonFile(file, ARCHIVE.manifest, limits), files.size);
  const pages = manifest.pages.map((entry) => readPageIn(files, entry, { kits, limits }));
  const families = new Set(manifest.fonts);
  const posts = new Map(Object.entries(manifest.posts));
  const images = new Map(Object.entries(manifest.images));
  const site: Site = {
    pages,
    url: manifest.url,
    includesHidden: manifest.includesHidden,
    origins: manifest.origins,
    feed: manifest.hasFeed ? decodeText(fileIn(files, ARCHIVE.feed), ARCHIVE.feed) : null,
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
  { kits, limits }: Required<ImportSiteOptions>,
): SitePage {
  const { stored } = parseArchivedPage(fileIn(files, path), { slug, path }, { kits, limits });
  return { page: stored, isPublished };
}

function fileIn(files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const bytes = files.get(path);
  if (bytes === undefined) throw missing(path);
  return bytes;
}
