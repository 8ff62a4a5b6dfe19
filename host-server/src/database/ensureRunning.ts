import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../shared/StartupError.ts';
import type { PostgresProcess } from './postgresProcess.ts';
import { findRunningPostgres } from './runningPostgres.ts';

/** A Postgres that accepts connections. */
export interface ReadyPostgres {
  readonly pid: number;
  /** URL of the maintenance database. */
  readonly url: string;
  /** Whether this call started it, and not an earlier call or another process. */
  readonly startedHere: boolean;
}

/** After a crash Postgres replays its log, which can take a long time. */
const recoveryTimeoutMs = 120_000;
const silenceTimeoutMs = 10_000;

/**
 * Finds the Postgres that runs on a data folder or starts one, and waits until it accepts
 * connections. Several processes may do this at once: Postgres's own lock lets one start, and the
 * others find it.
 *
 * @param cluster absolute path of the Postgres data folder.
 * @param start starts a Postgres on it.
 * @param logFile named in errors.
 * @throws StartupError `database_not_responding`; the errors of `start`.
 */
export async function ensureRunning(
  cluster: string,
  start: () => Promise<PostgresProcess>,
  logFile: string,
): Promise<ReadyPostgres> {
  const deadline = Date.now() + recoveryTimeoutMs;
  let attempt: PostgresProcess | null = null;
  let silentSince: number | null = null;
  while (Date.now() < deadline) {
    const running = await findRunningPostgres(cluster);
    if (running.state === 'ready') {
      return { ...running, startedHere: running.pid === attempt?.pid };
    }
    if (running.state === 'none') {
      silentSince = null;
      if (attempt === null) {
        attempt = await start();
      } else if (attempt.hasEnded()) {
        const log = attempt.log();
        if (!isLockConflict(log)) throw failed(`does not start: ${lastLogError(log)}`, logFile);
        attempt = null;
      }
    } else if (running.progressing) {
      silentSince = null;
    } else {
      silentSince ??= Date.now();
      if (Date.now() - silentSince > silenceTimeoutMs) {
        throw failed(`(process ${running.pid}) does not respond: ${running.reason}`, logFile);
      }
    }
    await sleep(25);
  }
  throw failed(`is not ready after ${recoveryTimeoutMs / 1000} seconds`, logFile);
}

function failed(what: string, logFile: string): StartupError {
  const message = `The embedded database ${what}. Its log: ${logFile}`;
  return new StartupError('database_not_responding', message);
}

/** Whether another process was faster, or a killed Postgres is still shutting down. */
function isLockConflict(log: string): boolean {
  return /lock file "[^"]+" already exists|pre-existing shared memory block|is the server running/i.test(
    log,
  );
}

function lastLogError(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const error = lines.findLast((line) => /FATAL|PANIC|ERROR|error|denied/.test(line));
  return (error ?? lines.at(-1) ?? 'its log is empty').replace(/^.*?(FATAL|PANIC):\s*/, '').trim();
}
