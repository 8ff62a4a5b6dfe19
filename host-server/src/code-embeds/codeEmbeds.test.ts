import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@cobble/engine';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { createAddresses } from '../http/addresses.ts';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { blankInput, openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { LookupTurns } from '../shared/LookupTurns.ts';
import { recordJson } from '../app/testing/recordJson.ts';
import { refreshSite, serveDomain, setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse } from '../app/testing/TestBrowser.ts';
import { storePublishedCodes } from './repositories/codeEmbeds.ts';
import { serveCodeEmbeds } from './serveCodeEmbeds.ts';

const HOUR_MS = 3_600_000;

describe('a code embed on the embeds host', () => {
  let app: TestApp;
  let ada: TestUser;
  let host: string;
  let embeds: string;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    host = `ada.${app.appHost}`;
    embeds = `embeds.${app.appHost}`;
    await publish(ada);
  });
  after(() => app.stop());
  beforeEach(async () => {
    await setRoles(app, ada, ['plus']);
    await publish(ada, { isPublic: true });
  });

  /** Publishes the index page with code in it. Returns the path of the code's URL. */
  const publishCode = async (code: string, change: object = {}): Promise<string> => {
    const page = await openPage(ada);
    const others = Object.entries(page.things).filter(([, { type }]) => type !== 'code-embed');
    const block = { ...textBlock(page), type: 'code-embed', content: { ceCode: code } };
    const things = { ...Object.fromEntries(others), [block.uuid]: block } as Page['things'];
    await publish(ada, { things, ...change });
    return pathIn(await visit('/'));
  };
  const visit = (path: string, at = host): Promise<TestResponse> =>
    app.browser().get(path, { host: at });
  const pathIn = ({ text }: TestResponse): string => {
    const [, origin, path] = /<iframe[^>]* src="(http:\/\/[^/"]+)(\/[\w-]+)"/.exec(text) ?? [];
    expect(origin).to.equal(`http://${embeds}`);
    return path ?? '';
  };
  const load = (path: string, at = embeds): Promise<TestResponse> => visit(path, at);

  it('runs in a sandboxed frame, the only one that the page’s policy allows', async () => {
    const path = await publishCode('<b>tick</b>');
    const page = await visit('/');
    expect(page.headers['content-security-policy']).to.include(`frame-src http://${embeds};`);
    expect(page.text).to.match(
      /<iframe[^>]* sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"/,
    );
    expect(page.text).not.to.include('tick');
    const response = await load(path);
    expect(response.status).to.equal(200);
    expect(response.text).to.match(/^<!DOCTYPE html>.*<b>tick<\/b>$/);
  });

  it('is isolated by its own headers, however it is opened [CE2]', async () => {
    const { headers } = await load(await publishCode('<b>alone</b>'));
    const csp = headers['content-security-policy'] ?? '';
    expect(csp).to.match(
      /^sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox;/,
    );
    for (const part of ["object-src 'none'", "base-uri 'none'"]) expect(csp).to.include(part);
    expect(csp).to.include(`frame-ancestors http://${host} http://${app.appHost}`);
    expect(csp).not.to.match(/allow-(same-origin|top-navigation|modals|downloads)/);
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['referrer-policy']).to.equal('no-referrer');
    expect(headers['set-cookie']).to.equal(undefined);
    expect(headers['access-control-allow-origin']).to.equal(undefined);
    expect(headers['cache-control']).to.equal('private, no-cache');
  });

  it('may be framed by the site’s own domains', async () => {
    await serveDomain(app, ada, 'ada.org');
    const path = await publishCode('<b>framed</b>');
    expect((await load(path)).headers['content-security-policy']).to.include('http://ada.org');
    await app.knex('domains').delete();
    await refreshSite(ada);
  });

  it('is served on its own host only, which serves nothing else [CE7]', async () => {
    const path = await publishCode('<b>where</b>');
    for (const at of [host, app.appHost, `embeds.${host}`, 'evil.example'])
      expect((await load(path, at)).status, at).not.to.equal(200);
    for (const other of [
      '/',
      '/main',
      '/api/account',
      '/healthz',
      '/robots.txt',
      '/favicon.ico',
      '/fonts/inter-latin-400-normal.woff2',
      `${path}/`,
      `${path}?x`,
      path.slice(0, -1),
      `/${'A'.repeat(43)}`,
    ]) {
      const response = await load(other);
      expect(response.status, other).to.equal(404);
      expect(response.text, other).to.equal('');
      expect(response.headers['cache-control']).to.equal('no-store');
      expect(response.headers['content-security-policy'])
        .to.match(/^default-src 'none'/)
        .and.include("frame-ancestors 'none'");
    }
    const posted = await app.browser().send(path, { host: embeds, method: 'POST' });
    expect(posted.status).to.equal(405);
    expect(posted.headers['content-security-policy']).to.include("frame-ancestors 'none'");
    const worker = await app
      .browser()
      .get(path, { host: embeds, headers: { 'Service-Worker': 'script' } });
    expect(worker.status, 'as a service worker').to.equal(404);
  });

  it('is revalidated by its ETag, and supports HEAD', async () => {
    const path = await publishCode('<b>tagged</b>');
    const { headers, text } = await load(path);
    const again = await app
      .browser()
      .get(path, { host: embeds, headers: { 'If-None-Match': String(headers.etag) } });
    expect(again.status).to.equal(304);
    const head = await app.browser().send(path, { host: embeds, method: 'HEAD' });
    expect(head.headers['content-length']).to.equal(String(Buffer.byteLength(text)));
  });

  it('gets a new URL when the code changes; the old one works for another hour, for visitors with the old page', async () => {
    const first = await publishCode('<b>one</b>');
    const second = await publishCode('<b>two</b>');
    expect(second).not.to.equal(first);
    expect((await load(first)).text).to.include('one');
    expect((await load(second)).text).to.include('two');
    app.advanceClock(HOUR_MS + 1);
    expect((await load(first)).status).to.equal(404);
    expect((await load(second)).text).to.include('two');
    expect(await publishCode('<b>one</b>'), 'the first code again').to.equal(first);
    expect((await load(first)).text).to.include('one');
  });

  it('is restored with the version that contains it', async () => {
    const path = await publishCode('<b>old</b>');
    const { ID, revision } = await openPage(ada);
    const now = await publish(ada, {
      things: Object.fromEntries(
        Object.entries((await openPage(ada)).things).filter(
          ([, { type }]) => type !== 'code-embed',
        ),
      ),
    });
    app.advanceClock(HOUR_MS + 1);
    expect((await load(path)).status).to.equal(404);
    const restore = `/api/page/${String(ID)}/version/${String(revision)}/restore`;
    const restored = await ada.browser.post(restore, { baseRevision: now.revision });
    expect(restored.status, restored.text).to.equal(200);
    expect((await load(path)).status).to.equal(200);
  });

  it('is not stored when publishing fails', async () => {
    await publishCode('<b>before</b>');
    const stored = await app.knex('code_embeds').orderBy('address');
    const page = await openPage(ada);
    const block = { ...textBlock(page), type: 'code-embed', content: { ceCode: '<b>never</b>' } };
    const response = await ada.browser.put(`/api/page/${String(page.ID)}`, {
      ...page,
      things: { ...page.things, [block.uuid]: block },
      baseRevision: page.revision - 1,
    });
    expect(response.error().code).to.equal('page_changed_elsewhere');
    expect(await app.knex('code_embeds').orderBy('address')).to.deep.equal(stored);
  });

  describe('is no longer served [PG3, PL3, CE4]', () => {
    it('when the page becomes private; it returns when the page is public again', async () => {
      const path = await publishCode('<b>mine</b>');
      await publish(ada, { isPublic: false });
      const hidden = await load(path);
      expect(hidden.status).to.equal(404);
      expect(hidden.headers['cache-control']).to.equal('no-store');
      await publish(ada, { isPublic: true });
      expect((await load(path)).status).to.equal(200);
    });

    it('when the page is disabled', async () => {
      const path = await publishCode('<b>bad</b>');
      await app.knex('pages').update({ is_disabled: true });
      expect((await load(path)).status).to.equal(404);
      await app.knex('pages').update({ is_disabled: false });
    });

    it('when the site is disabled', async () => {
      const path = await publishCode('<b>site</b>');
      await app.knex('sites').update({ is_public: false });
      expect((await load(path)).status).to.equal(404);
      await app.knex('sites').update({ is_public: true });
    });

    it('when the plan ends, and the page says so', async () => {
      const path = await publishCode('<b>paid</b>');
      await setRoles(app, ada, ['supporter']);
      expect((await load(path)).status).to.equal(404);
      await refreshSite(ada);
      expect((await visit('/')).text).to.include('Disabled in Safe Mode');
      await setRoles(app, ada, ['plus']);
      await refreshSite(ada);
      expect(pathIn(await visit('/'))).to.equal(path);
      expect((await load(path)).status).to.equal(200);
    });

    it('when the page is deleted', async () => {
      await ada.browser.post('/api/page', blankInput('short'));
      const page = await openPage(ada, 'short');
      const block = { ...textBlock(page), type: 'code-embed', content: { ceCode: '<i>x</i>' } };
      const things = { ...page.things, [block.uuid]: block } as Page['things'];
      await publish(ada, { things }, 'short');
      const path = pathIn(await visit('/short'));
      expect((await load(path)).status).to.equal(200);
      await ada.browser.send(`/api/page/${String(page.ID)}`, { method: 'DELETE' });
      expect((await load(path)).status).to.equal(404);
    });
  });

  it('on a restricted page is reachable only by its URL, which only visitors with the password get', async () => {
    const path = await publishCode('<b>restricted</b>');
    const { ID } = await openPage(ada);
    const passwordPath = `/api/page/${String(ID)}/password`;
    await ada.browser.put(passwordPath, { password: 'open sesame' });
    expect((await visit('/')).text).not.to.include(path);
    expect((await load(path)).status).to.equal(200);
    await setRoles(app, ada, ['supporter']);
    expect((await load(path)).status, 'a feature that the plan lacks').to.equal(404);
    await setRoles(app, ada, ['plus']);
    await ada.browser.send(passwordPath, { method: 'DELETE' });
  });

  it('is kept for visitors with an older page, up to 16 MB per page [ST6]', async () => {
    const { ID } = await openPage(ada);
    const store = (address: string, megabytes: number, at: number) => {
      const codes = new Map([[address, 'x'.repeat(megabytes * 1024 * 1024)]]);
      return storePublishedCodes(app.knex, ID, codes, new Date(at));
    };
    const addresses = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(43));
    const now = Date.now();
    for (const [index, address] of addresses.entries()) await store(address, 6, now + index);
    const kept = await app
      .knex('code_embeds')
      .where({ page_id: ID })
      .whereIn('address', addresses)
      .orderBy('address')
      .pluck('address');
    // The current one, and the two before it.
    expect(kept).to.deep.equal(addresses.slice(3));
    await app.knex('code_embeds').where({ page_id: ID }).delete();
  });

  it('has a URL that the code alone does not determine [CE5]', async () => {
    const path = await publishCode('<b>known</b>');
    const bob = await app.signUp('bob', ['plus']);
    const page = await openPage(bob);
    const block = { ...textBlock(page), type: 'code-embed', content: { ceCode: '<b>known</b>' } };
    await publish(bob, { things: { ...page.things, [block.uuid]: block } });
    expect(pathIn(await visit('/', `bob.${app.appHost}`))).not.to.equal(path);
  });

  it('is served as before while the database is down, for public pages only', async () => {
    let isDown = false;
    const raw = (...all: Parameters<Knex['raw']>) =>
      isDown ? Promise.reject(new Error('The database is down')) : app.knex.raw(...all);
    const server = createServer(
      serveCodeEmbeds({
        knex: { raw } as unknown as Knex,
        ...{ lookups: new LookupTurns(), trustedProxies: 0 },
        log: pino({ enabled: false }),
        clock: () => new Date(),
        addresses: createAddresses(`http://${app.appHost}`, app.appHost),
      }),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const request = async (path: string) => fetch(`http://127.0.0.1:${String(port)}${path}`);
    const path = await publishCode('<b>cached</b>');
    expect((await request(path)).status).to.equal(200);
    isDown = true;
    const cached = await request(path);
    expect(await cached.text()).to.include('cached');
    expect(cached.headers.get('content-security-policy')).to.match(/^sandbox /);
    const unknown = await request(`/${'A'.repeat(43)}`);
    expect(unknown.status).to.equal(503);
    expect(unknown.headers.get('cache-control')).to.equal('no-store');
    isDown = false;
    const { ID } = await openPage(ada);
    const passwordPath = `/api/page/${String(ID)}/password`;
    await ada.browser.put(passwordPath, { password: 'open sesame' });
    expect((await request(path)).status).to.equal(200);
    isDown = true;
    expect((await request(path)).status, 'restricted in the meantime').to.equal(503);
    await ada.browser.send(passwordPath, { method: 'DELETE' });
    server.close();
  });

  describe('in the preview', () => {
    const preview = async (user: TestUser, codes: readonly string[]): Promise<TestResponse> => {
      const { ID } = await openPage(ada);
      return user.browser.put(`/api/page/${String(ID)}/code-embed/preview`, { codes });
    };
    const paths = (response: TestResponse): string[] =>
      (response.json() as { urls: string[] }).urls.map((url) => new URL(url).pathname);

    it('runs for the owner before publishing, on private pages too, for an hour [CE6]', async () => {
      await publish(ada, { isPublic: false });
      const response = await preview(ada, ['<b>draft</b>', '<b>other</b>', '<b>draft</b>']);
      const [first = '', second = '', third] = paths(response);
      expect(third).to.equal(first);
      expect((await load(first)).text).to.include('draft');
      expect((await load(second)).text).to.include('other');
      expect((await load(first)).headers['content-security-policy']).to.match(/^sandbox allow-/);
      app.advanceClock(HOUR_MS + 1);
      expect((await load(first)).status).to.equal(404);
    });

    it('is available to the owner only, and to plans with code embeds [PL1, CE6]', async () => {
      const eve = await app.signUp(`eve-${randomUUID().slice(0, 8)}`, ['plus']);
      expect((await preview(eve, ['x'])).error().code).to.equal('page_does_not_exist');
      const [path = ''] = paths(await preview(ada, ['<b>mine</b>']));
      await setRoles(app, ada, ['supporter']);
      expect((await preview(ada, ['x'])).error().code).to.equal(
        'insufficient_privileges_to_use_code_embed',
      );
      expect((await load(path)).status).to.equal(404);
    });

    it('is accepted at the maximum size; a body of many values is refused [LM5]', async () => {
      const codes = Array.from({ length: 50 }, (_, index) => String(index).padEnd(100_000, 'x'));
      expect((await preview(ada, codes)).status).to.equal(200);
      const { ID } = await openPage(ada);
      const many = await ada.browser.put(`/api/page/${String(ID)}/code-embed/preview`, {
        codes: [],
        more: Array.from({ length: 20_000 }, () => 1),
      });
      expect(many.error().code).to.equal('err_payload_too_large');
    });

    it('is never parsed on the thread that serves everyone [LM12]', async () => {
      const mark = 'only-in-this-code';
      const parsed = await recordJson(mark, async () => {
        const { ID } = await openPage(ada);
        const response = await ada.browser.send(`/api/page/${String(ID)}/code-embed/preview`, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: Buffer.from(`{"codes":["${mark}"]}`),
        });
        expect((await load(paths(response)[0] ?? '')).text).to.include(mark);
      });
      expect(parsed).to.deep.equal([]);
    });

    it('is refused before the code arrives, so that accounts without the feature cannot send megabytes [LM6, PL1]', async () => {
      const { ID } = await openPage(ada);
      await setRoles(app, ada, []);
      const send = httpRequest({
        ...{ host: '127.0.0.1', port: app.port, method: 'PUT' },
        path: `/api/page/${String(ID)}/code-embed/preview`,
        headers: {
          Host: app.appHost,
          Cookie: [...ada.browser.cookies].map((pair) => pair.join('=')).join('; '),
          'Content-Type': 'application/json',
          'Content-Length': 8_000_000,
        },
      });
      send.on('error', () => undefined);
      send.flushHeaders();
      const [response] = (await once(send, 'response')) as [IncomingMessage];
      expect(response.statusCode).to.equal(403);
      send.destroy();
    });

    it('is limited to 100 stored previews per page', async () => {
      for (let round = 0; round < 5; round++)
        await preview(
          ada,
          Array.from({ length: 30 }, (_, index) => `<b>${String(round)} ${String(index)}</b>`),
        );
      const rows = await app.knex('code_embeds').where({ is_preview: true });
      expect(rows).to.have.length(100);
    });
  });

  it('cannot use the API: writes are refused, and responses cannot be read [CE9]', async () => {
    // Each header alone is enough, as old browsers send only one.
    const fromEmbed: readonly Record<string, string>[] = [
      { Origin: 'null' },
      { Origin: `http://${embeds}` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of fromEmbed) {
      const response = await ada.browser.post('/api/auth/logout', {}, { headers });
      expect(response.status, JSON.stringify(headers)).to.equal(403);
      expect(response.error().code).to.equal('err_forbidden');
      const read = await ada.browser.get('/api/page/all', { headers });
      expect(read.headers['access-control-allow-origin']).to.equal(undefined);
    }
    expect((await ada.browser.get('/api/page/all')).status).to.equal(200);
  });

  it('has a host name that nobody can take as a username', async () => {
    expect((await load('/', `embeds.${app.appHost}`)).status).to.equal(404);
    const taken = await ada.browser.send('/api/account?username=embeds', { method: 'HEAD' });
    expect(taken.status).to.equal(200);
  });
});
