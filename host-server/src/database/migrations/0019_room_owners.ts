import type { Migration } from './Migration.ts';

/** Which server owns each room, and which of the servers are running. */
export const roomOwners: Migration = {
  name: '0019_room_owners',
  async up(knex) {
    await knex.raw(`
      -- The id of the server that took the room over last; null if that server shares no rooms.
      ALTER TABLE rooms ADD COLUMN owner_server text;
      -- Servers that forward to each other. Unlogged, because each writes its row every second: after
      -- a crash of the database, they write them again.
      CREATE UNLOGGED TABLE room_servers (
        -- Made by the server at its start.
        id text PRIMARY KEY,
        -- The version of the messages that it understands.
        format integer NOT NULL,
        -- Until then, no other server takes its rooms over.
        alive_until timestamptz NOT NULL
      );
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE room_servers; ALTER TABLE rooms DROP COLUMN owner_server');
  },
};
