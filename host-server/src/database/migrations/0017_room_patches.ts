import type { Migration } from './Migration.ts';

/** What is kept of rooms: patches apart from acknowledgements, and when clients were last seen. */
export const roomPatches: Migration = {
  name: '0017_room_patches',
  async up(knex) {
    await knex.raw(`
      -- JSON; null once no client can need it any more. The entry is stored without it.
      ALTER TABLE room_entries ADD COLUMN patch text;
      -- When the client last sent an op.
      ALTER TABLE room_clients ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
    `);
  },
  async down(knex) {
    await knex.raw(`
      ALTER TABLE room_entries DROP COLUMN patch;
      ALTER TABLE room_clients DROP COLUMN seen_at;
    `);
  },
};
