import { ok, type Page, type Result } from '@cobble/engine';
import { ArchiveProblem, type ArchiveProblemCode, asRefusal } from './ArchiveProblem.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits } from './archiveLimits.ts';
import { ARCHIVE } from './archiveNames.ts';
import { checkArchive, checkImportOptions } from './checkArguments.ts';
import { parseArchivedPage, parseJsonFile } from './parseArchivedPage.ts';
import { readManifest } from './siteManifest.ts';
import { readDirectory, type ZipEntry } from './zip/readDirectory.ts';
import { packedBytes, unpack } from './zip/readZip.ts';

/** A page of an {@link OpenedArchive}. */
export interface ArchivedPage {
  readonly slug: string;
  /** The file with its JSON. */
  readonly entry: ZipEntry;
}

/** An archive whose structure and manifest are valid, and whose other files are still packed. */
export interface OpenedArchive {
  /** In the site's order; slugs are unique ignoring case. */
  readonly pages: readonly ArchivedPage[];
  /** All files by path. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
}

/**
 * Reads the directory and the manifest of an untrusted archive, which is cheap: an import can refuse
 * it before anything else is unpacked. `unpackFile` and `readArchivedPage` read the files that are
 * needed, one at a time; others are never looked at, unlike in `importSite`.
 *
 * @throws CobbleError `input_invalid` for an argument of the wrong type
 */
export function openArchive(
  archive: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Result<OpenedArchive, ArchiveProblemCode> {
  checkArchive(archive);
  checkImportOptions({ limits });
  try {
    const entries = new Map(readDirectory(archive, limits).map((entry) => [entry.path, entry]));
    const file = entries.get(ARCHIVE.manifest);
    if (file === undefined) throw notASite();
    const json = parseJsonFile(unpack(file, packedBytes(file, archive)), file.path, limits);
    const pages = readManifest(json, entries.size).pages.map(({ slug, json: path }) => {
      const entry = entries.get(path);
      if (entry === undefined) throw missing(path);
      return { slug, entry };
    });
    return ok({ pages, entries });
  } catch (error) {
    return asRefusal(error);
  }
}

/**
 * Unpacks a file of an opened archive and checks it.
 *
 * @param packed the `entry.packedSize` bytes of the archive from `entry.start` on
 */
export function unpackFile(
  entry: ZipEntry,
  packed: Uint8Array,
): Result<Uint8Array, ArchiveProblemCode> {
  try {
    return ok(unpack(entry, packed));
  } catch (error) {
    return asRefusal(error);
  }
}

/**
 * Parses a page of an opened archive and migrates it to the current version. The values in its JSON
 * are counted before it is parsed.
 *
 * @param bytes the unpacked bytes of its file
 */
export function readArchivedPage(
  { slug, entry: { path } }: ArchivedPage,
  bytes: Uint8Array,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Result<Page, ArchiveProblemCode> {
  try {
    return ok(parseArchivedPage(bytes, { slug, path }, { kits: [], limits }).page);
  } catch (error) {
    return asRefusal(error);
  }
}

/** The problem of a ZIP without a manifest. */
export function notASite(): ArchiveProblem {
  return new ArchiveProblem('archive_not_a_site', ARCHIVE.manifest, 'is missing from the archive');
}

/** The problem of a missing file that the manifest names. */
export function missing(path: string): ArchiveProblem {
  return new ArchiveProblem('archive_invalid_manifest', path, 'is missing from the archive');
}
