import { runRoomLogTests } from '@cobble/engine/testing';
import { openDatabase } from '../database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts';
import { RoomLogs } from './RoomLogs.ts';

describe('the logs of rooms in Postgres', () => {
  let database: TestDatabase;

  before(async () => {
    database = await createTestDatabase();
    await database.knex.raw(`
      INSERT INTO accounts (uuid, username, email, questionnaire, created_at, updated_at)
        VALUES (gen_random_uuid(), 'ada', 'ada@example.org', '{}', now(), now());
      INSERT INTO sites (account_id, slug, created_at, updated_at)
        SELECT id, 'ada', now(), now() FROM accounts;
    `);
  });
  after(() => database.drop());

  async function insertPage(): Promise<number> {
    const { rows } = await database.knex.raw<{ rows: { id: number }[] }>(`
      INSERT INTO pages (site_id, account_id, slug, is_public, is_listed, is_peekable, revision,
        created_at, updated_at)
      SELECT id, account_id, left(gen_random_uuid()::text, 8), true, true, true, 1, now(), now()
      FROM sites RETURNING id
    `);
    return rows[0]?.id ?? 0;
  }

  runRoomLogTests({
    describe,
    it,
    async createLog() {
      const pageId = await insertPage();
      const other = openDatabase(database.url);
      const readPage = () => Promise.resolve({ things: {} });
      return {
        log: new RoomLogs(database.knex).logOf(pageId, readPage),
        otherLog: new RoomLogs(other).logOf(pageId, readPage),
        close: () => other.destroy(),
      };
    },
  });
});
