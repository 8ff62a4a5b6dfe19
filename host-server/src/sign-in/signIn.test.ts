import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import type { TestBrowser, TestResponse } from '../app/testing/TestBrowser.ts';
import { hashToken } from '../shared/tokens.ts';
import type { Limit, LimitName } from '../http/limits.ts';

const EMAIL = 'Ada@example.org';

describe('sign-in by email link', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.stop());

  it('starts a session with a cookie for this host only [SN1]', async () => {
    const browser = app.browser();
    const token = await app.requestSignInToken(browser, EMAIL);
    const response = await browser.post('/api/auth/verify', { email: EMAIL, token });
    expect(response.status).to.equal(200);
    expect(response.json()).to.deep.equal({ account: null });
    const [cookie] = response.headers['set-cookie'] ?? [];
    expect(cookie).to.match(/^cobble-session=[\w-]{43}; Max-Age=7776000; Path=\/; Expires=/);
    expect(cookie).to.include('HttpOnly').and.to.include('SameSite=Lax');
    expect(cookie).not.to.include('Domain');
    const account = await browser.get('/api/account');
    expect(account.json()).to.deep.equal({ account: null, email: EMAIL });
  });

  it('does not use up the token when a scanner opens the link with GET or HEAD [SI1]', async () => {
    const browser = app.browser();
    const token = await app.requestSignInToken(browser, EMAIL);
    const scanner = app.browser();
    for (const method of ['GET', 'HEAD'])
      for (const path of [`/auth/verify?token=${token}`, `/api/auth/verify?token=${token}`]) {
        const opened = await scanner.send(path, { method });
        expect(opened.headers['set-cookie'], `${method} ${path}`).to.equal(undefined);
      }
    const verified = await browser.post('/api/auth/verify', { email: EMAIL, token });
    expect(verified.status).to.equal(200);
  });

  it('starts exactly one session for a token that is used concurrently [SI2]', async () => {
    const token = await app.requestSignInToken(app.browser(), EMAIL);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.browser().post('/api/auth/verify', { email: EMAIL, token }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).to.have.length(1);
    for (const refused of responses.filter(({ status }) => status !== 200)) {
      expect(refused.status).to.equal(410);
      expect(refused.error().code).to.equal('sign_in_link_used');
      expect(refused.headers['x-error-code']).to.equal('sign_in_link_used');
      expect(refused.headers['set-cookie']).to.equal(undefined);
    }
    expect(await app.knex('sessions').pluck('id')).to.have.length(1);
  });

  it('works for exactly 10 minutes [SI3]', async () => {
    const browser = app.browser();
    app.stopClock();
    const inTime = await app.requestSignInToken(browser, EMAIL);
    app.advanceClock(599_000);
    const first = await browser.post('/api/auth/verify', { email: EMAIL, token: inTime });
    expect(first.status).to.equal(200);
    const late = await app.requestSignInToken(browser, EMAIL);
    app.advanceClock(601_000);
    const refused = await browser.post('/api/auth/verify', { email: EMAIL, token: late });
    expect(refused.status).to.equal(410);
    expect(refused.error().code).to.equal('sign_in_link_expired');
  });

  it('stores only the hash of a token [SI3]', async () => {
    const token = await app.requestSignInToken(app.browser(), EMAIL);
    const rows: { token_hash: Buffer }[] = await app.knex('sign_in_links');
    expect(rows[0]?.token_hash.equals(hashToken(token))).to.equal(true);
    expect(JSON.stringify(rows)).not.to.include(token);
    for (const column of Object.values(rows[0] ?? {}))
      if (Buffer.isBuffer(column)) expect(column.includes(token)).to.equal(false);
  });

  it('refuses a token with another address, without using it up [SI6]', async () => {
    const browser = app.browser();
    const token = await app.requestSignInToken(browser, EMAIL);
    const refused = await browser.post('/api/auth/verify', { email: 'eve@example.org', token });
    expect(refused.status).to.equal(400);
    expect(refused.error().code).to.equal('sign_in_link_invalid');
    expect((await browser.post('/api/auth/verify', { email: EMAIL, token })).status).to.equal(200);
  });

  it('responds the same whether or not an address has an account [SI5]', async () => {
    await app.signUp('known');
    const browser = app.browser();
    const responses = [];
    // Equal work, as far as a test can tell, takes the same time.
    const work: string[] = [];
    let statements: string[] = [];
    app.knex.on('query', ({ sql }: { readonly sql: string }) => {
      if (/accounts|sessions|sign_in_links/.test(sql)) statements.push(sql);
    });
    const countMails = async (): Promise<number> =>
      (await browser.get('/dev/mailbox')).text.split('href="/dev/mailbox/').length;
    for (const email of ['known@example.org', 'unknown@example.org'])
      for (const type of ['login', 'sign-up']) {
        const mailsBefore = await countMails();
        statements = [];
        responses.push(await browser.post('/api/auth/email', { email, type }));
        work.push(statements.join('\n'));
        expect(await countMails(), `${type} ${email}`).to.equal(mailsBefore + 1);
      }
    expect(work[0]).to.include('insert into "sign_in_links"');
    expect(new Set(work).size).to.equal(1);
    for (const response of responses) {
      expect(response.status).to.equal(200);
      expect(response.text).to.equal('{}');
      expect(Object.keys(response.headers)).to.deep.equal(Object.keys(responses[0]?.headers ?? {}));
    }
  });

  it('creates a new session at each sign-in and ends the previous one [SN2]', async () => {
    const browser = app.browser();
    await app.signIn(browser, EMAIL);
    const planted = browser.cookies.get('cobble-session') ?? '';
    await app.signIn(browser, EMAIL);
    expect(browser.cookies.get('cobble-session')).not.to.equal(planted);
    const old = app.browser();
    old.cookies.set('cobble-session', planted);
    expect((await old.get('/api/account')).json()).to.deep.equal({ account: null, email: null });
  });

  it('ends the session everywhere when signing out [SN3]', async () => {
    const { browser } = await app.signUp('ada');
    const copy = app.browser();
    copy.cookies.set('cobble-session', browser.cookies.get('cobble-session') ?? '');
    expect((await browser.post('/api/auth/logout')).status).to.equal(200);
    expect(browser.cookies.has('cobble-session')).to.equal(false);
    expect((await copy.get('/api/page/all')).status).to.equal(401);
  });

  it('ends a session after 90 days [SN4]', async () => {
    const { browser } = await app.signUp('ada');
    app.advanceClock(90 * 24 * 3_600_000 - 60_000);
    expect((await browser.get('/api/page/all')).status).to.equal(200);
    app.advanceClock(120_000);
    expect((await browser.get('/api/page/all')).status).to.equal(401);
  });

  it('ignores an invalid cookie of another subdomain, and accepts neither of two valid ones [SN5]', async () => {
    const { browser, account } = await app.signUp('ada');
    const own = browser.cookies.get('cobble-session') ?? '';
    const junk = 'x'.repeat(43);
    for (const cookies of [
      `cobble-session=${junk}; cobble-session=${own}`,
      `cobble-session=${own}; cobble-session=${junk}`,
    ]) {
      const response = await app.browser().get('/api/account', { headers: { Cookie: cookies } });
      expect(response.json()).to.deep.include({ account });
    }
    const eve = await app.signUp('eve');
    const both = `cobble-session=${eve.browser.cookies.get('cobble-session') ?? ''}; cobble-session=${own}`;
    const response = await app.browser().get('/api/account', { headers: { Cookie: both } });
    expect(response.json()).to.deep.equal({ account: null, email: null });
  });

  it('writes no address, token or cookie to the log [LG1]', async () => {
    const browser = app.browser();
    const token = await app.requestSignInToken(browser, 'canary@example.org');
    await browser.post('/api/auth/verify', { email: 'canary@example.org', token });
    await app.knex.schema.dropTable('sessions');
    const broken = await browser.post('/api/auth/verify', { email: 'canary@example.org', token });
    expect(broken.status).to.equal(500);
    expect(broken.error()).to.deep.equal({ code: 'err_internal_server_error' });
    expect(app.log()).to.include('A call failed');
    expect(app.log()).not.to.include('canary').and.not.to.include(token);
    expect(app.log()).not.to.include(browser.cookies.get('cobble-session'));
  });
});

