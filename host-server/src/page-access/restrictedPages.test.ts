import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { blankInput, publish } from '../app/testing/pageInput.ts';
import { serveDomain, setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse, RequestOptions } from '../app/testing/TestBrowser.ts';
import { StrangerTurns } from '../http/StrangerTurns.ts';
import { ApiError } from '../shared/ApiError.ts';
import { PAGE_COOKIE_MS, PageCookies } from './PageCookies.ts';
import type { isPassword } from './passwords.ts';
import type { PasswordTurn } from './PasswordTurns.ts';
import { createRestrictedPageServer } from './restrictedPages.ts';

/** Serves a restricted page of account 7, without a database. */
async function serveAlone(
  parts: Partial<Parameters<typeof createRestrictedPageServer>[0]>,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const serve = createRestrictedPageServer({
    cookies: new PageCookies(Buffer.alloc(32), false),
    consume: () => Promise.resolve(),
    strangerTurns: new StrangerTurns(() => false),
    clock: () => new Date(),
    trustedProxies: 0,
    common: {},
    ...parts,
  });
  const password = { salt: Buffer.alloc(16), hash: Buffer.alloc(32) };
  const page = { pageId: 1, ownerId: 7, password };
  const send = (): Promise<void> => Promise.reject(new Error('Sent without its password'));
  const at = { site: { slug: 'ada' }, path: '/', page, send };
  const server = createServer((request, response) => void serve(request, response, at));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/`, close: () => server.close() };
}

describe('restricted pages', () => {
  let app: TestApp;
  let ada: TestUser;
  let page: Page;
  let host: string;
  before(async () => {
    app = await createTestApp({ limits: { pagePasswordsPerIp: { points: 3, seconds: 600 } } });
    ada = await app.signUp('ada', ['plus']);
    host = `ada.${app.appHost}`;
    await publish(ada);
    await ada.browser.post('/api/page', blankInput('diary'));
    const settings = { editorVersion: '0.7.0', referenceWidth: 600, title: 'My diary' };
    page = await publish(ada, { settings }, 'diary');
  });
  after(() => app.stop());
  let testNumber = 0;
  beforeEach(async () => {
    testNumber += 1;
    await setPassword('open sesame');
  });

  const setPassword = async (password: string | null): Promise<void> => {
    const path = `/api/page/${String(page.ID)}/password`;
    const response = await (password === null
      ? ada.browser.send(path, { method: 'DELETE' })
      : ada.browser.put(path, { password }));
    expect(response.status, response.text).to.equal(200);
    expect(response.json()).to.deep.equal({ isRestricted: password !== null });
  };
  const visit = (path = '/diary', options: RequestOptions = {}): Promise<TestResponse> =>
    app.browser().get(path, { host, ...options });
  const postPassword = (password: string, headers: Record<string, string> = {}, path = '/diary') =>
    app.browser().send(path, {
      host,
      method: 'POST',
      body: new URLSearchParams({ password }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: `http://${host}`,
        ...headers,
      },
    });
  const cookieOf = (response: TestResponse): string => {
    const [line = ''] = response.headers['set-cookie'] ?? [];
    return line.split(';')[0] ?? '';
  };
  /** Submits the password, and returns the cookie that opens the page. */
  const submitPassword = async (): Promise<string> => {
    const response = await postPassword('open sesame');
    expect(response.status).to.equal(303);
    return cookieOf(response);
  };
  /** Each test uses a different page, since attempts are counted per page. */
  const newPage = async (): Promise<void> => {
    const slug = `diary-${String(testNumber)}`;
    await ada.browser.post('/api/page', blankInput(slug));
    await publish(ada, { slug: `old-${String(testNumber)}` }, 'diary');
    const settings = { editorVersion: '0.7.0', referenceWidth: 600, title: 'My diary' };
    page = await publish(ada, { slug: 'diary', settings }, slug);
    await setPassword('open sesame');
  };
  beforeEach(newPage);

  it('show a password form and nothing of the page [RS1]', async () => {
    const response = await visit();
    expect(response.status).to.equal(403);
    expect(response.text)
      .to.include('This page is protected')
      .and.to.include('<form method="post">');
    expect(response.text).not.to.include('My diary');
    expect(response.text).not.to.include('<script');
    expect(response.headers['cache-control']).to.equal('no-store, private');
    expect(response.headers['content-security-policy']).to.include("form-action 'self'");
    expect(response.headers['etag']).to.equal(undefined);
    expect((await visit('/diary', { method: 'HEAD' })).status).to.equal(403);
    expect((await visit('/')).status, 'other pages stay public').to.equal(200);
  });

  it('are shown once the right password has been entered, with a cookie for this host and path only [RS2]', async () => {
    const response = await postPassword('open sesame');
    expect(response.status).to.equal(303);
    expect(response.headers.location).to.equal('/diary');
    expect(response.headers['cache-control']).to.equal('no-store, private');
    const [line = ''] = response.headers['set-cookie'] ?? [];
    expect(line).to.match(
      /^cobble-page=\d+\.[\w-]{43}; Path=\/diary; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const Cookie = `a=b; ${cookieOf(response)}`;
    const opened = await visit('/diary', { headers: { Cookie } });
    expect(opened.status).to.equal(200);
    expect(opened.text).to.include('My diary');
    expect(opened.headers['cache-control']).to.equal('no-store, private');
    expect(opened.headers['surrogate-key']).to.equal(undefined);
    const { bytes } = await visit('/diary', { headers: { Cookie, 'Accept-Encoding': 'gzip' } });
    expect(gunzipSync(bytes).equals(opened.bytes)).to.equal(true);
    const head = await visit('/diary', { method: 'HEAD', headers: { Cookie } });
    expect(head.headers['content-length']).to.equal(String(opened.bytes.length));
    expect(head.bytes).to.have.lengthOf(0);
    expect(opened.headers['content-security-policy']).to.include("object-src 'none'");
  });

  it('accept a password in decomposed Unicode form and with a space after it [RS5]', async () => {
    await setPassword('Caf\u00e9 ole');
    expect((await postPassword('Cafe\u0301 ole ')).status).to.equal(303);
  });

  it('report a wrong password', async () => {
    for (const password of ['open', 'x'.repeat(9000)]) {
      const response = await postPassword(password);
      expect(response.status, password).to.equal(403);
      expect(response.text).to.include('Wrong password.');
      expect(response.headers['set-cookie']).to.equal(undefined);
    }
    const json = await app.browser().send('/diary', {
      host,
      method: 'POST',
      json: { password: 'open sesame' },
      headers: { Origin: `http://${host}` },
    });
    expect(json.status).to.equal(403);
  });

  it('limit the attempts, and report when to retry [RS3]', async () => {
    for (let guess = 0; guess < 3; guess += 1)
      expect((await postPassword(`guess ${String(guess)}`)).status).to.equal(403);
    const response = await postPassword('open sesame');
    expect(response.status).to.equal(429);
    expect(response.text).to.include('Wait a few minutes');
    expect(Number(response.headers['retry-after'])).to.be.greaterThan(0);
  });

  it('tell visitors that the server is busy, not that they tried too often [RS3]', async () => {
    const busy = new ApiError('err_unavailable', { retryAfterSeconds: 5 });
    const { url, close } = await serveAlone({ consume: () => Promise.reject(busy) });
    const response = await fetch(url, { method: 'POST' });
    close();
    expect(response.status).to.equal(503);
    expect(response.headers.get('retry-after')).to.equal('5');
    expect(await response.text()).to.include('very busy');
  });

  it('let the page’s owner and the visitor’s address take a turn for a password, until the visitor leaves [LM34]', async () => {
    const leaving = new AbortController();
    let turn: PasswordTurn | null = null;
    const left = new Promise<void>((resolve) => {
      const checkPassword: typeof isPassword = (_given, _stored, whose, signal) => {
        turn = whose;
        signal?.addEventListener('abort', () => {
          resolve();
        });
        leaving.abort();
        return new Promise(() => undefined);
      };
      void serveAlone({ checkPassword }).then(async ({ url, close }) => {
        const { signal } = leaving;
        await fetch(url, { method: 'POST', signal }).catch(() => undefined);
        close();
      });
    });
    await left;
    expect(turn).to.eql({ ownerId: 7, address: '127.0.0.1' });
  });

  it('refuse forms from other sites, including other authors’ pages, without counting them [RS4]', async () => {
    const foreign: readonly Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: `http://eve.${app.appHost}` },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const response = await postPassword('open sesame', headers);
      expect(response.status).to.equal(403);
      expect(response.headers['set-cookie']).to.equal(undefined);
    }
    await submitPassword();
  });

  it('do not open with a cookie that is expired, forged, or from another page, host or password [RS2]', async () => {
    const cookie = await submitPassword();
    const statusWith = async (value: string, toHost = host): Promise<number> =>
      (await visit('/diary', { host: toHost, headers: { Cookie: value } })).status;
    expect(await statusWith(cookie)).to.equal(200);
    expect(await statusWith(`cobble-page=1.${'A'.repeat(43)}; ${cookie}`)).to.equal(200);
    const [, until = '', mac = ''] = /=(\d+)\.(.+)/.exec(cookie) ?? [];
    expect(await statusWith(`cobble-page=${String(Number(until) + 1)}.${mac}`)).to.equal(403);
    for (const value of ['', '.', `${until}.`, `${until}.${'A'.repeat(43)}`, `NaN.${mac}`])
      expect(await statusWith(`cobble-page=${value}`), value).to.equal(403);
    const otherPage = cookieOf(await postPassword('open sesame', {}, `/old-${String(testNumber)}`));
    expect(otherPage).to.include('cobble-page=');
    expect(await statusWith(otherPage), 'the cookie of another page').to.equal(403);
    await serveDomain(app, ada, `diary-${String(testNumber)}.example.org`);
    expect(await statusWith(cookie, `diary-${String(testNumber)}.example.org`)).to.equal(403);
    await app.knex('domains').delete();
    await setPassword('open sesame');
    expect(await statusWith(cookie), 'the same password, set again').to.equal(403);
    const later = cookieOf(await postPassword('open sesame'));
    expect(await statusWith(later)).to.equal(200);
    app.advanceClock(PAGE_COOKIE_MS + 1);
    expect(await statusWith(later)).to.equal(403);
    app.advanceClock(-PAGE_COOKIE_MS - 1);
  });

  it('become restricted or public at once when the password is set or removed, even if they are cached', async () => {
    await setPassword(null);
    expect((await visit()).status).to.equal(200);
    await setPassword('open sesame');
    expect((await visit()).status).to.equal(403);
    await setPassword(null);
    expect((await visit()).status).to.equal(200);
  });

  it('store only a salted hash [RS5]', async () => {
    const stored = async () => {
      const rows = await app
        .knex('page_passwords')
        .where({ page_id: page.ID })
        .select<{ salt: Buffer; hash: Buffer }[]>('*');
      const values = rows.flatMap((row) => Object.values(row)).map(String);
      return { values: values.join(), salt: String(rows[0]?.salt), hash: String(rows[0]?.hash) };
    };
    const before = await stored();
    await setPassword('open sesame');
    const after = await stored();
    expect(after.values).not.to.include('sesame');
    expect(after.salt).not.to.equal(before.salt);
    expect(after.hash).not.to.equal(before.hash);
    expect(app.log()).not.to.include('sesame');
  });

  it('return 404 when private or disabled, even with a valid cookie, and accept no password [PG3, RS6]', async () => {
    const cookie = await submitPassword();
    for (const [on, off] of [
      [{ is_public: false }, { is_public: true }],
      [{ is_disabled: true }, { is_disabled: false }],
    ]) {
      await app.knex('pages').where({ id: page.ID }).update(on);
      const response = await visit('/diary', { headers: { Cookie: cookie } });
      expect(response.status).to.equal(404);
      expect(response.headers['cache-control']).to.equal('no-store');
      expect((await postPassword('open sesame')).status).to.equal(405);
      await app.knex('pages').where({ id: page.ID }).update(off);
    }
  });

  it('are visible in the app to their owner only, and stay restricted when published again [RS6]', async () => {
    const path = '/api/page?site=ada&page=diary';
    expect((await app.browser().get(path)).status).to.equal(404);
    expect((await ada.browser.get(path)).json()).to.include({ isRestricted: true });
    await publish(ada, { isRestricted: false } as object, 'diary');
    expect((await visit()).status, 'publishing does not remove the password').to.equal(403);
  });

  it('require a plan with private pages, and are not served when it ends [PL1, PL3, RS8]', async () => {
    const cookie = await submitPassword();
    await setRoles(app, ada, ['basic']);
    const response = await visit('/diary', { headers: { Cookie: cookie } });
    expect(response.status).to.equal(404);
    const path = `/api/page/${String(page.ID)}/password`;
    const refused = await ada.browser.put(path, { password: 'another' });
    expect(refused.error().code).to.equal('insufficient_privileges_to_make_page_private');
    expect((await ada.browser.send(path, { method: 'DELETE' })).status).to.equal(200);
    expect((await visit()).status).to.equal(200);
    await setRoles(app, ada, ['plus']);
  });

  it('reject invalid passwords', async () => {
    for (const password of ['abc', ' a b ', 'x'.repeat(201)]) {
      const path = `/api/page/${String(page.ID)}/password`;
      const refused = await ada.browser.put(path, { password });
      expect(refused.error().code, password).to.equal('page_invalid_password');
    }
  });
});

