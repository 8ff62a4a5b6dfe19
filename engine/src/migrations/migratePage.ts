import type { AnyBlock } from '../blocks/AnyBlock.ts';
import type { Kit } from '../blocks/Kit.ts';
import { readKits } from '../blocks/readKits.ts';
import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkStrings, readOptions } from '../model/inputError.ts';
import { copyJson, isRecord, JsonProblem } from '../model/json.ts';
import type { Block } from '../model/Block.ts';
import type { Page } from '../model/Page.ts';
import { notAPage, pageProblem } from '../parsing/pageProblem.ts';
import { parsePage, parsePageInSteps } from '../parsing/parsePage.ts';
import { readKitBlocks } from '../parsing/readKitBlocks.ts';
import { finishPage, finishValidPage } from './finish/finishPage.ts';
import { hasInvalidColors } from './legacy/hasInvalidColors.ts';
import { isPlainJson } from './legacy/isPlainJson.ts';
import { readLegacyPage } from './legacy/readLegacyPage.ts';
import type {
  JsonRecord,
  LegacyPage,
  MigrationContext,
  MigrationWarning,
  ValueWarning,
} from './Migration.ts';
import { migrations } from './migrations.ts';
import { compareVersions, readPageVersion } from './pageVersion.ts';
import { runMigrations } from './runMigrations.ts';

/** Options of {@link migratePage}. */
export interface MigratePageOptions<Kits extends readonly Kit[] = readonly Kit[]> {
  /**
   * Third-party blocks. Content of an older version is migrated. A block that its kit cannot read is
   * kept as it is, with a warning.
   */
  readonly kits?: Kits | undefined;
  /**
   * Hosts of the site, with or without a port. A link without a target gets one: `_self` if it
   * leads to these hosts, otherwise `_blank`. Paths and anchors always belong to the site.
   */
  readonly siteHosts?: readonly string[] | undefined;
}

/** The result of {@link migratePage}. */
export interface MigratedPage<Blocks extends Block = Block> {
  /** The page in the current version. */
  readonly page: Page<Blocks>;
  /** The page's original version; `0.0.0` if it has none. */
  readonly from: string;
  /**
   * Whether the page was changed: it had an older version, another notation of the current one
   * (`0.7`), invalid colours, or blocks of an older version of a kit. It then has publishable
   * changes.
   */
  readonly migrated: boolean;
  /**
   * Values that could not be preserved (none for most pages, and for current ones), and blocks that
   * their kits cannot read, which are kept as they are.
   */
  readonly warnings: readonly MigrationWarning[];
}

/**
 * Migrates a page of any version to the current one and checks it. A current page gives the same
 * result as `parsePage`. An older one (or one with another notation of the current version, or with
 * invalid colours) is converted to the current shape, passes through the migrations after its
 * version, and is brought within the current limits: damaged blocks are repaired rather than lost,
 * blocks keep their positions, unknown fields and types survive, and `warnings` lists what could
 * not be kept. Blocks of older versions of `kits` are migrated in any page. The result is deeply
 * frozen, passes `parsePage`, and is the same for the same input.
 *
 * @throws CobbleError `page_newer_than_editor` for a page of a newer editor, to be shown read-only
 * until the editor is reloaded (details: `version`, `editorVersion`); `input_invalid` for an option
 * of the wrong type; and everything that `parsePage` throws, with `details.path`. Nothing else,
 * whatever the input
 */
export function migratePage<const Kits extends readonly Kit[] = readonly []>(
  json: unknown,
  options: MigratePageOptions<Kits> = {},
): MigratedPage<AnyBlock<Kits[number]>> {
  // The narrower type only adds the types of the content, which the definitions check.
  return migrateJson(json, options) as MigratedPage<AnyBlock<Kits[number]>>;
}

function migrateJson(json: unknown, options: MigratePageOptions): MigratedPage {
  readOptions('options', options, ['kits', 'siteHosts']);
  const kits = readKits(options.kits);
  const { siteHosts = [] } = options;
  checkStrings('options.siteHosts', siteHosts);
  try {
    if (!isRecord(json)) throw notAPage(json);
    const from = readPageVersion(json);
    const order = compareVersions(from, EDITOR_VERSION);
    if (order > 0)
      throw new CobbleError(
        'page_newer_than_editor',
        `settings.editorVersion: was saved by editor ${from}`,
        {
          details: { path: 'settings.editorVersion', version: from, editorVersion: EDITOR_VERSION },
        },
      );
    // `0.7` and `v0.7.0` are other notations of this version: repaired like an older page.
    const current = order === 0 && hasExactVersion(json) ? parseCurrentPage(json) : null;
    const read = current
      ? { page: current, warnings: [] }
      : migrateAny(json, from, { kits, siteHosts });
    const warnings: MigrationWarning[] = [...read.warnings];
    const page = readKitBlocks(read.page, kits, (warning) => warnings.push(warning));
    return { page, from, migrated: page !== current, warnings };
  } catch (error) {
    if (error instanceof CobbleError) throw error;
    if (error instanceof JsonProblem)
      throw pageProblem(error.path, error.message, { cause: error });
    // A getter or proxy in the input threw.
    throw pageProblem([], 'cannot be read', { cause: error });
  }
}

/**
 * {@link migratePage} for a page that was valid when it was stored, with a pause after each block if
 * it has the current version. A page of an older version is migrated without a pause.
 */
export function* migratePageInSteps(
  json: unknown,
  options: MigratePageOptions,
): Generator<undefined, MigratedPage, undefined> {
  const current = isCurrent(json) ? yield* parsePageInSteps(json) : null;
  if (!current) return migratePage(json, options);
  yield;
  const warnings: MigrationWarning[] = [];
  const page = readKitBlocks(current, readKits(options.kits), (warning) => warnings.push(warning));
  return { page, from: EDITOR_VERSION, migrated: page !== current, warnings };
}

function isCurrent(json: unknown): boolean {
  try {
    return isRecord(json) && hasExactVersion(json);
  } catch {
    // A getter has thrown.
    return false;
  }
}

/** Null for a page with invalid colour words, which is repaired like an older one. */
function parseCurrentPage(json: JsonRecord): Page | null {
  try {
    return parsePage(json);
  } catch (error) {
    if (hasInvalidColors(json)) return null;
    throw error;
  }
}

function hasExactVersion({ settings }: JsonRecord): boolean {
  return isRecord(settings) && settings.editorVersion === EDITOR_VERSION;
}

/**
 * Most pages are plain and valid: they are read in place and copied once, during validation. Others
 * are copied first, which rejects prototype keys, and repaired.
 */
function migrateAny(
  json: JsonRecord,
  from: string,
  options: Required<MigratePageOptions>,
): { readonly page: Page; readonly warnings: readonly ValueWarning[] } {
  const fast = isPlainJson(json) ? migrate(json, from, options, finishValidPage) : null;
  if (fast?.page) return { page: fast.page, warnings: fast.warnings };
  // NaN becomes null, as in JSON.
  const copy = copyJson(json, { nonFiniteAsNull: true }) as JsonRecord;
  return migrate(copy, from, options, finishPage);
}

function migrate<Outcome>(
  json: JsonRecord,
  from: string,
  { kits, siteHosts }: Required<MigratePageOptions>,
  finish: (page: LegacyPage, context: MigrationContext) => Outcome,
): { readonly page: Outcome; readonly warnings: readonly ValueWarning[] } {
  const warnings: ValueWarning[] = [];
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
