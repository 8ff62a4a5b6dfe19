import { expect } from 'chai';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import type { TestBrowser } from '../app/testing/TestBrowser.ts';
import { signInLinkBrowsers } from '../database/migrations/0010_sign_in_link_browsers.ts';
import { hashToken } from '../shared/tokens.ts';

const EMAIL = 'Ada@example.org';
const COOKIE = 'cobble-browser';

describe('requesting a sign-in link', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.stop());

  /** The result of opening a link in a browser: `signed in`, or the error's code. */
  const open = async (browser: TestBrowser, token: string, email = EMAIL): Promise<string> => {
    const response = await browser.post('/api/auth/verify', { email, token });
    return response.status === 200 ? 'signed in' : response.error().code;
  };

  const request = (browser: TestBrowser, headers: Record<string, string> = {}) =>
    browser.post('/api/auth/email', { email: EMAIL, type: 'login' }, { headers });

  const countValid = async (): Promise<number> =>
    (await app.knex('sign_in_links').where({ superseded_at: null }).pluck('id')).length;

  it("invalidates the browser's older link [SI4]", async () => {
    const browser = app.browser();
    const older = await app.requestSignInToken(browser, EMAIL);
    const newer = await app.requestSignInToken(browser, EMAIL.toUpperCase());
    expect(await open(browser, older)).to.equal('sign_in_link_expired');
    expect(await open(browser, newer)).to.equal('signed in');
  });

  it('invalidates the older link of another address too [SI4]', async () => {
    const browser = app.browser();
    const older = await app.requestSignInToken(browser, EMAIL);
    const newer = await app.requestSignInToken(browser, 'ada@example.com');
    expect(await open(browser, older)).to.equal('sign_in_link_expired');
    expect(await open(browser, newer, 'ada@example.com')).to.equal('signed in');
  });

  it('leaves the links of an address valid when a stranger who knows it requests more [SI4, SI8]', async () => {
    const [owner, stranger] = [app.browser(), app.browser()];
    // The stranger has an id of its own, or none.
    await app.requestSignInToken(stranger, EMAIL);
    const older = await app.requestSignInToken(owner, EMAIL);
    const newer = await app.requestSignInToken(owner, EMAIL);
    await request(stranger);
    await request(app.browser());
    expect(await open(owner, older)).to.equal('sign_in_link_expired');
    expect(await open(owner, newer)).to.equal('signed in');
  });

  it('leaves links of other browsers valid when this one requests links to two addresses [SI4]', async () => {
    const [ada, bob] = [app.browser(), app.browser()];
    const adas = await app.requestSignInToken(ada, EMAIL);
    const bobs = await app.requestSignInToken(bob, 'bob@example.org');
    const bobsForAda = await app.requestSignInToken(bob, EMAIL);
    expect(await open(bob, bobs, 'bob@example.org')).to.equal('sign_in_link_expired');
    expect(await open(ada, adas)).to.equal('signed in');
    expect(await open(bob, bobsForAda)).to.equal('signed in');
  });

  it('leaves one valid link when a browser requests several at once [SI4]', async () => {
    const browser = app.browser();
    await request(browser);
    await Promise.all(Array.from({ length: 5 }, () => request(browser)));
    expect(await countValid()).to.equal(1);
    await Promise.all(Array.from({ length: 5 }, () => request(app.browser())));
    expect(await countValid()).to.equal(6);
  });

  it('invalidates nothing with several ids, since a neighbouring host may have planted one [SI8]', async () => {
    const [ada, stranger] = [app.browser(), app.browser()];
    const adas = await app.requestSignInToken(ada, EMAIL);
    const strangers = await app.requestSignInToken(stranger, EMAIL);
    const both = [ada, stranger].map((each) => `${COOKIE}=${each.cookies.get(COOKIE) ?? ''}`);
    await request(app.browser(), { Cookie: both.join('; ') });
    await request(app.browser(), { Cookie: `${COOKIE}=short` });
    expect(await open(ada, adas)).to.equal('signed in');
    expect(await open(stranger, strangers)).to.equal('signed in');
  });

  it('invalidates a link from before the upgrade if it has the same address [SI9]', async () => {
    const browser = app.browser();
    const [older, others] = [
      await app.requestSignInToken(browser, EMAIL),
      await app.requestSignInToken(app.browser(), 'bob@example.org'),
    ];
    // Without the column, as the earlier version stored them.
    await signInLinkBrowsers.down(app.knex);
    await signInLinkBrowsers.up(app.knex);
    const newer = await app.requestSignInToken(app.browser(), EMAIL.toUpperCase());
    expect(await open(browser, older)).to.equal('sign_in_link_expired');
    expect(await open(browser, newer)).to.equal('signed in');
    expect(await open(browser, others, 'bob@example.org')).to.equal('signed in');
  });

  it('keeps a link valid that was requested before an upgrade', async () => {
    const browser = app.browser();
    const token = await app.requestSignInToken(browser, EMAIL);
    await signInLinkBrowsers.down(app.knex);
    await signInLinkBrowsers.up(app.knex);
    expect(await open(browser, token)).to.equal('signed in');
  });

  it('sets an id for this host only, which lasts as long as the link [SI7]', async () => {
    const browser = app.browser();
    const first = await request(browser);
    const [line = '', ...others] = first.headers['set-cookie'] ?? [];
    expect(others).to.deep.equal([]);
    expect(line).to.match(/^cobble-browser=[\w-]{43}; Max-Age=600; Path=\/; Expires=/);
    expect(line).to.include('HttpOnly').and.to.include('SameSite=Lax');
    expect(line).not.to.include('Domain').and.not.to.include('Secure');
    const again = await request(browser);
    const [renewed = ''] = again.headers['set-cookie'] ?? [];
    expect(renewed.split(';').slice(0, 2)).to.deep.equal(line.split(';').slice(0, 2));
    const other = app.browser();
    await request(other);
    expect(other.cookies.get(COOKIE)).not.to.equal(browser.cookies.get(COOKIE));
  });

  it('stores only the hash of the id [SI7]', async () => {
    const browser = app.browser();
    await request(browser);
    const id = browser.cookies.get(COOKIE) ?? '';
    const rows: { browser_hash: Buffer }[] = await app.knex('sign_in_links');
    expect(rows[0]?.browser_hash.equals(hashToken(id))).to.equal(true);
    for (const column of Object.values(rows[0] ?? {}))
      if (Buffer.isBuffer(column)) expect(column.includes(id)).to.equal(false);
    expect(app.log()).not.to.include(id);
  });
});

