import type { Migration } from './Migration.ts';

/** Custom domains, subscriptions, posts, page passwords, and the history of publications. */
export const serving: Migration = {
  name: '0004_serving',
  async up(knex) {
    await knex.raw(`
      -- Several accounts may claim the same name, each with a TXT record of its own to add to the name's DNS.
      -- The claim that was verified last is served.
      CREATE TABLE domains (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
        site_id integer NOT NULL REFERENCES sites ON DELETE CASCADE,
        name text NOT NULL CHECK (name = lower(name) AND name LIKE '%.%' AND length(name) <= 253),
        proof_token text NOT NULL UNIQUE,
        status text NOT NULL DEFAULT 'vercel_pending' CHECK (status IN
          ('active', 'cloudflare_deleted', 'cloudflare_moved', 'cloudflare_pending', 'vercel_pending')),
        is_canonical boolean NOT NULL DEFAULT true,
        verified_at timestamptz,
        checked_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        UNIQUE (account_id, name),
        CHECK (status <> 'active' OR verified_at IS NOT NULL)
      );
      CREATE UNIQUE INDEX domains_active_name_key ON domains (name) WHERE status = 'active';
      CREATE UNIQUE INDEX domains_canonical_site_key ON domains (site_id)
        WHERE status = 'active' AND is_canonical;
      CREATE INDEX domains_site_id ON domains (site_id);

      CREATE TABLE subscriptions (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
        provider text NOT NULL CHECK (provider IN ('paypal', 'stripe')),
        plan text NOT NULL CHECK (plan IN ('SupporterMonthly', 'SupporterYearly', 'PlusMonthly',
          'PlusYearly', 'ProMonthly', 'ProYearly')),
        status text NOT NULL CHECK (status IN ('active', 'inactive', 'payment_past_due')),
        -- The role that it grants while it is active or past due.
        role text NOT NULL GENERATED ALWAYS AS (lower(replace(replace(plan, 'Monthly', ''), 'Yearly', '')))
          STORED,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      );
      CREATE INDEX subscriptions_account_id ON subscriptions (account_id);

      CREATE TABLE posts (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id integer NOT NULL REFERENCES accounts ON DELETE CASCADE,
        caption text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX posts_account_id ON posts (account_id, created_at DESC, id DESC);

      -- A page with a row here is restricted.
      CREATE TABLE page_passwords (
        page_id integer PRIMARY KEY REFERENCES pages ON DELETE CASCADE,
        salt bytea NOT NULL,
        hash bytea NOT NULL,
        updated_at timestamptz NOT NULL
      );

      -- Which drafts were published and when; the documents are in page_revisions.
      CREATE TABLE page_publications (
        page_id integer NOT NULL,
        revision integer NOT NULL,
        published_at timestamptz NOT NULL,
        PRIMARY KEY (page_id, revision),
        FOREIGN KEY (page_id, revision) REFERENCES page_revisions ON DELETE CASCADE
      );
      INSERT INTO page_publications (page_id, revision, published_at)
        SELECT page_id, revision, published_at FROM published_pages;

      ALTER TABLE published_pages
        -- The inputs besides the page: when they change, it is rendered again.
        ADD COLUMN context text NOT NULL DEFAULT '',
        ADD COLUMN brotli_quality smallint NOT NULL DEFAULT 4;

      -- Purges to send to the CDN, inserted in the transaction of the change that causes them.
      CREATE TABLE cdn_purges (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        urls text[] NOT NULL,
        tags text[] NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL
      );
    `);
  },
  async down(knex) {
    await knex.raw(`
      DROP TABLE cdn_purges, page_publications, page_passwords, posts, subscriptions, domains;
      ALTER TABLE published_pages
        DROP COLUMN context, DROP COLUMN brotli_quality;
    `);
  },
};
