import { expect } from 'chai';
import { connect } from '../database/connect.ts';
import { migrations } from '../database/migrations/index.ts';
import { createTestDatabase, type TestDatabase } from './createTestDatabase.ts';

describe('createTestDatabase', () => {
  const made: TestDatabase[] = [];
  const create = async (): Promise<TestDatabase> => {
    const database = await createTestDatabase();
    made.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of made.splice(0)) await database.drop();
  });

  it('gives a database that has every migration', async () => {
    const { knex } = await create();
    const ran = await knex<{ id: number; name: string }>('knex_migrations').orderBy('id');
    expect(ran.map(({ name }) => name)).to.deep.equal(
      migrations.map((migration) => migration.name),
    );
  });

  it('keeps databases apart', async () => {
    const [one, other] = [await create(), await create()];
    await one.knex.schema.createTable('only_here', (table) => table.increments());
    expect(await one.knex.schema.hasTable('only_here')).to.equal(true);
    expect(await other.knex.schema.hasTable('only_here')).to.equal(false);
  });

  it('makes many at once', async () => {
    const databases = await Promise.all([create(), create(), create(), create()]);
    expect(new Set(databases.map(({ url }) => url)).size).to.equal(4);
  });

  it('drops a database to which others are still connected', async () => {
    const { url, drop } = await createTestDatabase();
    const other = await connect(url, 'still here');
    const ended = new Promise((resolve) => other.once('end', resolve));
    await drop();
    await ended;
    const refused = await connect(url, 'too late').then(
      () => null,
      (error: unknown) => (error as { code: string }).code,
    );
    expect(refused).to.equal('3D000');
  });
});
