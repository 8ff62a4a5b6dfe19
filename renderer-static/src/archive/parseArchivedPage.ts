import type { Kit, Page } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import { countJson } from '@cobble/engine/parsing';
import { ArchiveProblem } from './ArchiveProblem.ts';
import type { ArchiveLimits } from './archiveLimits.ts';
import { pageProblemIn } from './pageProblemIn.ts';

/** The greatest nesting of objects and arrays: more than a page has. */
const MAX_JSON_DEPTH = 200;

/**
 * Parses the JSON of a page in an archive.
 *
 * @param slug the page's slug in the manifest
 * @param path the path of its file, named in problems
 * @returns the page as stored, and migrated to the current version
 * @throws ArchiveProblem `archive_too_large`, `archive_invalid_json`, `archive_invalid_page`,
 *   `page_newer_than_editor`
 */
export function parseArchivedPage(
  bytes: Uint8Array,
  { slug, path }: { readonly slug: string; readonly path: string },
  { kits, limits }: { readonly kits: readonly Kit[]; readonly limits: ArchiveLimits },
): { readonly stored: Page; readonly page: Page } {
  const json = parseJsonFile(bytes, path, limits);
  let page: Page;
  try {
    ({ page } = migratePage(json, { kits }));
  } catch (error) {
    throw pageProblemIn(path, error);
  }
  const stored = json as Page;
  if (stored.slug !== slug)
    throw new ArchiveProblem(
      'archive_invalid_page',
      path,
      'has a slug that differs from its file name',
      { field: 'slug' },
    );
  return { stored, page };
}

/**
 * Parses a JSON file of an archive. Its values are counted first, because parsing blocks the
 * process.
 *
 * @throws ArchiveProblem `archive_too_large`, `archive_invalid_json`
 */
export function parseJsonFile(
  bytes: Uint8Array,
  path: string,
  { maxJsonValues }: ArchiveLimits,
): unknown {
  const { values, depth } = countJson(bytes);
  if (values > maxJsonValues)
    throw new ArchiveProblem(
      'archive_too_large',
      path,
      `has more than ${String(maxJsonValues)} values`,
    );
  if (depth > MAX_JSON_DEPTH)
    throw new ArchiveProblem('archive_invalid_json', path, 'is nested too deeply');
  const text = decodeText(bytes, path).replace(/^\ufeff/, '');
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveProblem('archive_invalid_json', path, 'is not valid JSON');
  }
}

/** @throws ArchiveProblem `archive_invalid_json` */
export function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ArchiveProblem('archive_invalid_json', path, 'is not UTF-8');
  }
}
