import type { Migration } from './Migration.ts';

/** What accounts other than its owner may do in a page's room. */
export const pageRoles: Migration = {
  name: '0016_page_roles',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE page_roles (
        page_id integer NOT NULL REFERENCES pages ON DELETE CASCADE,
        account_id integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('editor', 'sampler', 'viewer')),
        PRIMARY KEY (page_id, account_id)
      );
      CREATE INDEX page_roles_account_id ON page_roles (account_id);
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE page_roles');
  },
};