describe('pages without a database', () => {
  for (const cache of ['warm', 'cold'] as const)
    it(`are not served when private or restricted, with a ${cache} cache [RS7]`, async () => {
      const app = await createTestApp();
      try {
        const ada = await app.signUp('ada', ['plus']);
        const host = `ada.${app.appHost}`;
        const indexPage = await publish(ada);
        await ada.browser.post('/api/page', blankInput('diary'));
        await publish(ada, { isPublic: false }, 'diary');
        const visit = (path: string, headers = {}) => app.browser().get(path, { host, headers });
        await ada.browser.put(`/api/page/${String(indexPage.ID)}/password`, { password: 'sesame' });
        const response = await app.browser().send('/', {
          host,
          method: 'POST',
          body: 'password=sesame',
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            Origin: `http://${host}`,
          },
        });
        const Cookie = (response.headers['set-cookie'] ?? [])[0]?.split(';')[0] ?? '';
        if (cache === 'warm') {
          expect((await visit('/', { Cookie })).status).to.equal(200);
          expect((await visit('/diary')).status).to.equal(404);
        }
        await app.knex.destroy();
        for (const path of ['/', '/diary']) {
          const response = await visit(path, { Cookie });
          expect(response.status, path).to.equal(503);
          expect(response.headers['cache-control'], path).to.equal('no-store');
        }
      } finally {
        await app.stop();
      }
    });
});
