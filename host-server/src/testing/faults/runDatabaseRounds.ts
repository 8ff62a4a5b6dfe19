import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { startDatabaseProxy } from '../startDatabaseProxy.ts';
import { copyCluster } from '../copyCluster.ts';
import { FaultySite, requireRetryableError, seededRandom } from './FaultySite.ts';

/**
 * How the database fails. Killed: Postgres gets SIGKILL. Hung: its connections drop all traffic.
 * Unanswered: they do so once the COMMIT of the publish has been sent.
 */
const FAULTS = ['killed', 'hung', 'unanswered'] as const;

/** How often each outcome occurred. */
export interface DatabaseCounts {
  readonly faults: Record<(typeof FAULTS)[number], number>;
  /** The author's request succeeded, or failed with a retryable error. */
  published: number;
  refused: number;
  /** Which page was served afterwards. */
  old: number;
  new: number;
}

/**
 * Makes a server's database fail while the server publishes, with each of {@link FAULTS} in turn.
 * Checks that visitors get a complete page meanwhile and that the author's request succeeds or
 * fails with a retryable error. Then, without a restart of the server, page and draft are both old
 * or both new, and publishing works again.
 *
 * @throws Error on the first violation.
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
  const counts: DatabaseCounts = {
    faults: { killed: 0, hung: 0, unanswered: 0 },
    ...{ published: 0, refused: 0, old: 0, new: 0 },
  };
  let site: FaultySite | null = null;
  try {
    site = await FaultySite.create({
      ...{ folder, builtMain },
      env: { DATABASE_URL: proxy.url },
      async upgradeAuthor() {
        const knex = openDatabase(postgres.url);
        await knex('accounts').update({ roles: ['plus'] });
        await knex.destroy();
      },
    });
    const started = performance.now();
    const first = site.next(random);
    await site.checkConsistency(first, await site.publish(first));
    const publishMs = performance.now() - started;
    for (let round = 0; round < rounds; round += 1) {
      const target = site.next(random);
      const before = site.current;
      const fault = FAULTS[round % FAULTS.length] ?? 'killed';
      counts.faults[fault] += 1;
      const commit = fault === 'unanswered' ? proxy.loseNextCommit() : null;
      const sent = site.publish(target);
      await (commit ?? sleep(random() * publishMs));
      if (fault === 'hung') proxy.hang();
      else if (fault === 'killed') process.kill(postgres.pid, 'SIGKILL');
      await site.servedVersion([before, target]);
      const response = await sent;
      if (response?.status === 200) counts.published += 1;
      else {
        requireRetryableError(response);
        counts.refused += 1;
      }
      await site.servedVersion([before, target]);
      proxy.resume();
      await site.server.waitUntilHealthy();
      const { served } = await site.checkConsistency(target, response);
      if (served === target) counts.new += 1;
      else counts.old += 1;
      await site.waitForRecovery(random);
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
