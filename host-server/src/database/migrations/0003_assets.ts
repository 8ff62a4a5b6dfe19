import type { Migration } from './Migration.ts';

/** Uploaded images, and secrets that the server generates. */
export const assets: Migration = {
  name: '0003_assets',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE assets (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
        name text NOT NULL UNIQUE,
        bytes integer NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX assets_account_id ON assets (account_id);

      -- Stored here so that all servers of a database use the same secrets.
      CREATE TABLE server_secrets (
        name text PRIMARY KEY,
        value bytea NOT NULL,
        created_at timestamptz NOT NULL
      );
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE server_secrets, assets');
  },
};