describe('sign-in over TLS', () => {
  it('binds the cookie to the host by its name, and sends HSTS [SN5, SN1, SN8]', async () => {
    const app = await createTestApp({
      configuration: { appUrl: 'https://localhost', pagesHost: 'localhost' },
    });
    try {
      const browser = app.browser();
      const secure = { headers: { Origin: 'https://localhost' } };
      await browser.post('/api/auth/email', { email: EMAIL, type: 'login' }, secure);
      const list = await browser.get('/dev/mailbox');
      const mail = await browser.get(/href="(\/dev\/mailbox\/[\w-]+)"/.exec(list.text)?.[1] ?? '');
      const token = /token=([\w-]+)/.exec(mail.text)?.[1];
      const response = await browser.post('/api/auth/verify', { email: EMAIL, token }, secure);
      const [cookie] = response.headers['set-cookie'] ?? [];
      expect(cookie).to.match(/^__Host-cobble-session=[\w-]{43}; .*Path=\/; .*Secure/);
      expect(response.headers['strict-transport-security']).to.include('max-age=31536000');
      const session = browser.cookies.get('__Host-cobble-session') ?? '';
      const tossed = await app.browser().get('/api/account', {
        headers: {
          Cookie: `cobble-session=${'x'.repeat(43)}; __Host-cobble-session=${session}`,
        },
      });
      expect(tossed.json()).to.deep.include({ email: EMAIL });
    } finally {
      await app.stop();
    }
  });
});

