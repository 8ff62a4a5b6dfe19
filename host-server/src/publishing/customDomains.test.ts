import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { blankInput, publish } from '../app/testing/pageInput.ts';
import { addPosts, refreshSite, serveDomain, setRoles } from '../app/testing/servingFixtures.ts';
import type { TestResponse, RequestOptions } from '../app/testing/TestBrowser.ts';

describe('custom domains', () => {
  const host = 'ada.example.org';
  let app: TestApp;
  let ada: TestUser;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    await publish(ada);
    await ada.browser.post('/api/page', blankInput('About'));
    await publish(ada, {}, 'about');
    await serveDomain(app, ada, host);
    await refreshSite(ada);
  });
  after(() => app.stop());

  const visit = (path: string, options: RequestOptions = {}): Promise<TestResponse> =>
    app.browser().get(path, { host, ...options });

  it('serve the pages of their site, regardless of case and port [DM9]', async () => {
    for (const name of [host, 'ADA.Example.ORG', `${host}:443`, `${host}.`])
      expect((await visit('/', { host: name })).status, name).to.equal(200);
    expect((await visit('/about')).status).to.equal(200);
    expect((await visit('/missing')).status).to.equal(404);
    expect((await visit('/main?a=1')).headers.location).to.equal('/?a=1');
    expect((await visit('/about_me.x?b')).headers.location).to.equal('/about-me/x?b');
    expect((await visit('/fonts/lato-latin-400-normal.woff2')).status).to.equal(200);
  });

  it('are the primary address of the site, whichever of its hosts is visited [DM9]', async () => {
    for (const name of [host, `ada.${app.appHost}`]) {
      const { text } = await visit('/about', { host: name });
      expect(text, name).to.include(`<link rel="canonical" href="http://${host}/About">`);
      const robots = await visit('/robots.txt', { host: name });
      expect(robots.text).to.include(`Sitemap: http://${host}/sitemap.xml`);
    }
  });

  it('serve nothing of the app or its API [SV3]', async () => {
    const Cookie = `cobble-session=${ada.browser.cookies.get('cobble-session') ?? ''}`;
    for (const path of ['/api/account', '/api/page/all', '/dev/mailbox', '/auth/verify'])
      expect((await visit(path, { headers: { Cookie } })).status, path).to.equal(404);
  });

  it('are served only when verified, and not under www or unknown names [DM1]', async () => {
    await app.knex('domains').insert({
      account_id: ada.account.ID,
      site_id: ada.account.primarySite.ID,
      name: 'claimed.org',
      proof_token: 'x',
      created_at: new Date(),
      updated_at: new Date(),
    });
    for (const name of [
      ...['claimed.org', `www.${host}`, 'nobody.org', `x.${host}`, 'example.org', '10.0.0.1'],
      ...['[::1]:80', 'ada', 'ada.localhost.evil.org', "o'clock.org"],
    ])
      for (const path of [
        '/',
        '/about',
        '/robots.txt',
        '/fonts/lato-latin-400-normal.woff2',
        '/x.y',
      ])
        expect((await visit(path, { host: name })).status, name + path).to.be.oneOf([421, 302]);
  });

  it('stop being served when the plan ends, unlike the pages host, and return with the plan [PL3, DM7]', async () => {
    expect((await visit('/')).status).to.equal(200);
    await setRoles(app, ada, ['supporter']);
    await refreshSite(ada);
    expect((await visit('/')).status).to.equal(421);
    expect((await visit('/sitemap.xml')).status).to.equal(421);
    const { text } = await visit('/about', { host: `ada.${app.appHost}` });
    expect(text).to.include(`<link rel="canonical" href="http://ada.${app.appHost}/About">`);
    await setRoles(app, ada, ['pro']);
    await refreshSite(ada);
    expect((await visit('/')).status).to.equal(200);
  });

  it('are served from memory while the database is down', async () => {
    const otherApp = await createTestApp();
    try {
      const eve = await otherApp.signUp('eve', ['plus']);
      await serveDomain(otherApp, eve, 'eve.org');
      await publish(eve);
      expect((await otherApp.browser().get('/', { host: 'eve.org' })).status).to.equal(200);
      await otherApp.knex.destroy();
      expect((await otherApp.browser().get('/', { host: 'eve.org' })).status).to.equal(200);
      expect((await otherApp.browser().get('/', { host: 'other.org' })).status).to.equal(503);
    } finally {
      await otherApp.stop();
    }
  });
});

