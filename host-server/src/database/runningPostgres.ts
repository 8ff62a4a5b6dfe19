import { realpath } from 'node:fs/promises';
import { connect } from './connect.ts';
import { socketUrl } from './databaseUrl.ts';
import { isPostgresRunning, readPostmasterPid, removeStalePostmasterPid } from './postmasterPid.ts';

/** The state of the Postgres on a data folder. */
export type RunningPostgres =
  /** None is running; one may be started. */
  | { readonly state: 'none' }
  /** One is running and accepts connections. */
  | { readonly state: 'ready'; readonly pid: number; readonly url: string }
  /** One is starting, recovering or shutting down; check again later. */
  | {
      readonly state: 'busy';
      readonly pid: number;
      readonly reason: string;
      /** Whether Postgres reports this itself; otherwise it does not respond. */
      readonly progressing: boolean;
    };

/**
 * Looks for a Postgres that already runs on a data folder: one left over from a server that was
 * killed, or one that another server uses.
 *
 * @param cluster absolute path of the Postgres data folder.
 */
export async function findRunningPostgres(cluster: string): Promise<RunningPostgres> {
  const file = await readPostmasterPid(cluster);
  if (file === null) return { state: 'none' };
  const { pid } = file;
  if (!isPostgresRunning(pid)) {
    await removeStalePostmasterPid(cluster, pid);
    return { state: 'none' };
  }
  if (file.socketFolder === '') {
    return { state: 'busy', pid, reason: 'it has opened no socket yet', progressing: false };
  }
  const url = socketUrl(file.socketFolder, file.port, 'postgres');
  try {
    const client = await connect(url, 'cobble launcher', 2_000);
    try {
      const shown = await client.query<{ data_directory: string }>('SHOW data_directory');
      const dataDirectory = shown.rows[0]?.data_directory ?? '';
      if ((await realpath(dataDirectory)) === (await realpath(cluster)))
        return { state: 'ready', pid, url };
      // The id in a stale file now belongs to an unrelated Postgres.
      await removeStalePostmasterPid(cluster, pid);
      return { state: 'none' };
    } finally {
      await client.end();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // 57P03, cannot_connect_now: starting, recovering, shutting down.
    const progressing = (error as { code?: string }).code === '57P03';
    return { state: 'busy', pid, reason, progressing };
  }
}
