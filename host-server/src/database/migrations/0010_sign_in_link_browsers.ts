import type { Migration } from './Migration.ts';

/** Which browser requested a sign-in link. */
export const signInLinkBrowsers: Migration = {
  name: '0010_sign_in_link_browsers',
  async up(knex) {
    await knex.raw(`
      -- The hash of the browser's id. Null for links requested before this migration.
      ALTER TABLE sign_in_links ADD COLUMN browser_hash bytea;
      CREATE INDEX sign_in_links_browser_hash ON sign_in_links (browser_hash);
    `);
  },
  async down(knex) {
    await knex.raw('ALTER TABLE sign_in_links DROP COLUMN browser_hash');
  },
};