describe('sitemap, feed and robots.txt', () => {
  let app: TestApp;
  let ada: TestUser;
  let host: string;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    host = `ada.${app.appHost}`;
  });
  after(() => app.stop());
  const visit = (path: string, name = host): Promise<TestResponse> =>
    app.browser().get(path, { host: name });

  it('disallow crawlers on a site without public pages [SX2]', async () => {
    await addPosts(app, await app.signUp('eve'), ['Not on a page']);
    for (const name of [host, `eve.${app.appHost}`, `nobody.${app.appHost}`]) {
      expect((await visit('/robots.txt', name)).text).to.equal('User-agent: *\nDisallow: /\n');
      for (const path of ['/sitemap.xml', '/feed.xml'])
        expect((await visit(path, name)).status, `${name}${path}`).to.equal(404);
    }
  });

  it('list every public page and nothing else, the index page first [SX1]', async () => {
    for (const slug of ['about', 'hidden', 'locked', 'draft', 'disabled'])
      await ada.browser.post('/api/page', blankInput(slug));
    await publish(ada, {}, 'about');
    const indexPage = await publish(ada);
    await publish(ada, { isPublic: false }, 'hidden');
    const locked = await publish(ada, {}, 'locked');
    await ada.browser.put(`/api/page/${String(locked.ID)}/password`, { password: 'sesame' });
    const disabled = await publish(ada, {}, 'disabled');
    await app.knex('pages').where({ id: disabled.ID }).update({ is_disabled: true });
    const { text, headers, status } = await visit('/sitemap.xml');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('application/xml; charset=utf-8');
    const entries = [...text.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)];
    expect(entries.map(([, url]) => url)).to.deep.equal([
      `http://${host}/`,
      `http://${host}/about`,
    ]);
    expect(entries[0]?.[2]).to.equal(indexPage.updatedAt);
    expect((await visit('/robots.txt')).text).to.equal(
      `User-agent: *\nAllow: /\n\nSitemap: http://${host}/sitemap.xml\n`,
    );
  });

  it('render posts as Atom, whatever they contain [SX3]', async () => {
    const hostile = 'Cats & <script>alert(1)</script> ]]> "\u0007\ufffe" 🐈\nsecond line';
    await addPosts(app, ada, ['The first', hostile]);
    const { text, headers } = await visit('/feed.xml');
    expect(headers['content-type']).to.equal('application/atom+xml; charset=utf-8');
    expect(text).to.match(/^<\?xml version="1.0" encoding="utf-8"\?>\s*<feed xmlns=/);
    expect(text).not.to.match(/<script/i);
    expect(text).to.include('🐈').and.to.include('2026-01-02T00:00:00.000Z');
    expect(text).to.include(`http://${host}/feed.xml`);
    // Without control characters and lone surrogates, which XML parsers reject.
    expect(text).to.match(/^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
    expect(text.indexOf('Cats')).to.be.lessThan(text.indexOf('The first'));
  });

  it('disallow crawlers, and list nothing, while the site is not public', async () => {
    await app.knex('sites').update({ is_public: false });
    await refreshSite(ada);
    expect((await visit('/robots.txt')).text).to.include('Disallow: /');
    for (const path of ['/sitemap.xml', '/feed.xml', '/'])
      expect((await visit(path)).status, path).to.equal(404);
    await app.knex('sites').update({ is_public: true });
  });
});
