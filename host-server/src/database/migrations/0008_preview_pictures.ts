import type { Migration } from './Migration.ts';

/** Preview and share images of pages. */
export const previewPictures: Migration = {
  name: '0008_preview_pictures',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE preview_pictures (
        page_id integer PRIMARY KEY REFERENCES pages ON DELETE CASCADE,
        -- The publication or draft that they show, and the recipe.
        source text NOT NULL,
        -- Of everything that was painted, in the files' names: pages that look the same share them.
        -- Null if the page could not be painted.
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
