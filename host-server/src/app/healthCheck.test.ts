import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts';
import { createHealthCheck } from './healthCheck.ts';

describe('checks of the database’s health', () => {
  let database: TestDatabase;
  let statements = 0;
  before(async () => {
    database = await createTestDatabase();
    database.knex.on('query', () => {
      statements += 1;
    });
  });
  after(() => database.drop());

  it('take one connection, however many ask, and report a broken database a second later [SV19]', async () => {
    let nowMs = 0;
    const check = createHealthCheck(database.knex, () => nowMs);
    const answers = await Promise.all(Array.from({ length: 100 }, check));
    nowMs += 999;
    answers.push(await check());
    expect(new Set(answers)).to.eql(new Set([true]));
    expect(statements).to.equal(1);
    await database.knex.destroy();
    nowMs += 1;
    expect(await check()).to.equal(false);
    database.knex.initialize();
    nowMs += 1000;
    expect(await check()).to.equal(true);
  });
});
