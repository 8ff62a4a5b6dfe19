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
import { FaultySite } from './FaultySite.ts';
import { requireClearAnswer } from './requireClearAnswer.ts';
import { seededRandom } from './seededRandom.ts';

const DISK_MB = 200;

/** What happened on a disk without room. */
export interface DiskCounts {
  /** Attempts to publish that were refused, and that a last bit of room let through. */
  refused: number;
  published: number;
  /** Starts on the full disk after server and database were killed. */
  restarted: number;
}

/**
 * Fills the disk under a server and its embedded Postgres while it publishes. The author is told so,
 * visitors get the page of before, also after server and Postgres were killed and the server was
 * started on the full disk; once there is room all is well without a restart.
 *
 * @returns null where this user may not mount a small disk.
 * @throws at the first thing found against that.
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
      async promote() {
        const running = await postgres();
        if (running === null) throw new Error('No Postgres runs');
        const knex = openDatabase(socketUrl(running.socketFolder, running.port, 'cobble'));
        await knex('accounts').update({ roles: ['plus'] });
        await knex.destroy();
      },
    });
    await site.recovers(random);
    fill(filler);
    // What Postgres had set aside before may let a few through.
    while (counts.refused < 3) {
      const before = site.current;
      const target = site.next(random);
      const answer = await site.publish(target);
      const served = await site.served([before, target]);
      log?.(`${String(answer?.status)}: ${served.name} after ${before.name} to ${target.name}`);
      if (answer?.status === 200) {
        counts.published += 1;
        await site.check(target, answer);
        fill(filler);
      } else {
        requireClearAnswer(answer);
        if (served !== before) throw new Error('A page was published that was refused');
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
    await site.served([before]);
    rmSync(filler);
    await site.server.isWhole();
    await site.check(before, null);
    await site.recovers(random);
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

/** Takes all the room that there is. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const bytes of [1_048_576, 4096, 1]) {
      const chunk = Buffer.alloc(bytes);
      for (let isRoom = true; isRoom;) isRoom = write(file, chunk);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function write(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
