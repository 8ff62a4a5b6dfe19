import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, openSync, closeSync, statSync, renameSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgresRunning } from './postmasterPid.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { Unprivileged } from './unprivileged.ts';

/** Options of a Postgres process. */
export interface PostgresProcessOptions {
  readonly binaries: PostgresBinaries;
  readonly unprivileged: Unprivileged;
  /** Absolute path of the Postgres data folder. */
  readonly cluster: string;
  /** Absolute path of the unix socket's folder. */
  readonly socketFolder: string;
  readonly port: number;
  /** Addresses to listen on over TCP; '' for none. */
  readonly listenAddresses: string;
  /** Further settings of `postgresql.conf`. */
  readonly settings: Readonly<Record<string, string>>;
  /** Absolute path of the log file, appended to. */
  readonly logFile: string;
}

/** A Postgres that this process started. */
export interface PostgresProcess {
  readonly pid: number;
  /** Whether it has ended. */
  hasEnded(): boolean;
  /** Its log since it was started. */
  log(): string;
}

const largestLogBytes = 10 * 1024 * 1024;

/**
 * Starts a Postgres that outlives this process. It has its own session, so that Ctrl+C in the
 * terminal does not reach it before the server releases it, and it logs to a file.
 *
 * @throws the errors of `spawn`.
 */
export async function spawnPostgres(options: PostgresProcessOptions): Promise<PostgresProcess> {
  const { logFile, unprivileged, binaries } = options;
  if (existsSync(logFile) && statSync(logFile).size > largestLogBytes) {
    renameSync(logFile, `${logFile}.old`);
  }
  const settings = {
    listen_addresses: options.listenAddresses,
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    ...options.settings,
  };
  const [program = '', ...args] = [
    ...unprivileged.prefix,
    binaries.postgres,
    ...['-D', options.cluster, '-p', String(options.port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const log = openSync(logFile, 'a', 0o600);
  const before = statSync(logFile).size;
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      ...unprivileged.options,
      cwd: '/',
      detached: true,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    log: () => readFileSync(logFile).subarray(before).toString('utf8'),
  };
}

/**
 * Stops a Postgres in mode `fast` (connections are closed, everything is written). If it still runs
 * after a minute, it is stopped in mode `immediate`, from which the next start recovers.
 */
export async function stopPostgres(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  if (await ends(pid, 60_000)) return;
  signal(pid, 'SIGQUIT');
  await ends(pid, 10_000);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function ends(pid: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (isPostgresRunning(pid)) {
    if (Date.now() > until) return false;
    await sleep(20);
  }
  return true;
}
