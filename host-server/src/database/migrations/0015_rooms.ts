import type { Migration } from './Migration.ts';

/** The streams of rooms: who owns each, its entries and snapshots, and its clients' newest ops. */
export const rooms: Migration = {
  name: '0015_rooms',
  async up(knex) {
    await knex.raw(`
      CREATE TABLE rooms (
        page_id integer PRIMARY KEY REFERENCES pages ON DELETE CASCADE,
        -- The number of the room's owner. Each new owner gets the next one.
        epoch bigint NOT NULL,
        -- The seq of the newest entry.
        head bigint NOT NULL,
        -- When the owner last used the log; null once it has closed the room.
        owner_seen_at timestamptz
      );
      CREATE TABLE room_entries (
        page_id integer NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seq bigint NOT NULL,
        client_id text NOT NULL,
        mid bigint NOT NULL,
        -- JSON. Text, because nothing in it is ever searched, and jsonb refuses some characters.
        entry text NOT NULL,
        stored_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (page_id, seq),
        CONSTRAINT room_entries_op UNIQUE (page_id, client_id, mid)
      );
      -- Outlives the entries, so that an op that is sent again after years is still recognized.
      CREATE TABLE room_clients (
        page_id integer NOT NULL REFERENCES rooms ON DELETE CASCADE,
        client_id text NOT NULL,
        last_mid bigint NOT NULL,
        account_id integer NOT NULL,
        PRIMARY KEY (page_id, client_id)
      );
      CREATE TABLE room_snapshots (
        page_id integer NOT NULL REFERENCES rooms ON DELETE CASCADE,
        seq bigint NOT NULL,
        -- JSON.
        snapshot text NOT NULL,
        stored_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (page_id, seq)
      );
    `);
  },
  async down(knex) {
    await knex.raw('DROP TABLE room_snapshots, room_clients, room_entries, rooms');
  },
};
