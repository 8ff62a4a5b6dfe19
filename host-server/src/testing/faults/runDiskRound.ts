import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { socketUrl } from '../../database/databaseUrl.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { readPostmasterPid } from '../../database/postmasterPid.ts';
import { stopPostgres } from '../../database/postgresProcess.ts';
import { copyCluster } from '../copyCluster.ts';
import { FaultySite, requireRetryableError, seededRandom } from './FaultySite.ts';

const DISK_MB = 200;

/** How often each outcome occurred on a full disk. */
export interface DiskCounts {
  /** Publishes that failed, and those for which there was just enough space. */
  refused: number;
  published: number;
  /** Starts on the full disk, after server and database were killed. */
  restarted: number;
}

/**
 * Fills the disk of a server and its embedded Postgres. Checks that publishing fails with a
 * retryable error and that visitors get the old page, even after both were killed and the server
 * was started on the full disk. Once there is space again, everything works without a restart.
 *
 * @returns null if this user may not mount a small disk.
 * @throws Error on the first violation.
 */
export async function runDiskRound(options: {
  readonly seed: number;
  readonly builtMain: string | null;
  readonly log?: (line: string) => void;
}): Promise<DiskCounts | null> {
  const { seed, builtMain, log } = options;
  const random = seededRandom(seed);
  const disk = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-disk-`));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(DISK_MB)}m`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
  } catch {
    await rm(disk, { recursive: true, force: true });
    return null;
  }
  const counts: DiskCounts = { refused: 0, published: 0, restarted: 0 };
  const postgres = () => readPostmasterPid(join(disk, 'data', 'postgres', 'cluster'));
  const filler = join(disk, 'filler');
  let site: FaultySite | null = null;
  try {
    await copyCluster(join(disk, 'data', 'postgres'));
    site = await FaultySite.create({
      ...{ folder: disk, builtMain },
      async upgradeAuthor() {
        const running = await postgres();
        if (running === null) throw new Error('Postgres is not running');
        const knex = openDatabase(socketUrl(running.socketFolder, running.port, 'cobble'));
        await knex('accounts').update({ roles: ['plus'] });
        await knex.destroy();
      },
    });
    await site.waitForRecovery(random);
    fillDisk(filler);
    // Space that Postgres reserved earlier may let a few succeed.
    while (counts.refused < 3) {
      const before = site.current;
      const target = site.next(random);
      const response = await site.publish(target);
      const served = await site.servedVersion([before, target]);
      log?.(`${String(response?.status)}: ${served.name} after ${before.name} to ${target.name}`);
      if (response?.status === 200) {
        counts.published += 1;
        await site.checkConsistency(target, response);
        fillDisk(filler);
      } else {
        requireRetryableError(response);
        if (served !== before) throw new Error('A publish failed, but the new page is served');
        counts.refused += 1;
      }
    }
    await site.server.kill();
    const running = await postgres();
    if (running !== null) process.kill(running.pid, 'SIGKILL');
    site.server.launch();
    counts.restarted += 1;
    const before = site.current;
    while ((await site.visit().catch(() => null))?.status !== 200) await sleep(50);
    await site.servedVersion([before]);
    rmSync(filler);
    await site.server.waitUntilHealthy();
    await site.checkConsistency(before, null);
    await site.waitForRecovery(random);
    return counts;
  } finally {
    if (site !== null && log) log(site.server.output);
    await site?.close();
    const running = await postgres().catch(() => null);
    if (running !== null) await stopPostgres(running.pid);
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  }
}

/** Appends to a file until no space is left. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const bytes of [1_048_576, 4096, 1]) {
      const chunk = Buffer.alloc(bytes);
      for (let hasSpace = true; hasSpace;) hasSpace = tryWrite(file, chunk);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function tryWrite(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
