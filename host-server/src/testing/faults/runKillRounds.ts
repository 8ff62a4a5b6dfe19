import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabase } from '../../database/databaseUrl.ts';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { copyCluster } from '../copyCluster.ts';
import { FaultySite } from './FaultySite.ts';
import { seededRandom } from './seededRandom.ts';
import { runMigrationRound } from './runMigrationRound.ts';

/** When a server is killed. */
export const KILL_POINTS = ['publish', 'commit', 'compression', 'purge', 'migration'] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** How often what happened. */
export interface KillCounts {
  rounds: number;
  /** The page of before was found afterwards, whole. */
  old: number;
  /** The page of after was. */
  new: number;
  /** The author had been told that it was published before the server died. */
  answered: number;
  /** By the point that was aimed at. */
  readonly aimed: Record<KillPoint, number>;
  /** By what was true at the moment of death, as far as it can be seen from outside. */
  readonly hit: {
    /** Committed, and not yet kept as a file. */
    betweenCommitAndFile: number;
    /** Published, and not yet compressed further. */
    whileCompressing: number;
    /** The CDN had been told and had not answered. */
    whilePurging: number;
    /** A part of the migrations had run. */
    halfMigrated: number;
  };
}

/**
 * Kills a server with SIGKILL while it publishes, again and again, each time at another moment, and
 * starts it again. After each death: what is served is the old page whole or the new page whole
 * with its own tag, the draft is the one of that page, what was said to be published is, and the CDN
 * is told in the end.
 *
 * @throws at the first thing found against that.
 */
export async function runKillRounds(options: {
  readonly rounds: number;
  readonly seed: number;
  readonly builtMain: string | null;
  /** Takes a line for the person at the terminal. */
  readonly log?: (line: string) => void;
}): Promise<KillCounts> {
  const { rounds, seed, builtMain, log } = options;
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-faults-`));
  await copyCluster(join(folder, 'postgres'));
  const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres') });
  const knex = openDatabase(postgres.url);
  const counts: KillCounts = {
    ...{ rounds: 0, old: 0, new: 0, answered: 0 },
    aimed: { publish: 0, commit: 0, compression: 0, purge: 0, migration: 0 },
    hit: { betweenCommitAndFile: 0, whileCompressing: 0, whilePurging: 0, halfMigrated: 0 },
  };
  let site: FaultySite | null = null;
  try {
    site = await FaultySite.create({
      ...{ folder, builtMain },
      env: { DATABASE_URL: postgres.url },
      promote: async () => {
        await knex('accounts').update({ roles: ['plus'] });
      },
    });
    const pageId = site.pageId;
    const started = performance.now();
    const calm = site.next(random);
    await site.check(calm, await site.publish(calm));
    const publishMs = performance.now() - started;
    await site.told(knex, true);

    const published = async (): Promise<{ revision: number; brotli_quality: number } | null> => {
      const rows = await knex('published_pages')
        .where({ page_id: pageId })
        .select<{ revision: number; brotli_quality: number }[]>('revision', 'brotli_quality');
      return rows[0] ?? null;
    };
    for (let round = 0; round < rounds; round += 1) {
      // Every fifth aims at a point of its own, in turn.
      const point: KillPoint =
        round % 2 === 0 ? 'publish' : (KILL_POINTS[1 + (((round - 1) / 2) % 4)] ?? 'publish');
      counts.rounds += 1;
      counts.aimed[point] += 1;
      if (point === 'migration') {
        const wasHalf = await runMigrationRound({
          ...{ folder, builtMain, random },
          adminUrl: postgres.adminUrl,
          urlOf: (name) => withDatabase(postgres.adminUrl, name),
        });
        if (wasHalf) counts.hit.halfMigrated += 1;
        continue;
      }
      const target = site.next(random);
      const { revision } = site;
      if (point === 'purge') site.holdsPurges = true;
      const arrived = new Promise<void>((resolve) => {
        if (site !== null) site.purgeArrived = resolve;
      });
      const call = { isOver: false };
      const sent = site.publish(target).then((answer) => {
        call.isOver = true;
        return answer;
      });
      if (point === 'publish') await sleep(random() * publishMs * 1.2);
      else if (point === 'purge') await arrived;
      else {
        while (!call.isOver && (await published())?.revision === revision);
        if (point === 'compression') await sent;
        if (point === 'compression') await sleep(random() * 60);
      }
      await site.server.kill();
      const answer = await sent;
      const state = await published();
      if (answer?.status === 200) counts.answered += 1;
      if (state !== null && state.revision !== revision) {
        if (!(await site.isKept(folder))) counts.hit.betweenCommitAndFile += 1;
        if (state.brotli_quality < 11) counts.hit.whileCompressing += 1;
        if (site.holdsPurges) counts.hit.whilePurging += 1;
      }
      site.holdsPurges = false;
      site.server.launch();
      await site.server.isWhole();
      const { served } = await site.check(target, answer);
      if (served === target) counts.new += 1;
      else counts.old += 1;
      await site.told(knex, served === target);
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
