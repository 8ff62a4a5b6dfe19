import type { Knex } from 'knex';

/** A statement as rate-limiter-flexible makes it: with `$1` for the first of its values. */
interface Statement {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/** The table of `RateLimiterPostgres`; its statements run through {@link rateLimitClient}. */
export const RATE_LIMITS = 'rate_limits';

/** Runs the statements of `RateLimiterPostgres` on a pool of knex. */
export function rateLimitClient(knex: Knex): {
  query(statement: Statement): Promise<{ readonly rows: readonly unknown[] }>;
} {
  return {
    query: async ({ text, values }) =>
      knex.raw<{ rows: readonly unknown[] }>(
        text.replaceAll(/\$(\d+)/g, ':value$1'),
        Object.fromEntries(values.map((value, index) => [`value${String(index + 1)}`, value])),
      ),
  };
}

/** Deletes what has expired. */
export async function deleteExpiredRateLimits(knex: Knex, now: number): Promise<void> {
  await knex(RATE_LIMITS).where('expire', '<', now).delete();
}
