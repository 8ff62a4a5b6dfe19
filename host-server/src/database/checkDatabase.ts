import type pg from 'pg';
import { StartupError } from '../shared/StartupError.ts';
import { responseTimeoutMs, connect, describeDatabaseError } from './connect.ts';

const oldestMajorVersion = 14;
const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Checks at startup that a database responds, is recent enough, and does not lose acknowledged
 * data.
 *
 * @param url URL of the database.
 * @param options.variable the source of the URL, named in errors.
 * @param options.acceptUnsafe `COBBLE_ACCEPT_UNSAFE_DATABASE=1`: skip the durability check.
 * @param options.timeoutMs how long to wait for a response.
 * @throws StartupError `database_not_responding`, `database_refused`, `database_version_mismatch`
 *   or `database_unsafe`.
 */
export async function checkDatabase(
  url: string,
  options: {
    readonly variable: string;
    readonly acceptUnsafe: boolean;
    readonly timeoutMs?: number;
  },
): Promise<void> {
  const { variable, timeoutMs = responseTimeoutMs } = options;
  let client: pg.Client;
  try {
    client = await connect(url, 'cobble check', timeoutMs, timeoutMs);
  } catch (error) {
    throw describeDatabaseError(error, url, variable, timeoutMs);
  }
  try {
    await checkVersion(client);
    if (!options.acceptUnsafe) await checkDurability(client);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw describeDatabaseError(error, url, variable, timeoutMs);
  } finally {
    await client.end();
  }
}

async function checkVersion(client: pg.Client): Promise<void> {
  const shown = await client.query<{ server_version: string }>('SHOW server_version');
  const version = shown.rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= oldestMajorVersion) return;
  throw new StartupError(
    'database_version_mismatch',
    `The database is Postgres ${version}; Cobble needs ${oldestMajorVersion} or newer.`,
  );
}

async function checkDurability(client: pg.Client): Promise<void> {
  const found = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name`,
    [durabilitySettings],
  );
  if (found.rowCount === 0) return;
  const names = found.rows.map((row) => row.name).join(', ');
  throw new StartupError(
    'database_unsafe',
    `The database could lose acknowledged data if its machine stopped, because it has turned off ${names}. ` +
      `Turn it on, or set COBBLE_ACCEPT_UNSAFE_DATABASE=1 to accept the risk.`,
  );
}
