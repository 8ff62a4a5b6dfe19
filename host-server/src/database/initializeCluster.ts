import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../shared/StartupError.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { Unprivileged } from './unprivileged.ts';
import { isProcessAlive } from '../shared/isProcessAlive.ts';

/**
 * Creates the Postgres data folder `cluster` in the data folder if it does not exist. It is created
 * under another name and renamed, so that a killed process leaves no incomplete folder, and of
 * two processes that start at once one wins and the other uses its result.
 *
 * Text sorts by code point, and letter case follows Postgres's own Unicode tables (`builtin
 * C.UTF-8`), so that a data folder does not depend on the machine's locales.
 *
 * @param dataFolder absolute path of an existing folder.
 * @returns the absolute path of the Postgres data folder.
 * @throws StartupError `database_version_mismatch` for a folder of another major version,
 *   `database_refused` when initdb fails.
 */
export async function initializeCluster(
  dataFolder: string,
  binaries: PostgresBinaries,
  unprivileged: Unprivileged,
): Promise<string> {
  const cluster = join(dataFolder, 'cluster');
  if (await isInitialized(cluster, binaries)) return cluster;
  await removeStaleFolders(dataFolder);
  const temporary = join(dataFolder, `cluster.new-${process.pid}-${randomUUID()}`);
  await mkdir(temporary, { mode: 0o700 });
  await unprivileged.changeOwner(temporary);
  try {
    await initdb(temporary, binaries, unprivileged);
    await rename(temporary, cluster);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process was faster.
    if (await isInitialized(cluster, binaries)) return cluster;
    throw error;
  }
  return cluster;
}

async function isInitialized(cluster: string, binaries: PostgresBinaries): Promise<boolean> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return false;
  if (version.trim() === binaries.majorVersion) return true;
  throw new StartupError(
    'database_version_mismatch',
    `The data in ${cluster} was created by Postgres ${version.trim()}; this Cobble includes ` +
      `Postgres ${binaries.majorVersion}. Move the data with pg_dump and pg_restore of those ` +
      `versions, or set COBBLE_DATA to another folder.`,
  );
}

async function removeStaleFolders(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const pid = /^cluster\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid))) {
      await rm(join(dataFolder, name), { recursive: true, force: true });
    }
  }
}

async function initdb(
  folder: string,
  binaries: PostgresBinaries,
  unprivileged: Unprivileged,
): Promise<void> {
  const [program, ...args] = [
    ...unprivileged.prefix,
    binaries.initdb,
    `--pgdata=${folder}`,
    '--username=cobble',
    // Only this user can open the socket's folder. Over TCP a password is required, and none exists
    // until EmbeddedPostgres sets one.
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      ...unprivileged.options,
      cwd: '/',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(initdbError(folder, output));
    });
  });
}

function initdbError(folder: string, output: string): StartupError {
  const lines = output.split('\n');
  const line = lines.find((text) => /error|fatal|denied|loading/i.test(text)) ?? output;
  return new StartupError(
    'database_refused',
    `The embedded Postgres cannot create its data folder ${folder}: ${line.trim()}`,
  );
}
