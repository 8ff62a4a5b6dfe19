import type { Migration } from './Migration.ts';

/** Image variants: other widths and formats, placeholders, videos. */
export const pictures: Migration = {
  name: '0005_pictures',
  async up(knex) {
    await knex.raw(`
      -- Also the queue: variants are made of images whose recipe is older than the server's.
      CREATE TABLE pictures (
        asset_id integer PRIMARY KEY REFERENCES assets ON DELETE CASCADE,
        recipe smallint NOT NULL DEFAULT 0,
        attempts smallint NOT NULL DEFAULT 0,
        tried_at timestamptz,
        is_animated boolean NOT NULL DEFAULT false,
        placeholder text
      );
      CREATE INDEX pictures_recipe ON pictures (recipe, attempts);

      CREATE TABLE picture_variants (
        asset_id integer NOT NULL REFERENCES pictures ON DELETE CASCADE,
        -- Contains a hash of the source and the recipe: two uploads of the same image share files.
        name text NOT NULL,
        type text NOT NULL CHECK (type IN ('image/avif', 'image/webp', 'video/mp4')),
        is_motion boolean NOT NULL DEFAULT false,
        width integer NOT NULL,
        height integer NOT NULL,
        bytes integer NOT NULL,
        PRIMARY KEY (asset_id, name)
      );

      INSERT INTO pictures (asset_id) SELECT id FROM assets;
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE picture_variants, pictures');
  },
};
