import { mapThings } from './mapThings.ts';
import type { LegacyPage, Migration, MigrationContext } from './Migration.ts';

/**
 * Runs migrations in order. Their changes to single blocks are deferred until a migration needs the
 * whole page, or until the end; then each block passes through all deferred changes at once.
 */
export function runMigrations(
  page: LegacyPage,
  migrations: readonly Migration[],
  context: MigrationContext,
): LegacyPage {
  let migrated = page;
  let deferred: Migration[] = [];
  for (const migration of migrations) {
    const { migratePage, migrateFields } = migration;
    if (migratePage) {
      migrated = withBlocks(migrated, deferred, context);
      deferred = [];
      migrated = migratePage(migrated, context);
    }
    if (migrateFields) {
      const { things, ...fields } = migrated;
      migrated = { ...migrateFields(fields, context), things };
    }
    if (migration.migrateBlock) deferred.push(migration);
  }
  return withBlocks(migrated, deferred, context);
}

function withBlocks(
  page: LegacyPage,
  migrations: readonly Migration[],
  context: MigrationContext,
): LegacyPage {
  if (migrations.length === 0) return page;
  // Warnings are reported by version, as if each migration had run on all blocks before the next.
  const warningLists = migrations.map((): Parameters<MigrationContext['warn']>[] => []);
  const contexts = warningLists.map((warnings): MigrationContext => ({
    ...context,
    warn: (...warning) => void warnings.push(warning),
  }));
  const things = mapThings(page.things, (block) => {
    let migrated = block;
    for (let index = 0; index < migrations.length; index++)
      migrated =
        migrations[index]?.migrateBlock?.(migrated, contexts[index] ?? context) ?? migrated;
    return migrated;
  });
  for (const warnings of warningLists) for (const warning of warnings) context.warn(...warning);
  return things === page.things ? page : { ...page, things };
}
