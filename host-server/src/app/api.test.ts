import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createStarterPage, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { calls, ERROR_CODES } from '../contract/index.ts';
import { createTestApp, type TestUser, type TestApp } from './testing/createTestApp.ts';
import { blankInput, inputOf, openPage, publish } from './testing/pageInput.ts';
import { serveDomain, setRoles } from './testing/servingFixtures.ts';

describe('the API', () => {
  let app: TestApp;
  let ada: TestUser;
  let page: Page;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada');
    page = await publish(ada);
  });
  after(() => app.stop());

  it('responds to unknown paths with err_not_found [SN9]', async () => {
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/nothing'],
      ['DELETE', '/api/account'],
      ['PATCH', '/api/page/1'],
      ['GET', '/api/PAGE/all'],
      ['GET', '/nothing'],
    ] as const) {
      const response = await ada.browser.send(path, { method });
      expect(response.status, path).to.equal(404);
      expect(response.error().code).to.equal('err_not_found');
      expect(response.headers['x-error-code']).to.equal('err_not_found');
      expect(response.headers['content-type']).to.include('application/json');
    }
  });

  it('reads no body for an unknown path or without a session, and no compressed one [LM6]', async () => {
    const json = `[${'['.repeat(2_000_000)}`;
    const bodies: readonly { body: string | Buffer; headers: Record<string, string> }[] = [
      { body: json, headers: { 'Content-Type': 'application/json' } },
      {
        body: gzipSync(json),
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      },
    ];
    const statusOf = async (method: string, path: string, browser = app.browser()) =>
      Promise.all(
        bodies.map(async (each) => (await browser.send(path, { method, ...each })).status),
      );
    expect(await statusOf('POST', '/api/nothing')).to.eql([404, 404]);
    expect(await statusOf('PUT', '/api/page/1')).to.eql([401, 401]);
    // Anyone may make this call, with a small body.
    expect(await statusOf('POST', '/api/auth/email')).to.eql([413, 400]);
    // A page may be this large, but not nested this deeply.
    expect(await statusOf('PUT', `/api/page/${String(page.ID)}`, ada.browser)).to.eql([400, 400]);
  });

  it('refuses writes from other origins, including our own pages [SN6]', async () => {
    const signOut = (headers: Record<string, string>) =>
      ada.browser.post('/api/auth/logout', undefined, { headers });
    const crossOrigin: readonly Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://ada.${app.appHost}` },
      { Origin: `https://${app.appHost}` },
      { Origin: 'http://localhost:1' },
      { Origin: 'junk' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ];
    for (const headers of crossOrigin) {
      const response = await signOut(headers);
      expect(response.status, JSON.stringify(headers)).to.equal(403);
      expect(response.error().code).to.equal('err_forbidden');
    }
    expect((await ada.browser.get('/api/page/all')).status).to.equal(200);
  });

  it('accepts JSON only as application/json [SN6, SN7]', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await ada.browser.put(`/api/page/${String(page.ID)}`, inputOf(page), {
        headers: { 'Content-Type': type },
      });
      expect(response.status, type).to.equal(403);
      expect(response.error().code).to.equal('err_forbidden');
    }
    const charset = await ada.browser.post(
      '/api/auth/email',
      { email: 'x@example.org', type: 'login' },
      { headers: { 'Content-Type': 'application/json; charset=utf-8' } },
    );
    expect(charset.status).to.equal(200);
  });

  it('serves nothing under unknown host names, and redirects 127.0.0.1 to the app’s host [SN9]', async () => {
    for (const host of ['evil.example', '10.0.0.1', 'localhost.evil.example', 'xlocalhost']) {
      const response = await ada.browser.get('/api/account', { host });
      expect(response.status, host).to.equal(421);
      expect(response.text).not.to.include('account');
    }
    const loopback = await app
      .browser()
      .get('/api/account?x=1', { host: `127.0.0.1:${String(app.port)}` });
    expect(loopback.status).to.equal(302);
    expect(loopback.headers.location).to.equal(`http://${app.appHost}/api/account?x=1`);
    const slashes = await app.browser().get('//evil.example', { host: '127.0.0.1' });
    expect(slashes.headers.location).to.equal(`http://${app.appHost}/evil.example`);
    const absolute = await app.browser().get('http://evil.example/', { host: '127.0.0.1' });
    expect(absolute.status, 'a target with a host').to.equal(421);
    expect(absolute.headers.location).to.equal(undefined);
    for (const { headers } of [loopback, slashes]) {
      expect(headers['content-security-policy'])
        .to.include("object-src 'none'")
        .and.include("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).to.equal('nosniff');
      expect(headers['referrer-policy']).to.match(/^(?:strict-origin|no-referrer)/);
    }
  });

  it('reports errors as JSON, and repeats the code in a header [SN8]', async () => {
    const email = 'x@example.org';
    const invalid = await ada.browser.post('/api/auth/email', { email, type: 'join' });
    expect(invalid.status).to.equal(400);
    expect(invalid.headers['content-type']).to.include('application/json');
    expect(invalid.json()).to.include({ path: 'type' });
    expect(invalid.headers['x-error-code']).to.equal(invalid.error().code);
    const { headers } = await ada.browser.send('/api/account?email=x', { method: 'HEAD' });
    expect(headers['x-error-code']).to.be.a('string');
  });

  it('sends security headers with every response [SN8]', async () => {
    for (const path of ['/api/account', '/api/nothing', '/healthz', '/nothing']) {
      const { headers } = await ada.browser.get(path);
      const csp = headers['content-security-policy'];
      for (const part of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "script-src 'self'",
        // Only code embeds in previews are framed.
        `frame-src http://embeds.${app.appHost};`,
      ])
        expect(csp, path).to.include(part);
      expect(headers['x-content-type-options'], path).to.equal('nosniff');
      expect(headers['referrer-policy'], path).to.equal('strict-origin');
      expect(headers['x-powered-by'], path).to.equal(undefined);
      expect(headers['access-control-allow-origin'], path).to.equal(undefined);
    }
    expect((await ada.browser.get('/api/account')).headers['cache-control']).to.equal('no-store');
  });

  describe('with ids of another account [OW1]', () => {
    before(async () => {
      await setRoles(app, ada, ['plus']);
      await ada.browser.post('/api/page', blankInput('secret'));
      await publish(ada, { isPublic: false }, 'secret');
      await serveDomain(app, ada, 'ada.example.com');
    });

    // One entry for each call: a new call in the contract fails this test until it is listed.
    const requests = (): Record<
      keyof typeof calls,
      { path?: string; json?: unknown; harmless?: true; isMalformed?: true }
    > => ({
      sendSignInLink: { json: { email: 'eve@example.org', type: 'login' }, harmless: true },
      // An unknown token; tokens of another address are tested with SI6.
      verifySignInLink: {
        json: { email: ada.account.email, token: 'x'.repeat(43) },
        isMalformed: true,
      },
      signOut: { harmless: true },
      getAccount: { harmless: true },
      listFonts: { harmless: true },
      findEmbedThumbnails: { json: { embeds: [] }, harmless: true },
      listImages: { path: '/asset/picture/all?names=', harmless: true },
      createAccount: { json: { username: 'ada', questionnaire: { answer: 'x' } }, harmless: true },
      accountExists: { path: `/account?email=${ada.account.email}` },
      listPages: { harmless: true },
      getPage: { path: '/page?site=ada&page=secret' },
      createPage: { json: { ...inputOf(page), slug: 'eves' }, harmless: true },
      publishPage: { path: `/page/${String(page.ID)}`, json: inputOf(page) },
      deletePage: { path: `/page/${String(page.ID)}` },
      setPagePassword: {
        path: `/page/${String(page.ID)}/password`,
        json: { password: 'eves-password' },
      },
      removePagePassword: { path: `/page/${String(page.ID)}/password` },
      previewCodeEmbeds: {
        path: `/page/${String(page.ID)}/code-embed/preview`,
        json: { codes: ['<b>by eve</b>'] },
      },
      publishDraft: {
        path: `/page/${String(page.ID)}/room/publish`,
        json: { seq: page.revision },
      },
      requestDraft: {
        path: `/page/${String(page.ID)}/room`,
        json: { type: 'request-draft', latestPublishedPage: { ID: page.ID, revision: 0 } },
      },
      // Everyone's.
      openSandbox: { harmless: true },
      listPageVersions: { path: `/page/${String(page.ID)}/version/all` },
      restorePageVersion: {
        path: `/page/${String(page.ID)}/version/${String(page.revision)}/restore`,
        json: { baseRevision: page.revision },
      },
      updateSite: {
        path: `/site/${String(ada.account.primarySite.ID)}`,
        json: { settings: { hideAttribution: false } },
      },
      // Returns only what the HTML of Ada's public page also contains.
      getSiteRendering: {
        path: `/site/${String(ada.account.primarySite.ID)}/rendering`,
        harmless: true,
      },
      addDomain: {
        json: { domainName: 'ada.example.org', siteID: ada.account.primarySite.ID },
      },
      removeDomain: { path: '/domain/ada.example.com' },
      syncDomain: { path: '/domain/sync/ada.example.com' },
      getCanonicalDomain: {
        path: `/domain/canonical?siteID=${String(ada.account.primarySite.ID)}`,
      },
      getPagePreview: {
        path: `/preview?url=${encodeURIComponent(`http://ada.${app.appHost}/secret`)}`,
      },
      exportSite: { path: `/site/${String(ada.account.primarySite.ID)}/archive` },
      importSite: { path: `/site/${String(ada.account.primarySite.ID)}/archive` },
      listPosts: { path: `/v2/post/list/?account_id=${String(ada.account.ID)}`, harmless: true },
      deletePageVersion: {
        path: `/page/${String(page.ID)}/version/${String(page.revision)}`,
      },
      // Names no account.
      getStorage: { harmless: true },
      deleteUnusedUploads: { harmless: true },
      signUpload: { harmless: true },
      // Names no account: signatures of another account are tested with UP4.
      uploadAsset: { isMalformed: true },
    });

    for (const name of Object.keys(calls) as (keyof typeof calls)[])
      it(`${name} does not reveal or change anything of another account`, async () => {
        // A name that ends with "ada" would contain her address.
        const eve = await app.signUp(`eve-${randomUUID().slice(0, 8)}-x`);
        const { path = calls[name].path, json, harmless, isMalformed } = requests()[name];
        const before = await snapshot(app);
        const response = await eve.browser.send(`/api${path}`, {
          method: calls[name].method,
          ...(json === undefined ? {} : { json }),
        });
        if (harmless === true) expect(response.status).to.equal(200);
        else if (isMalformed === true) expect(response.status, response.text).to.equal(400);
        else expect(response.status, response.text).to.be.oneOf([403, 404]);
        expect(response.text).not.to.include('ada@example.org');
        expect(await snapshot(app)).to.deep.equal(before);
      });

    const snapshot = async ({ knex }: TestApp): Promise<unknown[]> => [
      await knex('accounts').where({ id: ada.account.ID }),
      await knex('sites').where({ account_id: ada.account.ID }),
      await knex('pages').where({ account_id: ada.account.ID }),
      await knex('page_revisions').where({ page_id: page.ID }).orderBy('revision'),
      await knex('page_passwords').where({ page_id: page.ID }),
      await knex('page_publications').where({ page_id: page.ID }),
      await knex('code_embeds').where({ page_id: page.ID }),
      await knex('sessions').where({ account_id: ada.account.ID }),
      await knex('domains').where({ account_id: ada.account.ID }),
    ];
  });

  it('requires a session for every call that is not public [OW3]', async () => {
    const publicCalls = [
      'sendSignInLink',
      'verifySignInLink',
      'signOut',
      'getAccount',
      'accountExists',
      'findEmbedThumbnails',
      'getPage',
      'getPagePreview',
      'getSiteRendering',
      'listFonts',
      'listImages',
      'listPosts',
    ];
    for (const [name, call] of Object.entries(calls)) {
      if (publicCalls.includes(name)) continue;
      const response = await app
        .browser()
        .send(`/api${call.path.replaceAll(/\{\w+\}/g, '1')}`, { method: call.method });
      expect(response.status, name).to.equal(401);
      expect(response.error().code).to.equal('err_unauthorized');
    }
  });

  it('reports its health', async () => {
    const response = await app.browser().get('/healthz', { host: '10.0.0.1' });
    expect(response.json()).to.deep.equal({ status: 'ok', database: true });
  });

  it('gives a new account a page of the current editor version', async () => {
    const draft = createStarterPage({
      username: 'x',
      random: Math.random,
      createId: randomUUID,
      now: Date.now,
    });
    expect(Object.keys(draft.things).length).to.be.at.most(40);
    expect((await openPage(ada)).settings.editorVersion).to.equal(draft.settings.editorVersion);
  });

  it('declares only error codes that are in the catalogue [SN10]', () => {
    for (const [name, call] of Object.entries(calls))
      for (const code of call.errors) expect(ERROR_CODES, name).to.have.property(code);
  });
});
