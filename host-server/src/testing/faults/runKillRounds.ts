import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { withDatabase } from '../../database/databaseUrl.ts';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { migrations } from '../../database/migrations/index.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { copyCluster } from '../copyCluster.ts';
import { freePort } from '../freePort.ts';
import { FaultySite, seededRandom } from './FaultySite.ts';
import { ServerProcess } from './ServerProcess.ts';

/** At which step a server is killed. */
export const KILL_POINTS = ['publish', 'commit', 'compression', 'purge', 'migration'] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** How often each outcome occurred. */
export interface KillCounts {
  rounds: number;
  /** The complete old page was served afterwards. */
  old: number;
  /** The complete new page was served afterwards. */
  new: number;
  /** The author got a success response before the server was killed. */
  acknowledged: number;
  /** By the step during which the kill was meant to happen. */
  readonly aimed: Record<KillPoint, number>;
  /** By the state at the time of the kill, as far as it is visible from outside. */
  readonly hit: {
    /** Committed, but not yet stored as a file. */
    betweenCommitAndFile: number;
    /** Published, but not yet recompressed. */
    duringCompression: number;
    /** The CDN had received the purge but not responded yet. */
    duringPurge: number;
    /** Not all of the migrations had run. */
    partlyMigrated: number;
  };
}

/**
 * Kills a publishing server with SIGKILL at a different moment each round, and restarts it. Checks
 * each time that visitors get the complete old or new page with its own tag, that the draft matches
 * it, that an acknowledged publish is not lost, and that the CDN is purged eventually. In every
 * eighth round, kills a server that migrates an empty database instead.
 *
 * @throws Error on the first violation.
 */
export async function runKillRounds(options: {
  readonly rounds: number;
  readonly seed: number;
  readonly builtMain: string | null;
  /** Receives a line of progress for each round. */
  readonly log?: (line: string) => void;
}): Promise<KillCounts> {
  const { rounds, seed, builtMain, log } = options;
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-faults-`));
  await copyCluster(join(folder, 'postgres'));
  const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres') });
  const knex = openDatabase(postgres.url);
  const counts: KillCounts = {
    ...{ rounds: 0, old: 0, new: 0, acknowledged: 0 },
    aimed: { publish: 0, commit: 0, compression: 0, purge: 0, migration: 0 },
    hit: { betweenCommitAndFile: 0, duringCompression: 0, duringPurge: 0, partlyMigrated: 0 },
  };
  let site: FaultySite | null = null;
  try {
    site = await FaultySite.create({
      ...{ folder, builtMain },
      env: { DATABASE_URL: postgres.url },
      upgradeAuthor: async () => {
        await knex('accounts').update({ roles: ['plus'] });
      },
    });
    const pageId = site.pageId;
    const started = performance.now();
    const first = site.next(random);
    await site.checkConsistency(first, await site.publish(first));
    const publishMs = performance.now() - started;
    await site.waitForPurges(knex, true);

    const published = async (): Promise<{ revision: number; brotli_quality: number } | null> => {
      const rows = await knex('published_pages')
        .where({ page_id: pageId })
        .select<{ revision: number; brotli_quality: number }[]>('revision', 'brotli_quality');
      return rows[0] ?? null;
    };
    for (let round = 0; round < rounds; round += 1) {
      // Every second round aims at one of the other steps, in turn.
      const point: KillPoint =
        round % 2 === 0 ? 'publish' : (KILL_POINTS[1 + (((round - 1) / 2) % 4)] ?? 'publish');
      counts.rounds += 1;
      counts.aimed[point] += 1;
      if (point === 'migration') {
        const wasPartial = await runMigrationRound({
          ...{ folder, builtMain, random },
          adminUrl: postgres.adminUrl,
          urlOf: (name) => withDatabase(postgres.adminUrl, name),
        });
        if (wasPartial) counts.hit.partlyMigrated += 1;
        continue;
      }
      const target = site.next(random);
      const { revision } = site;
      if (point === 'purge') site.delaysPurges = true;
      const arrived = new Promise<void>((resolve) => {
        if (site !== null) site.onPurge = resolve;
      });
      const call = { isOver: false };
      const sent = site.publish(target).then((response) => {
        call.isOver = true;
        return response;
      });
      if (point === 'publish') await sleep(random() * publishMs * 1.2);
      else if (point === 'purge') await arrived;
      else {
        while (!call.isOver && (await published())?.revision === revision);
        if (point === 'compression') await sent;
        if (point === 'compression') await sleep(random() * 60);
      }
      await site.server.kill();
      const response = await sent;
      const state = await published();
      if (response?.status === 200) counts.acknowledged += 1;
      if (state !== null && state.revision !== revision) {
        if (!(await site.isStoredAsFile(folder))) counts.hit.betweenCommitAndFile += 1;
        if (state.brotli_quality < 11) counts.hit.duringCompression += 1;
        if (site.delaysPurges) counts.hit.duringPurge += 1;
      }
      site.delaysPurges = false;
      site.server.launch();
      await site.server.waitUntilHealthy();
      const { served } = await site.checkConsistency(target, response);
      if (served === target) counts.new += 1;
      else counts.old += 1;
      await site.waitForPurges(knex, served === target);
      log?.(`${String(round + 1)} of ${String(rounds)}: ${point}, ${JSON.stringify(counts.hit)}`);
    }
    return counts;
  } finally {
    await site?.close();
    await knex.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Time that all migrations take on a fast machine. */
const MIGRATION_MS = 250;

/**
 * Kills a server while it migrates an empty database, and restarts it. Each migration must have run
 * exactly once then.
 *
 * @returns whether not all of them had run when it was killed.
 * @throws Error if the second start does not bring the database up to date, or a migration has run
 *   twice.
 */
async function runMigrationRound(options: {
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
    await sleep(random() * MIGRATION_MS);
    await server.kill();
    const ran = await appliedMigrations(knex);
    server.launch();
    await server.waitUntilHealthy();
    const now = await appliedMigrations(knex);
    const all = migrations.map((each) => each.name);
    // A built server may be older or newer than these sources.
    if (builtMain === null && now.join() !== all.join())
      throw new Error(`Only these migrations have run: ${now.join()}`);
    if (now.length === 0 || new Set(now).size !== now.length)
      throw new Error(`A migration has run twice: ${now.join()}`);
    await knex('cdn_purges').select('id');
    return ran.length < now.length;
  } finally {
    await server.kill();
    await knex.destroy();
    await admin.raw(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.destroy();
  }
}

async function appliedMigrations(knex: Knex): Promise<readonly string[]> {
  const rows = await knex('knex_migrations').orderBy('id').select<{ name: string }[]>('name');
  return rows.map(({ name }) => name);
}
