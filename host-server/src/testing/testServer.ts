import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../database/EmbeddedPostgres.ts';
import { isPostgresRunning, readPostmasterPid } from '../database/postmasterPid.ts';
import { stopPostgres } from '../database/postgresProcess.ts';
import { afterAllTests } from './mochaHooks.ts';
import { copyCluster } from './copyCluster.ts';
import { isProcessAlive } from '../shared/isProcessAlive.ts';

/**
 * Test data need not survive a crash. With these on, each dropped database flushes everything to
 * disk, which takes up to a second on a busy machine.
 */
const FAST_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

let starting: Promise<string> | null = null;

/**
 * Returns the URL of the Postgres server for test databases: `TEST_DATABASE_URL`, which `npm test`
 * sets from `DATABASE_URL`, or else an embedded one. That starts on the first call, in a temporary
 * folder, and is removed after the last test.
 */
export function testServerUrl(): Promise<string> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return Promise.resolve(url);
  starting ??= startServer();
  return starting;
}

async function startServer(): Promise<string> {
  await removeStaleFolders();
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${process.pid}-`));
  await copyCluster(folder);
  const postgres = await EmbeddedPostgres.start({ folder, settings: FAST_SETTINGS });
  postgres.unref();
  const killAtExit = (): void => {
    process.kill(postgres.pid, 'SIGQUIT');
  };
  // For runs that end without their hooks, such as on Ctrl+C.
  process.once('exit', killAtExit);
  afterAllTests(async () => {
    process.off('exit', killAtExit);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return postgres.adminUrl;
}

/** Stops the databases of killed runs and removes their temporary folders. */
async function removeStaleFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^cobble-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const orphan = await readPostmasterPid(join(folder, 'cluster'));
    if (orphan !== null && isPostgresRunning(orphan.pid)) await stopPostgres(orphan.pid);
    // Not possible while the small disk of a killed fault test is mounted in it; harmless then.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
