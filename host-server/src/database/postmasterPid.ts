import { readFile, unlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { isProcessAlive } from '../shared/isProcessAlive.ts';

/** The content of `postmaster.pid`, which a running Postgres has in its data folder. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  /** Folder of the unix socket; empty until Postgres has opened it. */
  readonly socketFolder: string;
}

/** Reads `postmaster.pid` (Postgres: `pidfile.h`); null when it is absent or names no process. */
export async function readPostmasterPid(clusterFolder: string): Promise<PostmasterPid | null> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3] ?? 0), socketFolder: (lines[4] ?? '').trim() };
}

/**
 * Whether the process with this id runs and is a Postgres. After a restart of the machine or
 * container, another program may have the id in a stale `postmaster.pid`, and a killed process
 * whose parent has not reaped it still has its id, as a zombie. A process that cannot be examined
 * counts as a Postgres.
 */
export function isPostgresRunning(pid: number): boolean {
  if (!isProcessAlive(pid)) return false;
  const described = describeProcess(pid);
  return described === null || (described.name.includes('postgres') && !described.zombie);
}

/**
 * Removes `postmaster.pid` if it still names the given process, which is not this folder's
 * Postgres. Postgres only checks that the process exists, and would refuse to start. If a server
 * does run on the folder, Postgres detects it by its shared memory, so the data is safe.
 */
export async function removeStalePostmasterPid(clusterFolder: string, pid: number): Promise<void> {
  const current = await readPostmasterPid(clusterFolder);
  if (current?.pid === pid)
    await unlink(join(clusterFolder, 'postmaster.pid')).catch(() => undefined);
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
