import type { Migration } from './Migration.ts';

/** The patches of room entries apart from their acknowledgements, which are kept for longer. */
export const roomPatches: Migration = {
  name: '0017_room_patches',
  async up(knex) {
    await knex.raw(`
      -- JSON; null once no client can need it any more. The entry is stored without it.
      ALTER TABLE room_entries ADD COLUMN patch text;
    `);
  },
  async down(knex) {
    await knex.raw('ALTER TABLE room_entries DROP COLUMN patch');
  },
};
