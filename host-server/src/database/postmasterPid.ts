import { readFile, unlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** What a running Postgres writes about itself into its data folder. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  /** Folder of the unix socket; empty while Postgres has not opened it yet. */
  readonly socketFolder: string;
}

/** The content of `postmaster.pid` (Postgres: `pidfile.h`), or null where there is no such file. */
export async function readPostmasterPid(clusterFolder: string): Promise<PostmasterPid | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), socketFolder: (lines[4] ?? '').trim() };
}

/**
 * Whether the process with this id lives and is a Postgres. After a restart of the machine or the
 * container another program may have got the number that a stale `postmaster.pid` names, and a
 * killed process that nobody waited for keeps its number as a zombie.
 */
export function isLivingPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const described = describeProcess(pid);
  return described === null || (described.name.includes('postgres') && !described.zombie);
}

/**
 * Removes a `postmaster.pid` that names this process, which is known not to be a Postgres: Postgres
 * looks at the number alone and would refuse to start. A server that does run on the folder is
 * still safe, for it holds the shared memory that Postgres checks as well.
 */
export async function removeStalePostmasterPid(clusterFolder: string, pid: number): Promise<void> {
  const now = await readPostmasterPid(clusterFolder);
  if (now?.pid === pid) await unlink(join(clusterFolder, 'postmaster.pid')).catch(() => undefined);
}

function describeProcess(pid: number): { name: string; zombie: boolean } | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      const end = stat.lastIndexOf(')');
      return { name: stat.slice(stat.indexOf('(') + 1, end), zombie: stat[end + 2] === 'Z' };
    }
    const line = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    return { name: line, zombie: line.trimStart().startsWith('Z') };
  } catch {
    return null;
  }
}
