import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { initializeCluster } from '../database/initializeCluster.ts';
import { findPostgresBinaries } from '../database/postgresBinaries.ts';
import { findUnprivileged } from '../database/unprivileged.ts';

const cacheFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/cobble-test-cluster/', import.meta.url),
);
/** Without its extension: `.ts` in the sources, `.js` in the build. */
const initializer = new URL('../database/initializeCluster', import.meta.url).pathname;

/**
 * Copies an initialised cluster into the folder of an embedded Postgres. Takes a tenth of the time
 * that `initdb` takes at the first `EmbeddedPostgres.start`. The original is cached in
 * `node_modules/.cache` by path and major version of Postgres and content of `initializeCluster`.
 *
 * @param folder absolute path, as passed to `EmbeddedPostgres.start`. Created if missing.
 */
export async function copyCluster(folder: string): Promise<void> {
  const cluster = await cachedCluster();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Unlike `fs.cp`, it preserves the owner, which is not root.
  await promisify(execFile)('cp', ['-a', cluster, join(folder, 'cluster')]);
}

async function cachedCluster(): Promise<string> {
  const binaries = await findPostgresBinaries();
  const source = existsSync(`${initializer}.ts`) ? `${initializer}.ts` : `${initializer}.js`;
  const hash = createHash('sha256').update(binaries.initdb).update(binaries.majorVersion);
  const folder = join(
    cacheFolder,
    hash
      .update(await readFile(source))
      .digest('hex')
      .slice(0, 16),
  );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unprivileged = await findUnprivileged(join(folder, 'cluster'));
  await unprivileged.changeOwner(folder);
  return initializeCluster(folder, binaries, unprivileged);
}
