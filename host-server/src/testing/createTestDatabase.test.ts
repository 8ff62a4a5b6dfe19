import { expect } from 'chai';
import { connect } from '../database/connect.ts';
import { migrations } from '../database/migrations/index.ts';
import { createTestDatabase, type TestDatabase } from './createTestDatabase.ts';

describe('createTestDatabase', () => {
  const created: TestDatabase[] = [];
  const create = async (): Promise<TestDatabase> => {
    const database = await createTestDatabase();
    created.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of created.splice(0)) await database.drop();
  });

  it('creates a database with all migrations applied', async () => {
    const { knex } = await create();
    const ran = await knex<{ id: number; name: string }>('knex_migrations').orderBy('id');
    expect(ran.map(({ name }) => name)).to.deep.equal(
      migrations.map((migration) => migration.name),
    );
  });

  it('isolates databases from each other', async () => {
    const [one, other] = [await create(), await create()];
    await one.knex.schema.createTable('only_here', (table) => table.increments());
    expect(await one.knex.schema.hasTable('only_here')).to.equal(true);
    expect(await other.knex.schema.hasTable('only_here')).to.equal(false);
  });

  it('creates several at the same time', async () => {
    const databases = await Promise.all([create(), create(), create(), create()]);
    expect(new Set(databases.map(({ url }) => url)).size).to.equal(4);
  });

  it('drops a database that has open connections', async () => {
    const { url, drop } = await createTestDatabase();
    const other = await connect(url, 'still here');
    const ended = new Promise((resolve) => other.once('end', resolve));
    await drop();
    await ended;
    const errorCode = await connect(url, 'too late').then(
      () => null,
      (error: unknown) => (error as { code: string }).code,
    );
    expect(errorCode).to.equal('3D000');
  });
});
