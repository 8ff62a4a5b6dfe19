import type { Migration } from './Migration.ts';

/** Preview and share images of pages. */
export const previewPictures: Migration = {
  name: '0008_preview_pictures',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE preview_pictures (
        page_id integer PRIMARY KEY REFERENCES pages ON DELETE CASCADE,
        -- Which publication or draft they show, and by which recipe they were painted.
        source text NOT NULL,
        -- Names the files, by all that was painted: two pages that look the same share them. Null
        -- where the page could not be painted.
        hash text,
        painted_at timestamptz NOT NULL
      );
      CREATE INDEX preview_pictures_hash ON preview_pictures (hash);
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE preview_pictures');
  },
};
