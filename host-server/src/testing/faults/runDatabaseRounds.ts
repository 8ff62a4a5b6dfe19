import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { startDatabaseProxy } from '../startDatabaseProxy.ts';
import { copyCluster } from '../copyCluster.ts';
import { FaultySite } from './FaultySite.ts';
import { requireClearAnswer } from './requireClearAnswer.ts';
import { seededRandom } from './seededRandom.ts';

/** How often what happened. */
export interface DatabaseCounts {
  /** Postgres was killed with SIGKILL. */
  killed: number;
  /** The way to Postgres swallowed everything. */
  hung: number;
  /** How often the author was told that it is published, and that it cannot be just now. */
  published: number;
  refused: number;
  /** What was found afterwards. */
  old: number;
  new: number;
}

/**
 * Takes the database away from a running server while it publishes, by killing Postgres and by a way
 * to it that swallows everything, in turn. Meanwhile visitors get a whole page; the author gets an
 * answer that is clear; afterwards, without a restart of the server, page and draft are both of
 * before or both of after, and publishing works again.
 *
 * @throws at the first thing found against that.
 */
export async function runDatabaseRounds(options: {
  readonly rounds: number;
  readonly seed: number;
  readonly builtMain: string | null;
  readonly log?: (line: string) => void;
}): Promise<DatabaseCounts> {
  const { rounds, seed, builtMain, log } = options;
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-gone-`));
  await copyCluster(join(folder, 'postgres'));
  const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres') });
  const proxy = await startDatabaseProxy(postgres.url);
  const counts: DatabaseCounts = { killed: 0, hung: 0, published: 0, refused: 0, old: 0, new: 0 };
  let site: FaultySite | null = null;
  try {
    site = await FaultySite.create({
      ...{ folder, builtMain },
      env: { DATABASE_URL: proxy.url },
      async promote() {
        const knex = openDatabase(postgres.url);
        await knex('accounts').update({ roles: ['plus'] });
        await knex.destroy();
      },
    });
    const started = performance.now();
    const calm = site.next(random);
    await site.check(calm, await site.publish(calm));
    const publishMs = performance.now() - started;
    for (let round = 0; round < rounds; round += 1) {
      const target = site.next(random);
      const before = site.current;
      const sent = site.publish(target);
      await sleep(random() * publishMs);
      const hangs = round % 2 === 1;
      if (hangs) {
        proxy.hang();
        counts.hung += 1;
      } else {
        process.kill(postgres.pid, 'SIGKILL');
        counts.killed += 1;
      }
      await site.served([before, target]);
      const answer = await sent;
      if (answer?.status === 200) counts.published += 1;
      else {
        requireClearAnswer(answer);
        counts.refused += 1;
      }
      await site.served([before, target]);
      proxy.resume();
      await site.server.isWhole();
      const { served } = await site.check(target, answer);
      if (served === target) counts.new += 1;
      else counts.old += 1;
      await site.recovers(random);
      log?.(`${String(round + 1)} of ${String(rounds)}: ${JSON.stringify(counts)}`);
    }
    return counts;
  } finally {
    await site?.close();
    proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
