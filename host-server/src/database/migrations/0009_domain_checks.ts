import type { Migration } from './Migration.ts';

/** When domains were last checked, and since when their checks have been failing. */
export const domainChecks: Migration = {
  name: '0009_domain_checks',
  async up(knex) {
    await knex.raw(`
      ALTER TABLE domains
        -- The last check, whatever its result; checked_at is the last one that passed.
        ADD COLUMN attempted_at timestamptz,
        -- The first failed check since the last one that passed. Null while checks pass.
        ADD COLUMN failing_since timestamptz;
    `);
  },
  async down(knex) {
    await knex.raw('ALTER TABLE domains DROP COLUMN attempted_at, DROP COLUMN failing_since');
  },
};
