import type { Migration } from './Migration.ts';

/** Which account last requested a thumbnail, so that accounts take turns in the queue. */
export const embedPictureAccounts: Migration = {
  name: '0014_embed_picture_accounts',
  async up(knex) {
    await knex.raw(`
      ALTER TABLE embed_pictures
        ADD COLUMN account_id integer REFERENCES accounts ON DELETE SET NULL;
      CREATE INDEX embed_pictures_account_id ON embed_pictures (account_id);
    `);
  },
  async down(knex) {
    await knex.raw('ALTER TABLE embed_pictures DROP COLUMN account_id');
  },
};
