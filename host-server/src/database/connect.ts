import pg from 'pg';
import { StartupError } from '../shared/StartupError.ts';
import { withoutPassword } from './databaseUrl.ts';

/** How long a database may take to respond, ms. */
export const responseTimeoutMs = 10_000;

/**
 * Opens one connection to a database, outside of any pool.
 *
 * @param url URL of the database, as libpq reads it.
 * @param applicationName shown in `pg_stat_activity`.
 * @param timeoutMs for connecting.
 * @param silenceMs how long a statement may take; default: no limit.
 * @throws the errors of `pg`; {@link describeDatabaseError} explains them.
 */
export async function connect(
  url: string,
  applicationName: string,
  timeoutMs: number = responseTimeoutMs,
  silenceMs?: number,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    ...(silenceMs === undefined ? {} : { query_timeout: silenceMs }),
  });
  // Without a listener, a connection that breaks later would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // After a timeout, the half-open socket would keep the process alive.
    client.connection.stream.destroy();
    throw error;
  }
  return client;
}

/**
 * Explains in one line why a database cannot be used, without its password.
 *
 * @param variable the source of the address: `DATABASE_URL` or `embedded`.
 * @param timeoutMs the timeout that {@link connect} was given.
 */
export function describeDatabaseError(
  error: unknown,
  url: string,
  variable: string,
  timeoutMs: number = responseTimeoutMs,
): StartupError {
  const code = (error as { code?: string }).code ?? '';
  const reason = firstMessage(error, timeoutMs);
  const database = `The database (${variable}: ${withoutPassword(url)})`;
  const refusal = refusals[code];
  if (refusal !== undefined) {
    const message = `${database} ${refusal}: ${reason}.`;
    return new StartupError('database_refused', message, { cause: error });
  }
  const message =
    `${database} does not respond: ${reason}. ` +
    `Check that it is running and that the address is right.`;
  return new StartupError('database_not_responding', message, { cause: error });
}

// https://www.postgresql.org/docs/18/errcodes-appendix.html
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password',
  '28000': 'refuses this user',
  '3D000': 'does not exist',
  '42501': 'denies this user permission',
  '53300': 'has no connection left',
};

function firstMessage(error: unknown, timeoutMs: number): string {
  // Connecting to a name with several addresses fails with one error for each.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = inner instanceof Error ? inner.message : String(inner);
  const code = (inner as { code?: string }).code;
  if (message === 'timeout expired' || message === 'Query read timeout')
    return `no response within ${timeoutMs / 1000} s`;
  return message === '' ? (code ?? 'unknown error') : message.replace(/\.$/, '');
}