describe('limits', () => {
  const expectRateLimited = (response: TestResponse): void => {
    expect(response.status).to.equal(429);
    expect(response.error().code).to.equal('err_rate_limited');
    expect(Number(response.headers['retry-after'])).to.be.within(1, 60);
  };

  it('respond to a flood of sign-in emails with 429, whatever X-Forwarded-For says [LM1]', async () => {
    const app = await createTestApp({
      limits: { signInEmailsPerIp: { points: 3, seconds: 60 } },
    });
    try {
      const statuses = [];
      for (let sent = 0; sent < 5; sent += 1) {
        const response = await app
          .browser()
          .post(
            '/api/auth/email',
            { email: `a${String(sent)}@example.org`, type: 'login' },
            { headers: { 'X-Forwarded-For': `10.0.0.${String(sent)}` } },
          );
        statuses.push(response.status);
        if (response.status === 429) expectRateLimited(response);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
    } finally {
      await app.stop();
    }
  });

  it('use the address that our proxy saw, not the one that the client claims [LM2]', async () => {
    const app = await createTestApp({
      configuration: { trustedProxies: 1 },
      limits: { signInEmailsPerIp: { points: 1, seconds: 60 } },
    });
    const requestLink = async (forwarded: string): Promise<number> => {
      const json = { email: 'ada@example.org', type: 'login' };
      const headers = { 'X-Forwarded-For': forwarded };
      return (await app.browser().post('/api/auth/email', json, { headers })).status;
    };
    try {
      expect(await requestLink('203.0.113.1')).to.equal(200);
      expect(await requestLink('10.0.0.7, 203.0.113.1')).to.equal(429);
      expect(await requestLink('203.0.113.2')).to.equal(200);
    } finally {
      await app.stop();
    }
  });

  it('do not lock out the owner of an address when strangers request links to it [LM1, LM14, SI4]', async () => {
    const app = await createTestApp({
      configuration: { trustedProxies: 1 },
      limits: { signInEmailsPerRequester: { points: 5, seconds: 600 } },
    });
    try {
      const requestLink = (from: string, browser = app.browser()) =>
        browser.post(
          '/api/auth/email',
          { email: EMAIL, type: 'login' },
          { headers: { 'X-Forwarded-For': from } },
        );
      const owner = app.browser();
      const token = await app.requestSignInToken(owner, EMAIL);
      for (let sent = 0; sent < 5; sent += 1)
        expect((await requestLink('203.0.113.1')).status).to.equal(200);
      expect((await requestLink('203.0.113.1')).status).to.equal(429);
      expect((await requestLink('203.0.113.2')).status, 'a new link').to.equal(200);
      const verified = await owner.post('/api/auth/verify', { email: EMAIL, token });
      expect(verified.status, 'the pending link').to.equal(200);
    } finally {
      await app.stop();
    }
  });

  it('cap the emails to an address per day, and separately for browsers that have signed in with it [LM1, LM14]', async () => {
    const app = await createTestApp({
      limits: { signInEmailsPerDay: { points: 4, seconds: 86_400 } },
    });
    try {
      const requestLink = async (browser: TestBrowser, email = EMAIL): Promise<number> =>
        (await browser.post('/api/auth/email', { email, type: 'login' })).status;
      const owner = app.browser();
      await app.signIn(owner, EMAIL.toUpperCase());
      await owner.post('/api/auth/logout');
      const statuses = [];
      for (let sent = 0; sent < 5; sent += 1) statuses.push(await requestLink(app.browser()));
      expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
      expect(await requestLink(owner), 'a browser that has signed in').to.equal(200);
      const stranger = await app.signUp('mallory');
      expect(await requestLink(stranger.browser), 'one of another account').to.equal(429);
      const ownStatuses = [];
      for (let sent = 0; sent < 5; sent += 1) ownStatuses.push(await requestLink(owner));
      expect(ownStatuses).to.deep.equal([200, 200, 200, 429, 429]);
    } finally {
      await app.stop();
    }
  });

  describe('on sign-in emails', () => {
    /** Starts a server; returns the statuses of requests for links from addresses to mailboxes. */
    const startRequesting = async (limits: Partial<Record<LimitName, Limit>>) => {
      const app = await createTestApp({ configuration: { trustedProxies: 1 }, limits });
      const request = async (from: string, email: string, browser = app.browser()) => {
        const headers = { 'X-Forwarded-For': from };
        const json = { email, type: 'login' };
        return (await browser.post('/api/auth/email', json, { headers })).status;
      };
      return { app, request };
    };

    it('count all labelled addresses of a mailbox together, so that nobody is flooded [LM1]', async () => {
      const { app, request } = await startRequesting({
        signInEmailsPerRequester: { points: 2, seconds: 600 },
        signInEmailsPerDay: { points: 3, seconds: 86_400 },
      });
      try {
        expect(await request('192.0.2.1', 'v.ictim+1@gmail.com')).to.equal(200);
        expect(await request('192.0.2.1', 'victim+2@gmail.com')).to.equal(200);
        expect(await request('192.0.2.1', 'victim+3@gmail.com')).to.equal(429);
        expect(await request('192.0.2.2', 'victim@googlemail.com')).to.equal(200);
        expect(await request('192.0.2.3', 'victim+5@gmail.com')).to.equal(429);
        expect(await request('192.0.2.1', 'other+1@gmail.com')).to.equal(200);
      } finally {
        await app.stop();
      }
    });

    it('keep addresses with labels apart as accounts [LM1]', async () => {
      const { app } = await startRequesting({});
      try {
        const [one, other] = [app.browser(), app.browser()];
        await app.signIn(one, 'ada+1@example.org');
        await app.signIn(other, 'ada+2@example.org');
        for (const [browser, email] of [
          [one, 'ada+1@example.org'],
          [other, 'ada+2@example.org'],
        ] as const)
          expect((await browser.get('/api/account')).json()).to.eql({ account: null, email });
      } finally {
        await app.stop();
      }
    });

    it('count all addresses of an IPv6 network as a few [LM1, LM27]', async () => {
      const { app, request } = await startRequesting({
        signInEmailsPerNetwork: { points: 3, seconds: 600 },
      });
      try {
        const statuses = [];
        for (let sent = 0; sent < 5; sent += 1) {
          const index = String(sent);
          statuses.push(await request(`2001:db8:9:${index}::1`, `a${index}@example.org`));
        }
        expect(statuses).to.eql([200, 200, 200, 429, 429]);
        expect(await request('2001:db8:a::1', 'a@example.org')).to.equal(200);
      } finally {
        await app.stop();
      }
    });

    it('do not lock anyone out whose mailbox a network requests emails for after its limit [LM1]', async () => {
      const { app, request } = await startRequesting({
        signInEmailsPerNetwork: { points: 2, seconds: 600 },
        signInEmailsPerDay: { points: 3, seconds: 86_400 },
      });
      try {
        for (const own of ['own1@example.org', 'own2@example.org'])
          expect(await request('2001:db8:9::1', own)).to.equal(200);
        for (let sent = 0; sent < 5; sent += 1)
          expect(await request(`2001:db8:9:${String(sent)}::1`, EMAIL)).to.equal(429);
        expect(await request('192.0.2.1', EMAIL), 'the owner').to.equal(200);
      } finally {
        await app.stop();
      }
    });

    it('leave a few to each address of an IPv6 network, and not many to all, when strangers request very many [LM1, LM27]', async () => {
      const { app, request } = await startRequesting({
        signInEmailsOfStrangers: { points: 1, seconds: 600 },
        signInEmailsPerIpWhenMany: { points: 1, seconds: 600 },
        signInEmailsPerNetworkWhenMany: { points: 3, seconds: 600 },
      });
      try {
        expect(await request('192.0.2.1', 'first@example.org')).to.equal(200);
        const statuses = [];
        for (const subnet of [0, 0, 8, 0x808, 0x1010])
          statuses.push(
            await request(
              `2001:db8:9:${subnet.toString(16)}::1`,
              `a${String(statuses.length)}@example.org`,
            ),
          );
        expect(statuses).to.eql([200, 429, 200, 200, 429]);
      } finally {
        await app.stop();
      }
    });

    it('leave a few to each address, and the usual number to known browsers, when strangers request very many [LM1, LM14]', async () => {
      const { app, request } = await startRequesting({
        // A server counts them in parts of a twentieth.
        signInEmailsOfStrangers: { points: 20, seconds: 600 },
        signInEmailsPerIpWhenMany: { points: 2, seconds: 600 },
      });
      try {
        const ada = app.browser();
        await app.signIn(ada, EMAIL);
        for (let sent = 1; sent < 20; sent += 1)
          expect(await request('192.0.2.1', `a${String(sent)}@example.org`)).to.equal(200);
        const statuses = [];
        for (let sent = 0; sent < 3; sent += 1)
          statuses.push(await request('192.0.2.1', `b${String(sent)}@example.org`));
        expect(statuses).to.eql([200, 200, 429]);
        expect(await request('192.0.2.2', 'new@example.org'), 'another address').to.equal(200);
        for (let sent = 0; sent < 3; sent += 1)
          expect(await request('192.0.2.1', EMAIL, ada), 'a known browser').to.equal(200);
      } finally {
        await app.stop();
      }
    });
  });

  it('recognise a browser that has signed in before by a host-only cookie that reveals nothing [LM14]', async () => {
    const app = await createTestApp();
    try {
      const browser = app.browser();
      const token = await app.requestSignInToken(browser, EMAIL);
      const { headers } = await browser.post('/api/auth/verify', { email: EMAIL, token });
      const known = headers['set-cookie']?.find((line) => line.startsWith('cobble-known='));
      expect(known).to.match(/^cobble-known=[\w-]{43}; Max-Age=31536000; Path=\/; .*HttpOnly/);
      expect(known).not.to.include('Domain');
      const before = browser.cookies.get('cobble-known');
      await browser.post('/api/auth/logout');
      expect(browser.cookies.get('cobble-known')).to.equal(before);
      expect((await browser.get('/api/account')).json()).to.deep.equal({
        account: null,
        email: null,
      });
    } finally {
      await app.stop();
    }
  });

  it('respond to a flood of emails to one address, and of username checks, with 429 [LM1, LM3]', async () => {
    const app = await createTestApp({
      limits: {
        signInEmailsPerRequester: { points: 5, seconds: 60 },
        existenceChecksPerIp: { points: 2, seconds: 60 },
      },
    });
    try {
      const requestLink = (email: string) =>
        app.browser().post('/api/auth/email', { email, type: 'login' });
      for (let sent = 0; sent < 5; sent += 1)
        expect((await requestLink(EMAIL)).status).to.equal(200);
      expectRateLimited(await requestLink(EMAIL));
      expectRateLimited(await requestLink(EMAIL.toUpperCase()));
      expect((await requestLink(`another-${EMAIL}`)).status).to.equal(200);
      const checkStatuses = [];
      for (let sent = 0; sent < 3; sent += 1)
        checkStatuses.push(
          (await app.browser().send('/api/account?username=ada', { method: 'HEAD' })).status,
        );
      expect(checkStatuses).to.deep.equal([404, 404, 429]);
    } finally {
      await app.stop();
    }
  });
});
