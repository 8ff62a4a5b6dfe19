import type { Knex } from 'knex';
import { StartupError } from '../shared/StartupError.ts';
import type { Migration } from './migrations/Migration.ts';
import { migrations as allMigrations } from './migrations/index.ts';

/** The key of our advisory lock in Postgres: 'cobble' in base 36. */
const advisoryLock = Number.parseInt('cobble', 36);

/**
 * Migrates the database to this Cobble's schema. When several processes start at once, one migrates
 * and the others wait.
 *
 * @param knex with at least two connections in its pool.
 * @param migrations all migrations, in order. Tests may pass their own.
 * @returns the names of those that ran now.
 * @throws StartupError `migration_failed`: a migration failed (and all that ran now were rolled
 *   back), or a newer Cobble created the database.
 */
export async function migrate(
  knex: Knex,
  migrations: readonly Migration[] = allMigrations,
): Promise<readonly string[]> {
  return knex.transaction(async (lock) => {
    await lock.raw('SELECT pg_advisory_xact_lock(?)', [advisoryLock]);
    return runLatest(knex, migrations);
  });
}

async function runLatest(knex: Knex, migrations: readonly Migration[]): Promise<readonly string[]> {
  const migrationSource: Knex.MigrationSource<Migration> = {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: (migration) => migration.name,
    getMigration: (migration) => Promise.resolve(named(migration)),
  };
  try {
    // A process killed while migrating leaves knex's lock set; ours is released with its
    // transaction.
    await knex.migrate.forceFreeMigrationsLock({ migrationSource });
    const [, names] = (await knex.migrate.latest({ migrationSource })) as [number, string[]];
    return names;
  } catch (error) {
    throw describe(error);
  }
}

/** Adds the migration's name, which knex leaves out, to its errors. */
function named({ name, up, down }: Migration): Migration {
  const run = (step: Migration['up']) => async (knex: Knex) => {
    try {
      await step(knex);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${name} failed: ${why}`, { cause });
    }
  };
  return { name, up: run(up), down: run(down) };
}

function describe(error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  const missing = /following files are missing: (.*)$/.exec(reason)?.[1];
  const message =
    missing === undefined
      ? `The database could not be migrated: ${reason}`
      : `The database was created by a newer Cobble: this one does not know ${missing}. ` +
        `Start the newer version, or point COBBLE_DATA or DATABASE_URL at other data.`;
  return new StartupError('migration_failed', message.split('\n')[0] ?? message, { cause: error });
}
