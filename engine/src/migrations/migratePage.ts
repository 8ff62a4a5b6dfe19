import type { Kit } from '../blocks/Kit.ts';
import { readKits } from '../blocks/readKits.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson, isRecord, JsonProblem } from '../model/json.ts';
import type { Page } from '../model/Page.ts';
import { pageProblem } from '../parsing/pageProblem.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { finishPage, finishValidPage } from './finish/finishPage.ts';
import { holdsOldColors } from './legacy/holdsOldColors.ts';
import { isPlainJson } from './legacy/isPlainJson.ts';
import { readLegacyPage } from './legacy/readLegacyPage.ts';
import type { JsonRecord, LegacyPage, MigrationContext, MigrationWarning } from './Migration.ts';
import { migrations } from './migrations.ts';
import { compareVersions, readPageVersion } from './pageVersion.ts';
import { runMigrations } from './runMigrations.ts';

/** Options of {@link migratePage}. */
export interface MigratePageOptions {
  /** Blocks of third parties, whose content is checked by their own definitions. */
  readonly kits?: readonly Kit[];
  /**
   * Hosts whose links count as the site's own, with or without a port: links on the same site open
   * in the same tab, all others in a new one. Paths and anchors are the site's own without it.
   */
  readonly siteHosts?: readonly string[];
}

/** A page in the current version. */
export interface MigratedPage {
  readonly page: Page;
  /** The version that it came in; `0.0.0` when it named none. */
  readonly from: string;
  /**
   * Whether it came in an older version, or names this one in other words (`0.7`), or had colours
   * that are none mended; then it has publishable changes.
   */
  readonly migrated: boolean;
  /** What could not be kept as it was. Empty for most pages, and for those of today. */
  readonly warnings: readonly MigrationWarning[];
}

/**
 * Brings a page of any version to the current one and checks it. A page of the current version is
 * what `parsePage` makes of it. An older one, or one that names this version in other words, or
 * colours by words that stand for none, is read into today's form, runs through the migrations
 * between its version and this one, and is brought within today's limits: damaged blocks are mended
 * rather than lost, each block stays where it was, fields and types that nobody knows survive, and
 * `warnings` names what could not be kept. The outcome is deeply frozen, passes `parsePage`, and is
 * the same for the same input.
 *
 * @throws CobbleError `page_newer_than_editor` for a page that a newer editor has written: it is to
 *   be opened read-only, as published, and the editor to be reloaded (details: `version`,
 *   `editorVersion`); and, with `details.path`, all that `parsePage` throws. Never anything else,
 *   whatever the input
 */
export function migratePage(json: unknown, options: MigratePageOptions = {}): MigratedPage {
  readKits(options.kits);
  try {
    if (!isRecord(json)) throw pageProblem([], 'must be a page');
    const from = readPageVersion(json);
    const order = compareVersions(from, EDITOR_VERSION);
    if (order > 0)
      throw new CobbleError('page_newer_than_editor', `was made by editor ${from}`, {
        details: { path: 'settings.editorVersion', version: from, editorVersion: EDITOR_VERSION },
      });
    // `0.7` or `v0.7.0` is this version in words that a page of it does not use: mended as an older one.
    const page = order === 0 && isStamped(json) ? ofToday(json, options) : null;
    if (page) return { page, from, migrated: false, warnings: [] };
    return { ...migrateAny(json, from, options), from, migrated: true };
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem)
      throw pageProblem(error.path, error.message, { cause: error });
    // A getter or a proxy that throws: the input's doing, not ours.
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}

/** Null for a page with words for colours that stand for none: mended as an older one, too. */
function ofToday(json: JsonRecord, options: MigratePageOptions): Page | null {
  try {
    return parsePage(json, options);
  } catch (error) {
    if (holdsOldColors(json)) return null;
    throw error;
  }
}

function isStamped({ settings }: JsonRecord): boolean {
  return isRecord(settings) && settings.editorVersion === EDITOR_VERSION;
}

/** One list, as definitions are remembered by it. */
const NO_KITS: readonly Kit[] = [];

/**
 * Most pages are plain and sound: they are read in place, and copied once, when they are checked. The
 * others are copied first, without what could reach a prototype, and mended.
 */
function migrateAny(
  json: JsonRecord,
  from: string,
  options: MigratePageOptions,
): Pick<MigratedPage, 'page' | 'warnings'> {
  const quick = isPlainJson(json) ? migrate(json, from, options, finishValidPage) : null;
  if (quick?.page) return { page: quick.page, warnings: quick.warnings };
  // NaN is null then, as in JSON.
  const copy = copyJson(json, { nonFiniteAsNull: true }) as JsonRecord;
  return migrate(copy, from, options, finishPage);
}

function migrate<Outcome>(
  json: JsonRecord,
  from: string,
  { kits = NO_KITS, siteHosts = [] }: MigratePageOptions,
  finish: (page: LegacyPage, context: MigrationContext) => Outcome,
): { readonly page: Outcome; readonly warnings: readonly MigrationWarning[] } {
  const warnings: MigrationWarning[] = [];
  const context: MigrationContext = {
    kits,
    siteHosts: new Set(siteHosts.map((host) => host.trim().toLowerCase())),
    warn: (path, code) => {
      warnings.push({ path: path.join('.').slice(0, 400), code });
    },
  };
  const later = migrations.filter(({ version }) => compareVersions(version, from) > 0);
  const page = runMigrations(readLegacyPage(json, from, context), later, context);
  return { page: finish(page, context), warnings };
}
