import type { Migration } from './Migration.ts';

/** Which blocks were removed on pages of rooms, apart from patches and snapshots, which are large. */
export const roomRemovals: Migration = {
  name: '0018_room_removals',
  async up(knex) {
    await knex.raw(`
      -- JSON of the ids that the entry has removed; null for none, and for entries from before this.
      ALTER TABLE room_entries ADD COLUMN removed text;
      -- JSON of the snapshot without its page; null for snapshots from before this.
      ALTER TABLE room_snapshots ADD COLUMN removals text;
    `);
  },
  async down(knex) {
    await knex.raw(`
      ALTER TABLE room_entries DROP COLUMN removed;
      ALTER TABLE room_snapshots DROP COLUMN removals;
    `);
  },
};
