import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { connect } from '../database/connect.ts';
import { withDatabase } from '../database/databaseUrl.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { afterAllTests } from './mochaHooks.ts';
import { testServerUrl } from './testServer.ts';

/** A migrated database for a single test. */
export interface TestDatabase {
  readonly knex: Knex;
  /** For code that opens its own connections. */
  readonly url: string;
  /** Closes `knex` and drops the database, even while other clients are connected. */
  readonly drop: () => Promise<void>;
}

let template: Promise<string> | null = null;

/**
 * Creates an empty, migrated database from a template, in about 50 ms. Call it in `beforeEach` (or
 * in `before` if the tests only read) and call `drop()` in the matching `afterEach` or `after`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await testServerUrl();
  template ??= createTemplate(server);
  const name = databaseName();
  await runStatement(server, `CREATE DATABASE ${name} TEMPLATE ${await template}`);
  const url = withDatabase(server, name);
  const knex = openDatabase(url);
  return {
    knex,
    url,
    drop: async () => {
      await knex.destroy();
      await runStatement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function createTemplate(server: string): Promise<string> {
  const name = databaseName();
  await runStatement(server, `CREATE DATABASE ${name}`);
  afterAllTests(() => runStatement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const knex = openDatabase(withDatabase(server, name));
  try {
    await migrate(knex);
  } finally {
    // Postgres cannot copy a database that has open connections.
    await knex.destroy();
  }
  return name;
}

function databaseName(): string {
  return `cobble_test_${randomBytes(8).toString('hex')}`;
}

async function runStatement(server: string, statement: string): Promise<void> {
  const client = await connect(server, 'cobble tests');
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
