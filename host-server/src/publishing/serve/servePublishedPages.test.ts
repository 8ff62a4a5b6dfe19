import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createTestApp, type TestUser, type TestApp } from '../../app/testing/createTestApp.ts';
import { blankInput, publish } from '../../app/testing/pageInput.ts';
import type { TestResponse, RequestOptions } from '../../app/testing/TestBrowser.ts';

describe('published pages', () => {
  let app: TestApp;
  let ada: TestUser;
  let host: string;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['basic', 'plus']);
    host = `ada.${app.appHost}`;
    await publish(ada);
    await ada.browser.post('/api/page', blankInput('About/Me'));
    await publish(ada, {}, 'about/me');
  });
  after(() => app.stop());

  const visit = (path: string, options: RequestOptions = {}): Promise<TestResponse> =>
    app.browser().get(path, { host, ...options });

  it('are served at their own host, regardless of case and port [SV1]', async () => {
    for (const name of [host, 'ada.localhost', 'ADA.LocalHost:1', 'ada.localhost.'])
      expect((await visit('/', { host: name })).status, name).to.equal(200);
    expect((await visit('/about/me')).status).to.equal(200);
    expect((await visit('/ABOUT/me?x=1')).status).to.equal(200);
  });

  it('have restrictive headers [SV2]', async () => {
    const { headers } = await visit('/');
    const csp = headers['content-security-policy'];
    for (const part of [
      "object-src 'none'",
      "base-uri 'none'",
      `frame-ancestors 'self' http://${app.appHost}`,
    ])
      expect(csp).to.include(part);
    expect(csp).not.to.include('script-src');
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['referrer-policy']).to.equal('strict-origin-when-cross-origin');
    expect(headers['cache-control']).to.equal('public, max-age=0, must-revalidate');
    expect(headers['vary']).to.equal('Accept-Encoding');
    expect(headers['set-cookie']).to.equal(undefined);
    expect(headers['x-powered-by']).to.equal(undefined);
  });

  it('are sent in the requested encoding, and unpacked for clients that accept none [SV5, SV14]', async () => {
    const plain = await visit('/');
    expect(plain.headers['content-encoding']).to.equal(undefined);
    expect(plain.headers['content-length']).to.equal(String(plain.bytes.length));
    const requestWith = async (accept: string): Promise<TestResponse> =>
      visit('/', { headers: { 'Accept-Encoding': accept } });
    const br = await requestWith('gzip, deflate, br');
    expect(br.headers['content-encoding']).to.equal('br');
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).to.equal(true);
    const gzip = await requestWith('gzip, br;q=0');
    expect(gzip.headers['content-encoding']).to.equal('gzip');
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).to.equal(true);
    expect((await requestWith('deflate')).headers['content-encoding']).to.equal(undefined);
    expect((await requestWith('*')).headers['content-encoding']).to.equal('br');
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).to.equal(3);
  });

  it('are not sent again to clients that have them [SV5]', async () => {
    const first = await visit('/');
    for (const tag of [first.headers.etag, `"x", W/${String(first.headers.etag)}`, '*']) {
      const again = await visit('/', { headers: { 'If-None-Match': String(tag) } });
      expect(again.status).to.equal(304);
      expect(again.bytes).to.have.length(0);
      expect(again.headers.etag).to.equal(first.headers.etag);
      expect(again.headers['content-security-policy']).to.include("object-src 'none'");
    }
    const title = { settings: { editorVersion: '0.7.0', referenceWidth: 600, title: 'New' } };
    await publish(ada, title);
    const changed = await visit('/', { headers: { 'If-None-Match': String(first.headers.etag) } });
    expect(changed.status).to.equal(200);
  });

  it('respond to HEAD without a body and refuse every other method [SV5]', async () => {
    const head = await visit('/', { method: 'HEAD' });
    expect(head.status).to.equal(200);
    expect(Number(head.headers['content-length'])).to.be.greaterThan(100);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await visit('/', { method });
      expect(refused.status).to.equal(405);
      expect(refused.headers.allow).to.equal('GET, HEAD');
    }
    for (const path of ['/missing', '/about/me/', '/%', '/%00', '/%E0%A4%A', '/assets/none.png'])
      expect((await visit(path, { method: 'POST' })).status, path).to.equal(405);
  });

  it('redirect the index slug, dots and underscores, keeping the query [SV4]', async () => {
    for (const [path, location] of [
      ['/main', '/'],
      ['/MAIN?a=1&b', '/?a=1&b'],
      ['/main/', '/'],
      ['/about.me', '/about/me'],
      ['/about_me?x=%2F', '/about-me?x=%2F'],
      ['/about/me/', '/about/me'],
      ['//about', '/about'],
    ] as const) {
      const response = await visit(path);
      expect(response.status, path).to.equal(301);
      expect(response.headers.location, path).to.equal(location);
    }
  });

  it('never redirect to another origin [SV4]', async () => {
    for (const path of [
      '//evil_com',
      '//evil.com',
      '/\\evil.com',
      '///evil_com/a',
      '/%2F%2Fevil_com',
      '/%5Cevil.com',
      '/.evil.com',
      '/https:evil_com',
    ]) {
      const { status, headers } = await visit(path);
      if (status === 301) expect(headers.location, path).to.match(/^\/(?![/\\])/);
      else expect(status, path).to.equal(404);
    }
  });

  it('send a 404 page where there is no page [SV13]', async () => {
    for (const path of ['/missing', '/a/b/c', '/%00', '/%E0%A4%A', '/<script>']) {
      const response = await visit(path);
      expect(response.status, path).to.equal(404);
      expect(response.text)
        .to.include('There is no page here')
        .and.to.include(`http://${app.appHost}`);
      expect(response.text).not.to.include('<script');
      expect(response.headers['cache-control']).to.equal('no-store');
    }
    expect((await visit('/missing')).text).to.include('href="/"');
    for (const name of ['nobody', 'www', 'a.b', 'api']) {
      for (const path of ['/', '/missing']) {
        const response = await visit(path, { host: `${name}.${app.appHost}` });
        expect(response.status, name).to.equal(404);
        expect(response.text, 'no link to a missing page').not.to.include('href="/"');
      }
    }
  });

  it('are served without the app or its API, and never with a cookie [SV3, SV2]', async () => {
    for (const path of [
      '/api/account',
      '/api/page/all',
      '/dev/mailbox',
      '/healthz',
      '/auth/verify',
    ]) {
      const response = await visit(path, {
        headers: { Cookie: `cobble-session=${ada.browser.cookies.get('cobble-session') ?? ''}` },
      });
      expect(response.status, path).to.equal(404);
      expect(response.headers['set-cookie']).to.equal(undefined);
    }
    const write = await visit('/api/auth/logout', { method: 'POST' });
    expect(write.status).to.equal(405);
    expect((await ada.browser.get('/api/page/all')).status).to.equal(200);
  });

  it('come with fonts, robots.txt and an icon', async () => {
    expect((await visit('/fonts/lato-latin-400-normal.woff2')).status).to.equal(200);
    expect((await visit('/robots.txt')).text).to.include('User-agent: *\nAllow: /\n');
    for (const [path, type, start] of [
      ['/favicon.ico', 'image/x-icon', [0, 0, 1, 0, 2, 0, 32, 32]],
      ['/favicon.svg', 'image/svg+xml', [...Buffer.from('<svg')]],
      ['/apple-touch-icon.png', 'image/png', [0x89, 0x50, 0x4e, 0x47]],
    ] as const) {
      const icon = await visit(path);
      expect(icon.headers['content-type'], path).to.equal(type);
      expect([...icon.bytes.subarray(0, start.length)], path).to.deep.equal(start);
      expect(icon.headers['cache-control']).to.equal('public, max-age=86400');
      const etag = icon.headers.etag ?? '';
      expect((await visit(path, { headers: { 'If-None-Match': etag } })).status).to.equal(304);
      expect((await visit('/')).text, path).to.include(`href="${path}"`);
    }
    for (const path of ['/feed.xml', '/.well-known/x', '/assets/x.png', '/fonts/x'])
      expect((await visit(path)).status, path).to.equal(404);
  });

  it('disappear at once when they become private, from the cache too [PG3, SV6]', async () => {
    expect((await visit('/about/me')).status).to.equal(200);
    await publish(ada, { isPublic: false }, 'about/me');
    const hidden = await visit('/about/me');
    expect(hidden.status).to.equal(404);
    expect(hidden.headers['cache-control']).to.equal('no-store');
    await publish(ada, { isPublic: true }, 'about/me');
    expect((await visit('/about/me')).status).to.equal(200);
  });

  it('are served completely while they are published repeatedly [SV7]', async () => {
    const settings = { editorVersion: '0.7.0', referenceWidth: 600 };
    const seen = new Map<string, string>();
    let isPublishing = true;
    const read = async (encoding: string): Promise<string> => {
      const response = await visit('/', { headers: { 'Accept-Encoding': encoding } });
      expect(response.status).to.equal(200);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
      const html = (unpack?.(response.bytes) ?? response.bytes).toString();
      expect(html.trimEnd().endsWith('</html>')).to.equal(true);
      const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
      // Each tag belongs to one document. A suffix for the encoding follows its 22 characters.
      const tag = String(response.headers.etag).slice(1, 23);
      expect(seen.get(tag) ?? title).to.equal(title);
      seen.set(tag, title);
      return title;
    };
    const readers = ['br', 'gzip', 'identity'].map(async (encoding) => {
      while (isPublishing) await read(encoding);
    });
    try {
      for (let count = 0; count < 10; count += 1) {
        const title = `Number ${String(count)}`;
        await publish(ada, { settings: { ...settings, title } });
        expect(await read('br')).to.equal(title);
      }
    } finally {
      isPublishing = false;
    }
    await Promise.all(readers);
    expect(seen.size).to.be.at.least(2);
  });

  it('move with their slug and end with their page at once, in the cache too [SV6]', async () => {
    const statusOf = async (path: string): Promise<number> => (await visit(path)).status;
    expect(await statusOf('/about/me')).to.equal(200);
    await publish(ada, { slug: 'moved' }, 'about/me');
    expect(await statusOf('/about/me')).to.equal(404);
    expect(await statusOf('/moved')).to.equal(200);
    const { ID } = await publish(ada, { slug: 'About/Me' }, 'moved');
    expect(await statusOf('/moved')).to.equal(404);
    expect(await statusOf('/about/me')).to.equal(200);
    await ada.browser.send(`/api/page/${String(ID)}`, { method: 'DELETE' });
    expect(await statusOf('/about/me')).to.equal(404);
  });
});

describe('published pages without a database', () => {
  it('are served from memory; other pages respond with 503 [SV9]', async () => {
    const app = await createTestApp();
    try {
      const ada = await app.signUp('ada');
      await publish(ada);
      const host = `ada.${app.appHost}`;
      expect((await app.browser().get('/', { host })).status).to.equal(200);
      await app.knex.destroy();
      // Until the cached page is no longer fresh.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const cached = await app.browser().get('/', { host });
      expect(cached.status).to.equal(200);
      const other = await app.browser().get('/other', { host });
      expect(other.status).to.equal(503);
      expect(other.headers['retry-after']).to.equal('30');
      expect(other.text).to.include('Back in a moment');
      expect((await app.browser().get('/healthz')).json()).to.deep.equal({
        status: 'degraded',
        database: false,
      });
    } finally {
      await app.stop();
    }
  });
});
