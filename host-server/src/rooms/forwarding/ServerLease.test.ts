import { expect } from 'chai';
import { pino } from 'pino';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.ts';
import { startDatabaseProxy } from '../../testing/startDatabaseProxy.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { ForwardingReports } from './ForwardingReports.ts';
import { ServerLease } from './ServerLease.ts';

describe('the lease of a server', () => {
  let database: TestDatabase;
  const reports = new ForwardingReports({ log: pino({ enabled: false }), metrics: null });

  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('asks once who owns a room, however many clients wait for it, or they would load Postgres [RO59]', async () => {
    const { knex } = database;
    const lease = new ServerLease(knex, 'one', reports);
    let statements = 0;
    const count = (): void => {
      statements += 1;
    };
    knex.on('query', count);
    const all = Array.from({ length: 1000 }, (_, index) => lease.ownerOf(1 + (index % 2)));
    expect(await Promise.all(all)).to.eql(Array.from({ length: 1000 }, () => null));
    knex.removeListener('query', count);
    expect(statements).to.equal(2);
  });

  it('is not held any more when it could not be renewed in time, or its server would go on for ever [RO60]', async () => {
    const proxy = await startDatabaseProxy(database.url);
    const knex = openDatabase(proxy.url, { silenceMs: 300 });
    let nowMs = 0;
    const lease = new ServerLease(knex, 'two', reports, () => nowMs);
    try {
      expect(lease.isHeld).to.equal(false);
      await lease.begin();
      expect(lease.isHeld).to.equal(true);
      proxy.hang();
      let losses = 0;
      lease.whileLost(() => {
        losses += 1;
      });
      nowMs += 2499;
      expect(lease.isHeld).to.equal(true);
      nowMs += 1;
      expect(lease.isHeld).to.equal(false);
      while (losses === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      proxy.resume();
      while (!lease.isHeld) await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await lease.close();
      await knex.destroy();
      proxy.close();
    }
  });
});
