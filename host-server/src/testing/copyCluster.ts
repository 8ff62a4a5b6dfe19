import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { initialiseCluster } from '../database/initialiseCluster.ts';
import { findPostgresBinaries } from '../database/postgresBinaries.ts';
import { findUnprivileged } from '../database/unprivileged.ts';

const keptFolder = fileURLToPath(
  new URL('../../../node_modules/.cache/cobble-test-cluster/', import.meta.url),
);
const maker = new URL('../database/initialiseCluster', import.meta.url).pathname;

/**
 * Lays data that `initdb` has made into the folder of an embedded Postgres, as
 * `EmbeddedPostgres.start` would do at its first start, in a tenth of the time: it is made once for
 * each Postgres and each way of making it, kept beside what npm caches, and copied. For tests whose
 * subject is not the making.
 *
 * @param folder absolute path of what `EmbeddedPostgres.start` gets; made if it is not there.
 */
export async function copyCluster(folder: string): Promise<void> {
  const cluster = await keptCluster();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Unlike Node's own copy it keeps the owner, who is not root.
  await promisify(execFile)('cp', ['-a', cluster, join(folder, 'cluster')]);
}

async function keptCluster(): Promise<string> {
  const binaries = await findPostgresBinaries();
  const made = await readFile(existsSync(`${maker}.ts`) ? `${maker}.ts` : `${maker}.js`);
  const hash = createHash('sha256').update(binaries.initdb).update(binaries.majorVersion);
  const folder = join(keptFolder, hash.update(made).digest('hex').slice(0, 16));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unprivileged = await findUnprivileged(join(folder, 'cluster'));
  await unprivileged.own(folder);
  return initialiseCluster(folder, binaries, unprivileged);
}
