import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from '../app/testing/createTestApp.ts';
import { openPage } from '../app/testing/pageInput.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import { lockAccount } from './repositories/accounts.ts';

describe('changes to an account whose row is locked', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
  });
  afterEach(() => app.stop());

  /** Holds the account's lock, as a slow change on another server does, while `work` runs. */
  const whileLocked = async (work: (waiting: () => Promise<number>) => Promise<void>) => {
    const other: ReturnType<TestApp['openDatabase']> = app.openDatabase();
    try {
      await other.knex.transaction(async (transaction) => {
        await lockAccount(transaction, ada.account.ID);
        await work(async () => {
          // Outside the transaction, which would always see the activity as of its first query.
          const { rows } = await other.knex.raw<{ rows: { count: number }[] }>(
            `SELECT count(*)::int AS count FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows[0]?.count ?? 0;
        });
      });
    } finally {
      await other.drop();
    }
  };
  const deleteVersions = async (count: number): Promise<Promise<TestResponse>[]> => {
    const path = `/api/page/${String((await openPage(ada)).ID)}/version/99`;
    return Array.from({ length: count }, () => ada.browser.send(path, { method: 'DELETE' }));
  };

  it('leave the database’s connections to other accounts [LM18]', async () => {
    const bo = await app.signUp('bo');
    let calls: Promise<TestResponse>[] = [];
    await whileLocked(async (waiting) => {
      calls = await deleteVersions(30);
      while ((await waiting()) === 0) await sleep(10);
      const others = Array.from({ length: 30 }, () => bo.browser.get('/api/account'));
      const statuses = (await Promise.all(others)).map(({ status }) => status);
      expect(new Set(statuses)).to.deep.equal(new Set([200]));
      expect(await waiting()).to.equal(1);
    });
    const codes = (await Promise.all(calls)).map((response) => response.error().code);
    expect(new Set(codes)).to.deep.equal(new Set(['page_version_does_not_exist']));
  });

  it('are refused when too many wait, so that they do not fill the memory [LM18]', async () => {
    let calls: Promise<TestResponse>[] = [];
    await whileLocked(async () => {
      calls = await deleteVersions(60);
      // A refusal does not wait for the lock.
      const refused = await Promise.any(
        calls.map(async (call) => {
          const response = await call;
          if (response.status !== 429) throw new Error('Not refused');
          return response;
        }),
      );
      expect(refused.error().code).to.equal('err_rate_limited');
      expect(refused.headers['retry-after']).to.equal('5');
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).to.have.lengthOf.within(1, 9);
    expect(statuses.filter((status) => status === 404)).to.have.lengthOf.within(51, 59);
  });
});
