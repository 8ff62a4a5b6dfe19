import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { migrations } from '../../database/migrations/index.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { freePort } from '../freePort.ts';
import { ServerProcess } from './ServerProcess.ts';

/** What all of the migrations take on a fast machine. */
const MIGRATING_MS = 250;

/**
 * Kills a server while it migrates an empty database, and starts it again: it must come up with
 * every migration run, each once.
 *
 * @returns whether a part of them had run at the moment of death.
 * @throws where the second start does not bring the database up to date.
 */
export async function runMigrationRound(options: {
  readonly folder: string;
  readonly builtMain: string | null;
  readonly random: () => number;
  readonly adminUrl: string;
  readonly urlOf: (database: string) => string;
}): Promise<boolean> {
  const { folder, builtMain, random, adminUrl, urlOf } = options;
  const name = `cobble_fault_${randomBytes(6).toString('hex')}`;
  const admin = openDatabase(adminUrl);
  await admin.raw(`CREATE DATABASE ${name}`);
  const knex = openDatabase(urlOf(name));
  const server = new ServerProcess({
    port: await freePort(),
    builtMain,
    env: {
      TEST_ROOT: folder,
      COBBLE_DATA: join(folder, name),
      COBBLE_FETCH_FONTS: '0',
      COBBLE_FETCH_PICTURES: '0',
      DATABASE_URL: urlOf(name),
    },
  });
  try {
    server.launch();
    while (!(await knex.schema.hasTable('knex_migrations')));
    await sleep(random() * MIGRATING_MS);
    await server.kill();
    const ran = await namesOf(knex);
    server.launch();
    await server.isWhole();
    const now = await namesOf(knex);
    const all = migrations.map((each) => each.name);
    // The built server may be a little older or newer than these sources.
    if (builtMain === null && now.join() !== all.join())
      throw new Error(`Migrated is only ${now.join()}`);
    if (now.length === 0 || new Set(now).size !== now.length)
      throw new Error(`Migrated twice: ${now.join()}`);
    await knex('cdn_purges').select('id');
    return ran.length < now.length;
  } finally {
    await server.kill();
    await knex.destroy();
    await admin.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.destroy();
  }
}

async function namesOf(knex: Knex): Promise<readonly string[]> {
  const rows = await knex('knex_migrations').orderBy('id').select<{ name: string }[]>('name');
  return rows.map(({ name }) => name);
}