describe('sign-in links of several browsers', () => {
  it('bind the id to the host by its name over TLS [SI7]', async () => {
    const app = await createTestApp({
      configuration: { appUrl: 'https://localhost', pagesHost: 'localhost' },
    });
    try {
      const browser = app.browser();
      const headers = { Origin: 'https://localhost' };
      const json = { email: EMAIL, type: 'login' };
      const response = await browser.post('/api/auth/email', json, { headers });
      const [cookie] = response.headers['set-cookie'] ?? [];
      expect(cookie).to.match(/^__Host-cobble-browser=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure/);
      // Without the prefix, a page on another subdomain may have set it.
      const id = browser.cookies.get('__Host-cobble-browser') ?? '';
      const planted = { ...headers, Cookie: `cobble-browser=${id}` };
      await app.browser().post('/api/auth/email', json, { headers: planted });
      const superseded: unknown[] = await app
        .knex('sign_in_links')
        .whereNotNull('superseded_at')
        .pluck('id');
      expect(superseded).to.deep.equal([]);
    } finally {
      await app.stop();
    }
  });

  it('are limited in number per address [LM1, SI4]', async () => {
    const app = await createTestApp({
      limits: { signInEmailsPerDay: { points: 3, seconds: 86_400 } },
    });
    try {
      const statuses = [];
      for (let sent = 0; sent < 5; sent += 1) {
        const json = { email: EMAIL, type: 'login' };
        const response = await app.browser().post('/api/auth/email', json);
        statuses.push(response.status);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
      const valid: unknown[] = await app.knex('sign_in_links').where({ superseded_at: null });
      expect(valid).to.have.length(3);
    } finally {
      await app.stop();
    }
  });
});
