import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { responseTimeoutMs } from './connect.ts';

/**
 * Opens a pool of connections to a Postgres. It connects when first used; end it with `destroy()`.
 *
 * @param url URL of the database, as libpq reads it: over TCP or a unix socket.
 * @param options.poolSize largest number of connections.
 * @param options.silenceMs how long a statement may take, ms. Then it fails and its connection is
 *   dropped, because a network that lost one response loses the next ones too. A transaction whose
 *   client has disappeared ends after three times as long.
 * @param options.connectMs how long connecting may take, ms; at most the default of 10 s.
 */
export function openDatabase(
  url: string,
  options: {
    readonly poolSize?: number;
    readonly silenceMs?: number;
    readonly connectMs?: number;
  } = {},
): Knex {
  const { poolSize = 10, silenceMs = responseTimeoutMs, connectMs = responseTimeoutMs } = options;
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'cobble',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      query_timeout: silenceMs,
    },
    pool: { min: 0, max: poolSize, afterCreate: dropSilentConnections(3 * silenceMs) },
    acquireConnectionTimeout: responseTimeoutMs,
    // Values of failed statements contain email addresses and whole pages, so they stay out of
    // messages.
    compileSqlOnError: false,
    // Every error is also thrown. Errors that knex prints would bypass our log.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  });
}

type Callback = (error: Error | null, ...rest: readonly unknown[]) => void;
type Query = (statement: unknown, callback: Callback) => unknown;

/**
 * By itself, a connection whose statement timed out would go back to the pool, where later
 * statements would time out as well. The setting also ends transactions whose client has
 * disappeared.
 */
function dropSilentConnections(abandonedMs: number) {
  return (
    connection: pg.Client,
    done: (error: Error | null, connection: pg.Client) => void,
  ): void => {
    const client = connection as unknown as { query: Query };
    const query = client.query.bind(connection);
    client.query = (statement, callback) =>
      query(statement, (error, ...rest) => {
        if (error?.message === 'Query read timeout') {
          // Tells the pool to discard the connection.
          connection.emit('error', error);
          connection.connection.stream.destroy();
        }
        callback(error, ...rest);
      });
    const setting = `SET idle_in_transaction_session_timeout = ${String(abandonedMs)}`;
    client.query(setting, (error) => {
      done(error, connection);
    });
  };
}

function ignore(): void {
  // Errors are thrown as well.
}

/**
 * Whether the database responds to a statement within two seconds. Waiting for a connection does
 * not count; it can take ten seconds.
 */
export async function isDatabaseResponding(knex: Knex): Promise<boolean> {
  try {
    await knex.raw('SELECT 1').timeout(2000);
    return true;
  } catch {
    return false;
  }
}
