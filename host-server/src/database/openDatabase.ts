import knex, { type Knex } from 'knex';
import { answerTimeoutMs } from './connect.ts';

/**
 * Opens a pool of connections to a Postgres. Nothing is connected yet; end it with `destroy()`.
 *
 * @param url as libpq reads it, over TCP or a unix socket.
 * @param poolSize most connections at once.
 */
export function openDatabase(url: string, poolSize = 10): Knex {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'cobble',
      connectionTimeoutMillis: answerTimeoutMs,
      keepAlive: true,
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: answerTimeoutMs,
    // Values of a statement that failed are people's addresses and whole pages: not into messages.
    compileSqlOnError: false,
    // Whatever goes wrong is thrown as well; printed by knex, it would bypass our log.
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  });
}

function ignore(): void {
  // Said by what is thrown.
}
