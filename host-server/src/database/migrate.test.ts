import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { StartupError } from '../shared/StartupError.ts';
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrations/Migration.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './openDatabase.ts';

const first: Migration = {
  name: '9001_first',
  up: (knex) => knex.schema.createTable('first', (table) => table.increments()),
  down: (knex) => knex.schema.dropTable('first'),
};
const broken: Migration = {
  name: '9002_broken',
  async up(knex) {
    await knex.schema.createTable('half', (table) => table.increments());
    await knex.raw('SELECT * FROM not_there');
  },
  down: () => Promise.resolve(),
};

describe('migrate', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());
  const failure = async (list: readonly Migration[]): Promise<StartupError> => {
    const error = await migrate(database.knex, list).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(StartupError);
    expect((error as StartupError).message).not.to.contain('\n');
    return error as StartupError;
  };

  it('runs pending migrations once [DB3]', async () => {
    expect(await migrate(database.knex, [...migrations, first])).to.deep.equal(['9001_first']);
    expect(await migrate(database.knex, [...migrations, first])).to.deep.equal([]);
    expect(await database.knex.schema.hasTable('first')).to.equal(true);
  });

  it('runs once when several servers start at the same time [DB3]', async () => {
    const pools = [1, 2, 3].map(() => openDatabase(database.url));
    const ran = await Promise.all(pools.map((knex) => migrate(knex, [...migrations, first])));
    await Promise.all(pools.map((knex) => knex.destroy()));
    expect(ran.flat()).to.deep.equal(['9001_first']);
  });

  it('ignores the lock that a killed migration left', async () => {
    await database.knex('knex_migrations_lock').update({ is_locked: 1 });
    expect(await migrate(database.knex, [...migrations, first])).to.deep.equal(['9001_first']);
  });

  it('rolls back a failed migration and names it [DB3]', async () => {
    const error = await failure([...migrations, first, broken]);
    expect(error.code).to.equal('migration_failed');
    expect(error.message).to.contain('9002_broken').and.to.contain('not_there');
    expect(await database.knex.schema.hasTable('half')).to.equal(false);
  });

  it('reports data of a newer version of Cobble [DB3]', async () => {
    await migrate(database.knex, [...migrations, first]);
    const error = await failure(migrations);
    expect(error.message).to.contain('created by a newer Cobble').and.to.contain('9001_first');
  });

  it('records earlier publications in 0004_serving, which can be rolled back', async () => {
    const { knex } = database;
    const serving = migrations.find(({ name }) => name === '0004_serving');
    const later = migrations.slice(migrations.findIndex((each) => each === serving) + 1);
    for (const { down } of later.toReversed()) await down(knex);
    await serving?.down(knex);
    const now = new Date(0);
    const times = { created_at: now, updated_at: now };
    const account = { uuid: randomUUID(), username: 'ada', email: 'a@b.c', questionnaire: '{}' };
    await knex('accounts').insert({ ...account, ...times });
    await knex('sites').insert({ account_id: 1, slug: 'ada', ...times });
    const page = { slug: 'main', is_public: true, is_listed: false, is_peekable: false };
    await knex('pages').insert({ site_id: 1, account_id: 1, revision: 7, ...page, ...times });
    const document = JSON.stringify({ things: { a: {}, b: {} } });
    await knex('page_revisions').insert({ page_id: 1, revision: 7, document, created_at: now });
    const bytes = { html: 'x', gzip: 'x', brotli: 'x', etag: 'x', csp: 'x' };
    await knex('published_pages').insert({
      page_id: 1,
      revision: 7,
      ...bytes,
      published_at: now,
    });
    await serving?.up(knex);
    expect(await knex('page_publications')).to.deep.equal([
      { page_id: 1, revision: 7, published_at: now },
    ]);
    expect(await knex('published_pages').select('context')).to.deep.equal([{ context: '' }]);
  });

  it('numbers migrations in order, with unique names', () => {
    const names = migrations.map(({ name }) => name);
    expect([...new Set(names)].sort()).to.deep.equal(names);
  });
});
