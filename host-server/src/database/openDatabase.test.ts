import { expect } from 'chai';
import type { Knex } from 'knex';
import { databaseFailureOf } from './databaseErrors.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/startDatabaseProxy.ts';
import { openDatabase } from './openDatabase.ts';

describe('openDatabase', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());
  let proxy: DatabaseProxy;
  const pools: Knex[] = [];
  beforeEach(async () => {
    proxy = await startDatabaseProxy(database.url);
  });
  afterEach(async () => {
    for (const knex of pools.splice(0)) await knex.destroy();
    proxy.close();
  });

  it('keeps the values of a statement out of the error when it fails [LG2]', async () => {
    const error = await database
      .knex('accounts')
      .where({ email: 'ada@example.com', nothing: 1 })
      .then(
        () => null,
        (failure: unknown) => failure,
      );
    expect(error).to.be.instanceOf(Error);
    expect(String(error)).to.include('nothing').and.not.include('ada@example.com');
  });

  it('times out on a statement without a response, and uses another connection', async () => {
    const knex = openDatabase(proxy.url, { poolSize: 1, silenceMs: 300 });
    pools.push(knex);
    /** On a busy machine, a response may take as long, too. */
    const untilAnswered = async (): Promise<void> => {
      for (let tries = 1; ; tries += 1)
        try {
          await knex.raw('SELECT 1');
          return;
        } catch (error) {
          if (tries === 100) throw error;
        }
    };
    await untilAnswered();
    proxy.hang();
    const silent: unknown = await knex.raw('SELECT 1').catch((error: unknown) => error);
    expect(databaseFailureOf(silent)).to.equal('down');
    proxy.resume();
    // The pool's only connection was the silent one, which remains silent.
    await untilAnswered();
  });

  it('gives up connecting early where this is asked for, or a server cannot renew its lease for 10 s after its network was gone [RO63]', async () => {
    proxy.hang();
    const failing = [{}, { connectMs: 100 }].map(async (options, index) => {
      const knex = openDatabase(proxy.url, options);
      pools.push(knex);
      const failure: unknown = await knex.raw('SELECT 1').catch((error: unknown) => error);
      return { index, failure };
    });
    const { index, failure } = await Promise.race(failing);
    expect([index, databaseFailureOf(failure)]).to.eql([1, 'down']);
    // Ends the other attempt.
    proxy.close();
    await Promise.all(failing);
  });

  it('releases the locks of a transaction whose client has disappeared', async () => {
    const knex = openDatabase(proxy.url, { silenceMs: 300 });
    pools.push(knex);
    const locked = knex.transaction(async (transaction) => {
      await transaction.raw('SELECT pg_advisory_xact_lock(7)');
      proxy.hang();
      await transaction.raw('SELECT 1');
    });
    expect(await locked.catch((error: unknown) => databaseFailureOf(error))).to.equal('down');
    // Waits until Postgres has ended the session of the lost client.
    await database.knex.transaction((other) => other.raw('SELECT pg_advisory_xact_lock(7)'));
  });
});
