import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../database/EmbeddedPostgres.ts';
import { isLivingPostgres, readPostmasterPid } from '../database/postmasterPid.ts';
import { stopPostgres } from '../database/postgresProcess.ts';
import { afterAllTests } from './cleanup.ts';
import { copyCluster } from './copyCluster.ts';

/**
 * What lives for one run need not outlive a machine. Each database that is dropped would write all
 * that there is to the disk, which takes up to a second on a busy machine.
 */
const UNSAFE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

let starting: Promise<string> | null = null;

/**
 * URL of the Postgres that this run's test databases are made on: the one of `TEST_DATABASE_URL`
 * (`npm test` sets it from `DATABASE_URL`), else an embedded one, started on the first call in a
 * temporary folder and removed after the last test.
 */
export function testServerUrl(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return Promise.resolve(given);
  starting ??= startServer();
  return starting;
}

async function startServer(): Promise<string> {
  await removeStaleFolders();
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${process.pid}-`));
  await copyCluster(folder);
  const postgres = await EmbeddedPostgres.start({ folder, settings: UNSAFE });
  postgres.unref();
  const killAtExit = (): void => {
    process.kill(postgres.pid, 'SIGQUIT');
  };
  // For runs that end without their hooks, as by Ctrl+C.
  process.once('exit', killAtExit);
  afterAllTests(async () => {
    process.off('exit', killAtExit);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return postgres.adminUrl;
}

/** Stops and removes what runs that were killed have left in the temporary folder. */
async function removeStaleFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^cobble-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const left = await readPostmasterPid(join(folder, 'cluster'));
    if (left !== null && isLivingPostgres(left.pid)) await stopPostgres(left.pid);
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
