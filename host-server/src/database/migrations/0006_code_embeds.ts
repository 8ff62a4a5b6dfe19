import type { Migration } from './Migration.ts';

/** Code embeds as they are served on the embeds host. */
export const codeEmbeds: Migration = {
  name: '0006_code_embeds',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE code_embeds (
        -- Derived from the page and the code, so the content of an address never changes.
        address text PRIMARY KEY CHECK (length(address) = 43),
        page_id integer NOT NULL REFERENCES pages ON DELETE CASCADE,
        code bytea NOT NULL,
        is_preview boolean NOT NULL,
        -- Null while the published page shows it.
        expires_at timestamptz,
        CHECK (NOT is_preview OR expires_at IS NOT NULL)
      );
      CREATE INDEX code_embeds_page_id ON code_embeds (page_id);
      CREATE INDEX code_embeds_expires_at ON code_embeds (expires_at) WHERE is_preview;
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE code_embeds');
  },
};
