import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { openDatabase } from '../database/openDatabase.ts';
import type { ApiError } from '../shared/ApiError.ts';
import { createTestDatabase, type TestDatabase } from '../testing/createTestDatabase.ts';
import { createLimiter, LEASING_MS, type Limiter } from './createLimiter.ts';
import { type LimitName, LIMITS } from './limits.ts';
import { deleteExpiredRateLimits } from './repositories/rateLimits.ts';

describe('rate limits', function () {
  // One test uses up every limit, one statement after another.
  this.timeout(60_000);
  let database: TestDatabase;
  const limiters: Limiter[] = [];
  const apps: TestApp[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const limiter of limiters.splice(0)) limiter.close();
    // The first one owns the database.
    for (const app of apps.splice(0).toReversed()) await app.stop();
    await database.drop();
  });

  const limit = { points: 10, seconds: 60 };
  /** A busy machine may take longer for a statement than a call waits, after which nothing is shared. */
  const PATIENT_MS = 60_000;
  const start = (knex = database.knex, points = limit.points, leasingMs = PATIENT_MS): Limiter => {
    const named = { ...limit, points };
    const limiter = createLimiter(knex, { uploadsPerAccount: named, callsPerIp: named }, leasingMs);
    limiters.push(limiter);
    return limiter;
  };
  /** How many of some attempts are admitted. */
  const admitted = async (
    limiter: Limiter,
    attempts: number,
    name: LimitName = 'uploadsPerAccount',
    key = 'ada@example.org',
  ): Promise<number> => {
    const results = await Promise.all(
      Array.from({ length: attempts }, () =>
        limiter.consume(name, key).then(
          () => 1,
          (error: unknown) => {
            expect((error as ApiError).code).to.equal('err_rate_limited');
            expect((error as ApiError).retryAfterSeconds).to.be.within(1, LIMITS[name].seconds);
            return 0;
          },
        ),
      ),
    );
    return results.reduce<number>((sum, one) => sum + one, 0);
  };
  const countStatements = (): (() => number) => {
    let statements = 0;
    database.knex.on('query', () => {
      statements += 1;
    });
    return () => statements;
  };

  it('are shared by the servers of a database [LM13]', async () => {
    const limits = { existenceChecksPerIp: { points: 6, seconds: 60 } };
    const first = await createTestApp({ limits });
    apps.push(first);
    const second = await createTestApp({ limits, sharesDatabaseOf: first });
    apps.push(second);
    const check = async (app: TestApp) =>
      app.browser().send('/api/account?username=quilter', { method: 'HEAD' });
    for (let count = 0; count < 3; count++)
      for (const app of [first, second]) expect((await check(app)).status).to.equal(404);
    for (const app of [first, second]) {
      const refused = await check(app);
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
    }
  });

  it('hold under concurrency, and for each key by itself [LM13]', async () => {
    const both = [start(), start()];
    const counts = await Promise.all(both.map((limiter) => admitted(limiter, 20)));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(10);
    expect(await admitted(start(), 20, 'uploadsPerAccount', 'another')).to.equal(10);
  });

  it('cost no statement once they are reached, and store no address [LM13]', async () => {
    const limiter = start();
    expect(await admitted(limiter, 11)).to.equal(10);
    const statements = countStatements();
    expect(await admitted(limiter, 100)).to.equal(0);
    expect(statements()).to.equal(0);
    expect(JSON.stringify(await database.knex('rate_limits'))).not.to.contain('ada');
  });

  it('that one server has used up are used up on the next one, every one of them [LM39]', async () => {
    const [first, second] = [0, 1].map(() => createLimiter(database.knex, {}, PATIENT_MS)) as [
      Limiter,
      Limiter,
    ];
    limiters.push(first, second);
    const key = 'whoever it counts';
    const names = Object.keys(LIMITS) as LimitName[];
    await Promise.all(
      names.map(async (name) => {
        for (let attempt = 0; attempt < LIMITS[name].points; attempt++)
          await first.consume(name, key);
      }),
    );
    for (const name of names)
      expect(await admitted(second, 1, name, key), `${name} on the second server`).to.equal(0);
  });

  it('cost no statement for most attempts of busy people, and are never exceeded [LM40]', async () => {
    const { points } = LIMITS.pageWritesPerAccount;
    const three = [0, 1, 2].map(() => createLimiter(database.knex, {}, PATIENT_MS));
    limiters.push(...three);
    const statements = countStatements();
    let count = 0;
    // A proxy sends the requests to the servers in turn.
    for (let attempt = 0; attempt < points * 2; attempt++)
      await three[attempt % 3]?.consume('pageWritesPerAccount', '7').then(
        () => (count += 1),
        () => undefined,
      );
    expect(count).to.be.within(points * 0.9, points);
    expect(statements()).to.be.at.most(20 + three.length);
  });

  it('let calls go on while the database takes long, and count them meanwhile [LM40]', async () => {
    let release = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => {
      void database.knex.transaction(async (transaction) => {
        await transaction.raw('LOCK TABLE rate_limits IN EXCLUSIVE MODE');
        await new Promise<void>((unlock) => {
          release = unlock;
          resolve();
        });
      });
    });
    await isLocked;
    try {
      const impatient = start(database.knex, limit.points, LEASING_MS);
      expect(await admitted(impatient, 15, 'callsPerIp')).to.equal(10);
    } finally {
      release();
    }
  });

  it('that count every call are taken from the database in batches [LM13]', async () => {
    const statements = countStatements();
    const [first, second] = [start(undefined, 1000), start(undefined, 1000)] as const;
    expect(await admitted(first, 400, 'callsPerIp')).to.equal(400);
    expect(statements()).to.equal(8);
    const rest = [
      await admitted(second, 990, 'callsPerIp'),
      await admitted(first, 10, 'callsPerIp'),
    ];
    expect(rest).to.eql([600, 0]);
    expect(statements()).to.be.at.most(22);
  });

  it('still count while the database is down, and refuse nobody because of it [LM13]', async () => {
    const down = openDatabase('postgresql://nobody@127.0.0.1:1/nothing');
    const limiter = start(down);
    expect(await admitted(limiter, 15)).to.equal(10);
    expect(await admitted(limiter, 8, 'callsPerIp')).to.equal(8);
    await down.destroy();
  });

  it('do not fill the database with what has expired [LM13]', async () => {
    await admitted(start(), 1);
    await deleteExpiredRateLimits(database.knex, Date.now());
    expect(await database.knex('rate_limits')).to.have.length(1);
    await deleteExpiredRateLimits(database.knex, Date.now() + 61_000);
    expect(await database.knex('rate_limits')).to.eql([]);
  });
});
