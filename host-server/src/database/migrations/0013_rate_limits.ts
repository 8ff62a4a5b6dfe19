import type { Migration } from './Migration.ts';

/** What rate limits have counted, for all servers of the database. */
export const rateLimits: Migration = {
  name: '0013_rate_limits',
  async up(knex) {
    await knex.raw(`
      -- Unlogged: written often, and nothing is lost if a crash of the database empties it.
      -- rate-limiter-flexible names the columns, and relies on their order.
      CREATE UNLOGGED TABLE rate_limits (
        -- A hash: what is counted may be an email address.
        key text PRIMARY KEY,
        points integer NOT NULL DEFAULT 0,
        -- Milliseconds since 1970.
        expire bigint
      );
      CREATE INDEX rate_limits_expire ON rate_limits (expire);
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE rate_limits');
  },
};
