import { randomBytes } from 'node:crypto';
import { type ClientRequest, get } from 'node:http';
import { expect } from 'chai';
import { createTestApp, type TestApp, type TestUser } from './testing/createTestApp.ts';
import { publish } from './testing/pageInput.ts';
import type { TestResponse } from './testing/TestBrowser.ts';

describe('calls of strangers', function () {
  this.timeout(60_000);
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp({ configuration: { trustedProxies: 1 } });
    ada = await app.signUp('ada');
    await publish(ada);
    await app.waitForPreviews();
  });
  after(() => app.stop());

  /** Forty calls, each from another network of an IPv6 provider. */
  const callAs40Strangers = (path: string, cookie?: () => string): Promise<TestResponse>[] =>
    Array.from({ length: 40 }, (_, index) =>
      app.browser().get(path, {
        headers: {
          'X-Forwarded-For': `2001:db8:${String(index)}::1`,
          ...(cookie === undefined ? {} : { Cookie: cookie() }),
        },
      }),
    );

  /**
   * Makes calls that wait for a table, and while they do, something else that must not wait for any
   * of them.
   */
  const withLocked = async (
    table: string,
    call: () => Promise<TestResponse>[],
    whileTheyWait: () => Promise<void>,
  ): Promise<TestResponse[]> => {
    const other = app.openDatabase();
    const waiting = async (): Promise<number> => {
      const { rows } = await other.knex.raw<{ rows: [{ count: string }] }>(
        'SELECT count(*) FROM pg_locks WHERE NOT granted',
      );
      return Number(rows[0].count);
    };
    try {
      let calls: Promise<TestResponse>[] = [];
      let hasOneEnded = false;
      await other.knex.transaction(async (transaction) => {
        await transaction.raw(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
        calls = call();
        void Promise.race(calls).then(() => {
          hasOneEnded = true;
        });
        for (let last = -1, count = 0; count === 0 || count !== last;) {
          await new Promise((resolve) => setTimeout(resolve, 300));
          [last, count] = [count, await waiting()];
        }
        await whileTheyWait();
        expect(hasOneEnded, 'it waited for one of the calls').to.equal(false);
      });
      return await Promise.all(calls);
    } finally {
      await other.drop();
    }
  };

  const statusesOf = (responses: readonly TestResponse[]): readonly number[] => [
    ...new Set(responses.map(({ status }) => status)),
  ];

  const expectAdaIsServed = async (path: string): Promise<void> => {
    const { status } = await ada.browser.get(path);
    expect(status).to.equal(200);
  };

  it('leave database connections to accounts while they are counted for the first time [LM28]', async () => {
    const responses = await withLocked(
      'rate_limits',
      () => callAs40Strangers('/api/account'),
      () => expectAdaIsServed('/api/account'),
    );
    expect(statusesOf(responses)).to.eql([200]);
  });

  it('leave database connections to accounts while invented sessions are checked [LM28]', async () => {
    const invented = (): string => `cobble-session=${randomBytes(32).toString('base64url')}`;
    const responses = await withLocked(
      'sessions',
      () => callAs40Strangers('/api/account', invented),
      async () => {
        // Ada's own session cannot be checked either, but connections are left.
        const { rows } = await app.knex.raw<{ rows: unknown[] }>('SELECT 1');
        expect(rows).to.have.length(1);
      },
    );
    expect(statusesOf(responses)).to.eql([200]);
  });

  it('leave database connections to accounts while they read pages [LM28]', async () => {
    const responses = await withLocked(
      'published_pages',
      () => callAs40Strangers('/api/page?site=ada&page=main'),
      () => expectAdaIsServed('/api/account'),
    );
    expect(statusesOf(responses)).to.eql([200]);
  });

  it('are not made for clients that have left meanwhile [LM28]', async () => {
    const counted = async (): Promise<number> => {
      const [{ count } = { count: '' }] = await app
        .knex('rate_limits')
        .count<{ count: string }[]>('* as count');
      return Number(count);
    };
    const before = await counted();
    const sent: ClientRequest[] = [];
    await withLocked(
      'rate_limits',
      () => {
        const first = Array.from({ length: 4 }, (_, index) =>
          app.browser().get('/api/account', {
            headers: { 'X-Forwarded-For': `2001:db8:1000:${String(index)}::1` },
          }),
        );
        for (let index = 0; index < 40; index += 1) {
          const { port, appHost } = app;
          const network = String(2000 + index);
          const headers = { Host: appHost, 'X-Forwarded-For': `2001:db8:${network}::1` };
          const options = { host: '127.0.0.1', port, path: '/api/account', agent: false, headers };
          sent.push(get(options).on('error', () => undefined));
        }
        return first;
      },
      async () => {
        for (const each of sent) each.destroy();
        // Until the server has noticed.
        for (let call = 0; call < 10; call += 1) await expectAdaIsServed('/api/account');
      },
    );
    expect((await counted()) - before).to.be.within(4, 8);
  });

  it('wait for one another again once a session has ended [LM28]', async () => {
    const eve = await app.signUp('eve');
    const cookie = [...eve.browser.cookies].map((pair) => pair.join('=')).join('; ');
    await eve.browser.post('/api/auth/logout');
    const first = await app.browser().get('/api/account', { headers: { Cookie: cookie } });
    expect(first.json()).to.eql({ account: null, email: null });
    const responses = await withLocked(
      'sessions',
      () => callAs40Strangers('/api/account', () => cookie),
      async () => {
        await app.knex.raw('SELECT 1');
      },
    );
    expect(statusesOf(responses)).to.eql([200]);
  });
});
