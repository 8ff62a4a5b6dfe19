import type { Migration } from './Migration.ts';

/** Accounts, their sign-in links and sessions, and their sites. */
export const accounts: Migration = {
  name: '0001_accounts',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE accounts (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        uuid uuid NOT NULL UNIQUE,
        username text NOT NULL CHECK (username ~ '^[A-Za-z0-9-]{2,20}$'),
        email text NOT NULL,
        roles text[] NOT NULL DEFAULT '{basic}',
        status text NOT NULL DEFAULT 'active',
        -- json and not jsonb: it keeps what was typed, NUL characters included.
        questionnaire json NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE UNIQUE INDEX accounts_username_key ON accounts (lower(username));
      CREATE UNIQUE INDEX accounts_email_key ON accounts (lower(email));

      CREATE TABLE sites (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE,
        slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])$'),
        is_public boolean NOT NULL DEFAULT true,
        settings json NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );

      -- A slug that was given up is held back for a while, so that nobody inherits its visitors.
      CREATE TABLE reserved_slugs (
        slug text PRIMARY KEY,
        reserved_until timestamptz NOT NULL
      );

      CREATE TABLE sign_in_links (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        email text NOT NULL,
        token_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        superseded_at timestamptz
      );
      CREATE INDEX sign_in_links_email ON sign_in_links (email);
      CREATE INDEX sign_in_links_expires_at ON sign_in_links (expires_at);

      CREATE TABLE sessions (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        -- The verified address; the account may be created later.
        email text NOT NULL,
        account_id integer REFERENCES accounts ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sessions_account_id ON sessions (account_id);
      CREATE INDEX sessions_expires_at ON sessions (expires_at);
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE sessions, sign_in_links, reserved_slugs, sites, accounts');
  },
};
