import { expect } from 'chai';
import type { TestDatabase } from '../testing/createTestDatabase.ts';
import { createTestDatabase } from '../testing/createTestDatabase.ts';
import { StartupError } from '../start/StartupError.ts';
import type { Migration } from './migrate.ts';
import { migrate } from './migrate.ts';
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

describe('migrate', () => {
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

  it('runs what is missing, once', async () => {
    expect(await migrate(database.knex, [...migrations, first])).to.deep.equal(['9001_first']);
    expect(await migrate(database.knex, [...migrations, first])).to.deep.equal([]);
    expect(await database.knex.schema.hasTable('first')).to.equal(true);
  });

  it('lets several that start at once wait for one', async () => {
    const pools = [1, 2, 3].map(() => openDatabase(database.url));
    const ran = await Promise.all(pools.map((knex) => migrate(knex, [...migrations, first])));
    await Promise.all(pools.map((knex) => knex.destroy()));
    expect(ran.flat()).to.deep.equal(['9001_first']);
  });

  it('goes on where one was killed while migrating', async () => {
    await database.knex('knex_migrations_lock').update({ is_locked: 1 });
    expect(await migrate(database.knex, [...migrations, first])).to.deep.equal(['9001_first']);
  });

  it('leaves nothing of one that fails, and names it', async () => {
    const error = await failure([...migrations, first, broken]);
    expect(error.code).to.equal('migration_failed');
    expect(error.message).to.contain('9002_broken').and.to.contain('not_there');
    expect(await database.knex.schema.hasTable('half')).to.equal(false);
  });

  it('says so when the data is of a newer Cobble', async () => {
    await migrate(database.knex, [...migrations, first]);
    const error = await failure(migrations);
    expect(error.message).to.contain('made by a newer Cobble').and.to.contain('9001_first');
  });

  it('has a name of its own for each, in order', () => {
    const names = migrations.map(({ name }) => name);
    expect([...new Set(names)].sort()).to.deep.equal(names);
  });
});
