import type { Migration } from './Migration.ts';

/** Pages, their drafts by revision, and their publications. */
export const pages: Migration = {
  name: '0002_pages',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE pages (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        site_id integer NOT NULL REFERENCES sites ON DELETE CASCADE,
        account_id integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
        slug text NOT NULL CHECK (slug ~ '^[A-Za-z0-9-]{1,50}(/[A-Za-z0-9-]{1,50}){0,1}$'),
        is_public boolean NOT NULL,
        is_listed boolean NOT NULL,
        is_peekable boolean NOT NULL,
        is_disabled boolean NOT NULL DEFAULT false,
        title text,
        -- Of the newest draft.
        revision integer NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        UNIQUE (site_id, slug)
      );
      -- Addresses ignore case, so two slugs of a site may not differ in case only.
      CREATE UNIQUE INDEX pages_address_key ON pages (site_id, lower(slug));
      CREATE INDEX pages_account_id ON pages (account_id, updated_at DESC);

      CREATE TABLE page_revisions (
        page_id integer NOT NULL REFERENCES pages ON DELETE CASCADE,
        revision integer NOT NULL CHECK (revision > 0),
        -- relativeHeight, settings, style, things. json and not jsonb: the order of the blocks
        -- and escaped NULs survive.
        document json NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (page_id, revision)
      );

      CREATE TABLE published_pages (
        page_id integer PRIMARY KEY REFERENCES pages ON DELETE CASCADE,
        revision integer NOT NULL,
        html bytea NOT NULL,
        gzip bytea NOT NULL,
        brotli bytea NOT NULL,
        etag text NOT NULL,
        csp text NOT NULL,
        published_at timestamptz NOT NULL,
        FOREIGN KEY (page_id, revision) REFERENCES page_revisions
      );
      -- Already compressed.
      ALTER TABLE published_pages ALTER gzip SET STORAGE EXTERNAL, ALTER brotli SET STORAGE EXTERNAL;
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE published_pages, page_revisions, pages');
  },
};
