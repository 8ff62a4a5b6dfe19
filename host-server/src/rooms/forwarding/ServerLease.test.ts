import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { openDatabase } from '../../database/openDatabase.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.ts';
import { startDatabaseProxy } from '../../testing/startDatabaseProxy.ts';
import { ForwardingReports } from './ForwardingReports.ts';
import { ServerLease } from './ServerLease.ts';

describe('the lease of a server', function () {
  this.timeout(120_000);
  let database: TestDatabase;
  const reports = new ForwardingReports({ log: pino({ enabled: false }), metrics: null });

  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it('asks once who owns a room, however many clients wait for it, or they would load Postgres [RO59]', async () => {
    const { knex } = database;
    const lease = new ServerLease({ knex, leaseKnex: knex, reports }, 'one');
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
    // The first renewal is not lost, however long it takes.
    const services = { knex: database.knex, leaseKnex: knex, reports };
    const lease = new ServerLease(services, 'two', () => nowMs);
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
      while (losses === 0) await delay(20);
      proxy.resume();
      while (!lease.isHeld) await delay(20);
    } finally {
      await lease.close();
      await knex.destroy();
      proxy.close();
    }
  });

  async function aliveUntil(serverId: string): Promise<number> {
    const row = await database
      .knex('room_servers')
      .where({ id: serverId })
      .first<{ alive_until: Date } | undefined>('alive_until');
    return row?.alive_until.getTime() ?? 0;
  }

  /** Waits until the lease has been renewed this many times. */
  async function untilRenewed(serverId: string, times: number): Promise<void> {
    for (let renewals = 0, last = await aliveUntil(serverId); renewals < times;) {
      await delay(20);
      const now = await aliveUntil(serverId);
      if (now !== last) renewals += 1;
      last = now;
    }
  }

  it('is renewed while all connections for requests are in use, or others would take its rooms [RO63]', async () => {
    const knex = openDatabase(database.url, { poolSize: 1 });
    const lease = new ServerLease({ knex, leaseKnex: database.knex, reports }, 'busy');
    await lease.begin();
    const transaction = await knex.transaction();
    try {
      await untilRenewed('busy', 2);
      await lease.close();
      expect(await aliveUntil('busy')).to.equal(0);
    } finally {
      await transaction.rollback();
      await knex.destroy();
    }
  });

  it('is renewed although one renewal hangs, and given up only after that has ended [RO63]', async () => {
    const { knex } = database;
    let renewals = 0;
    let answer = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const leaseKnex = {
      async raw(...statement: Parameters<Knex['raw']>): Promise<unknown> {
        renewals += 1;
        if (renewals === 1) await hanging;
        return knex.raw(...statement);
      },
    } as unknown as Knex;
    const lease = new ServerLease({ knex, leaseKnex, reports }, 'hanging');
    await lease.begin();
    await untilRenewed('hanging', 2);
    const closing = lease.close();
    answer();
    await closing;
    expect(await aliveUntil('hanging')).to.equal(0);
  });
});
