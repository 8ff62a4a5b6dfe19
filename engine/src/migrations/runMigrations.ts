import { mapThings } from './mapThings.ts';
import type { LegacyPage, Migration, MigrationContext } from './Migration.ts';

/**
 * Runs migrations in order. Their changes to single blocks are deferred until a migration has to
 * see the whole page, or to the end; then each block passes through all deferred changes at once.
 */
export function runMigrations(
  page: LegacyPage,
  migrations: readonly Migration[],
  context: MigrationContext,
): LegacyPage {
  let made = page;
  let waiting: Migration[] = [];
  for (const migration of migrations) {
    const { migratePage, migrateFields } = migration;
    if (migratePage) {
      made = withBlocks(made, waiting, context);
      waiting = [];
      made = migratePage(made, context);
    }
    if (migrateFields) {
      const { things, ...fields } = made;
      made = { ...migrateFields(fields, context), things };
    }
    if (migration.migrateBlock) waiting.push(migration);
  }
  return withBlocks(made, waiting, context);
}

function withBlocks(
  page: LegacyPage,
  migrations: readonly Migration[],
  context: MigrationContext,
): LegacyPage {
  if (migrations.length === 0) return page;
  // Reported by version, as if each migration had run on all blocks before the next.
  const told = migrations.map((): Parameters<MigrationContext['warn']>[] => []);
  const contexts = told.map((warnings): MigrationContext => ({
    ...context,
    warn: (...warning) => void warnings.push(warning),
  }));
  const things = mapThings(page.things, (block) => {
    let made = block;
    for (let place = 0; place < migrations.length; place++)
      made = migrations[place]?.migrateBlock?.(made, contexts[place] ?? context) ?? made;
    return made;
  });
  for (const warnings of told) for (const warning of warnings) context.warn(...warning);
  return things === page.things ? page : { ...page, things };
}
