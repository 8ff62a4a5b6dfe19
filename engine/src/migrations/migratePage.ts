import type { Kit } from '../blocks/builtinBlocks.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { isRecord } from '../model/isRecord.ts';
import type { Page } from '../model/Page.ts';
import { pageProblem } from '../model/pageProblem.ts';
import { parsePage } from '../model/parsePage.ts';

/** Options of {@link migratePage}. */
export interface MigratePageOptions {
  readonly kits?: readonly Kit[];
  /** Hosts whose links count as the site's own (links on the same site open in the same tab). */
  readonly siteHosts?: readonly string[];
}

/** A page in the current version. */
export interface MigratedPage {
  readonly page: Page;
  /** The version that it came in. */
  readonly from: string;
  /** Whether anything had to be changed; then the page has publishable changes. */
  readonly migrated: boolean;
}

/**
 * Brings a page of any version to the current one and checks it. So far 0.7.0 is the only version
 * that exists in the wild of this product; older pages are refused rather than guessed at.
 *
 * @throws CobbleError `page_newer_than_editor` for a page that a newer editor has written: it is to
 *   be opened read-only, as published, and the editor to be reloaded; `page_version_unsupported`
 *   for one older than 0.7.0 (details of both: `version`, `editorVersion`); and all that
 *   `parsePage` throws
 */
export function migratePage(json: unknown, options: MigratePageOptions = {}): MigratedPage {
  const from = readVersion(json);
  const order = compareVersions(from, EDITOR_VERSION);
  const details = { version: from, editorVersion: EDITOR_VERSION };
  if (order > 0)
    throw new CobbleError('page_newer_than_editor', `was made by editor ${from}`, { details });
  if (order < 0)
    throw new CobbleError('page_version_unsupported', `was made by editor ${from}`, { details });
  return { page: parsePage(json, options), from, migrated: false };
}

/** Less than zero when version `a` is older than `b`; versions are three numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let place = 0; place < 3; place++) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function readVersion(json: unknown): string {
  try {
    return versionOf(json);
  } catch (error) {
    // A getter or a proxy that throws.
    throw error instanceof CobbleError
      ? error
      : pageProblem([], 'cannot be read', { cause: error });
  }
}

function versionOf(json: unknown): string {
  const settings = isRecord(json) ? json.settings : undefined;
  const version = isRecord(settings) ? settings.editorVersion : undefined;
  if (typeof version === 'string' && /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version)) return version;
  throw pageProblem(['settings', 'editorVersion'], 'must be a version such as 0.7.0');
}
