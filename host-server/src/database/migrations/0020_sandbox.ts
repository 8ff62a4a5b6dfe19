import type { Migration } from './Migration.ts';

/** Which page is the sandbox, where every account may play in the room. */
export const sandbox: Migration = {
  name: '0020_sandbox',
  async up(knex) {
    await knex.raw(`
      ALTER TABLE pages ADD COLUMN is_sandbox boolean NOT NULL DEFAULT false;
      CREATE UNIQUE INDEX pages_sandbox_key ON pages (is_sandbox) WHERE is_sandbox;
    `);
  },
  async down(knex) {
    await knex.raw(`
      -- Its owner is nobody, and without the column its page would be an ordinary one.
      DELETE FROM accounts WHERE id IN (SELECT account_id FROM pages WHERE is_sandbox);
      ALTER TABLE pages DROP COLUMN is_sandbox;
    `);
  },
};
