import knex, { type Knex } from 'knex';
import type pg from 'pg';
import { answerTimeoutMs } from './connect.ts';

/**
 * Opens a pool of connections to a Postgres. Nothing is connected yet; end it with `destroy()`.
 *
 * @param url as libpq reads it, over TCP or a unix socket.
 * @param options.poolSize most connections at once.
 * @param options.silenceMs how long a statement may go without an answer; then it fails and its
 * connection is given up, for a network that swallows one answer swallows the next ones too. Three
 * times as long a transaction whose owner has gone keeps others waiting.
 */
export function openDatabase(
  url: string,
  options: { readonly poolSize?: number; readonly silenceMs?: number } = {},
): Knex {
  const { poolSize = 10, silenceMs = answerTimeoutMs } = options;
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'cobble',
      connectionTimeoutMillis: answerTimeoutMs,
      keepAlive: true,
      query_timeout: silenceMs,
    },
    pool: { min: 0, max: poolSize, afterCreate: dropSilentConnections(3 * silenceMs) },
    acquireConnectionTimeout: answerTimeoutMs,
    // Values of a statement that failed are people's addresses and whole pages: not into messages.
    compileSqlOnError: false,
    // Whatever goes wrong is thrown as well; printed by knex, it would bypass our log.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  });
}

type Answer = (error: Error | null, ...rest: readonly unknown[]) => void;
type Query = (statement: unknown, answer: Answer) => unknown;

/**
 * `pg` leaves a connection whose statement timed out in the pool, where it would time out on
 * everyone after. And the database must not wait for hours for whoever went away in the middle.
 */
function dropSilentConnections(abandonedMs: number) {
  return (
    connection: pg.Client,
    done: (error: Error | null, connection: pg.Client) => void,
  ): void => {
    const client = connection as unknown as { query: Query };
    const query = client.query.bind(connection);
    client.query = (statement, answer) =>
      query(statement, (error, ...rest) => {
        if (error?.message === 'Query read timeout') {
          // By this the pool knows at once that it is of no more use.
          connection.emit('error', error);
          connection.connection.stream.destroy();
        }
        answer(error, ...rest);
      });
    const setting = `SET idle_in_transaction_session_timeout = ${String(abandonedMs)}`;
    client.query(setting, (error) => {
      done(error, connection);
    });
  };
}

function ignore(): void {
  // Said by what is thrown.
}
