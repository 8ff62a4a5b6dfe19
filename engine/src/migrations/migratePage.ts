import type { Kit } from '../blocks/Kit.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { copyJson, JsonProblem } from '../model/copyJson.ts';
import { isRecord } from '../model/isRecord.ts';
import type { Page } from '../model/Page.ts';
import { pageProblem } from '../model/pageProblem.ts';
import { parsePage } from '../model/parsePage.ts';
import { quickCopy, UNSURE, withinBudget } from '../model/quickCopy.ts';
import { finishPage } from './finish/finishPage.ts';
import { readLegacyPage } from './legacy/readLegacyPage.ts';
import type { JsonRecord, MigrationContext, MigrationWarning } from './Migration.ts';
import { migrations } from './migrations.ts';
import { compareVersions, readPageVersion } from './pageVersion.ts';

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
  /** Whether it came in an older version; then it has publishable changes. */
  readonly migrated: boolean;
  /** What could not be kept as it was. Empty for most pages, and for those of today. */
  readonly warnings: readonly MigrationWarning[];
}

/**
 * Brings a page of any version to the current one and checks it (editing-canvas.md section 4,
 * Migrations). A page of the current version is what `parsePage` makes of it. An older one is read
 * into today's form, runs through the migrations between its version and this one, and is brought
 * within today's limits: damaged blocks are mended rather than lost, each block stays where it was,
 * fields and types that nobody knows survive, and `warnings` names what could not be kept. The
 * outcome is deeply frozen, passes `parsePage`, and is the same for the same input.
 *
 * @throws CobbleError `page_newer_than_editor` for a page that a newer editor has written: it is to
 *   be opened read-only, as published, and the editor to be reloaded (details: `version`,
 *   `editorVersion`); and, with `details.path`, all that `parsePage` throws. Never anything else,
 *   whatever the input
 */
export function migratePage(json: unknown, options: MigratePageOptions = {}): MigratedPage {
  try {
    if (!isRecord(json)) throw pageProblem([], 'must be a page');
    const from = readPageVersion(json);
    const order = compareVersions(from, EDITOR_VERSION);
    if (order > 0)
      throw new CobbleError('page_newer_than_editor', `was made by editor ${from}`, {
        details: { path: 'settings.editorVersion', version: from, editorVersion: EDITOR_VERSION },
      });
    if (order === 0) return { page: parsePage(json, options), from, migrated: false, warnings: [] };
    return { ...migrate(copyOf(json), from, options), from, migrated: true };
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem)
      throw pageProblem(error.path, error.message, { cause: error });
    // A getter or a proxy that throws: the input's doing, not ours.
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}

/** A frozen copy without anything in it that could reach a prototype; NaN is null, as in JSON. */
function copyOf(json: JsonRecord): JsonRecord {
  const quick = withinBudget(() => quickCopy(json, 0));
  return (quick === UNSURE ? copyJson(json, { hasHoles: true }) : quick) as JsonRecord;
}

function migrate(
  copy: JsonRecord,
  from: string,
  { kits = [], siteHosts = [] }: MigratePageOptions,
): Pick<MigratedPage, 'page' | 'warnings'> {
  const warnings: MigrationWarning[] = [];
  const context: MigrationContext = {
    kits,
    siteHosts: new Set(siteHosts.map((host) => host.trim().toLowerCase())),
    warn: (path, code) => {
      warnings.push({ path: path.join('.').slice(0, 400), code });
    },
  };
  let page = readLegacyPage(copy, from, context);
  for (const { version, migrate: run } of migrations)
    if (compareVersions(version, from) > 0) page = run(page, context);
  return { page: finishPage(page, context), warnings };
}
