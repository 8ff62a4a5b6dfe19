import type { Migration } from './Migration.ts';

/** Embed thumbnails by page, and unreferenced files. */
export const embedPictures: Migration = {
  name: '0007_embed_pictures',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE embed_pictures (
        -- The URL of the original.
        address text PRIMARY KEY,
        -- The file of the copy; null while there is none.
        name text UNIQUE,
        width integer,
        height integer,
        asked_at timestamptz NOT NULL,
        tried_at timestamptz,
        attempts smallint NOT NULL DEFAULT 0,
        -- Also the queue: when to fetch it next; null for never.
        due_at timestamptz,
        CHECK ((name IS NULL) = (width IS NULL) AND (name IS NULL) = (height IS NULL))
      );
      CREATE INDEX embed_pictures_due_at ON embed_pictures (due_at) WHERE due_at IS NOT NULL;

      -- Which published pages show which thumbnails.
      CREATE TABLE page_embed_pictures (
        page_id integer NOT NULL REFERENCES pages ON DELETE CASCADE,
        address text NOT NULL REFERENCES embed_pictures,
        PRIMARY KEY (page_id, address)
      );
      CREATE INDEX page_embed_pictures_address ON page_embed_pictures (address);

      -- Unreferenced files of the media store, until they are removed.
      CREATE TABLE media_leftovers (
        name text PRIMARY KEY,
        noticed_at timestamptz NOT NULL
      );
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE media_leftovers, page_embed_pictures, embed_pictures');
  },
};
