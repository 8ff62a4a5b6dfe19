import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createAddresses } from '../http/addresses.ts';
import { createTestApp, type TestApp } from './testing/createTestApp.ts';
import { webCsp } from './webFiles.ts';

const WORKER = 'self.cobble = 1;';

describe('the web app', () => {
  let app: TestApp;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-web-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Cobble</title>');
    await writeFile(join(folder, 'assets', 'index-abc12345.js'), 'export {};');
    await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await writeFile(join(folder, '.secret'), 'x');
    await writeFile(join(folder, 'sw.js'), WORKER);
    app = await createTestApp({ webFolder: folder });
  });
  after(async () => {
    await app.stop();
    await rm(folder, { recursive: true });
  });

  it('responds with index.html to every path that is not a file [SN12]', async () => {
    for (const path of [
      '/',
      '/ada',
      '/ada/about/me?first_page',
      '/auth/verify?token=x',
      '/.secret',
    ]) {
      const response = await app.browser().get(path);
      expect(response.status, path).to.equal(200);
      expect(response.text, path).to.include('<title>Cobble</title>');
      expect(response.headers['cache-control']).to.equal('no-cache');
      expect(response.headers['referrer-policy']).to.equal('strict-origin');
    }
  });

  it('passes the pages host to the app', async () => {
    const { text } = await app.browser().get('/');
    expect(text).to.include(`<meta name="cobble-pages-host" content="${app.appHost}" />`);
  });

  it('caches files with a hash in their name forever [SN12]', async () => {
    const script = await app.browser().get('/assets/index-abc12345.js');
    expect(script.status).to.equal(200);
    expect(script.headers['cache-control']).to.equal('public, max-age=31536000, immutable');
    const icon = await app.browser().get('/favicon.svg');
    expect(icon.headers['cache-control']).to.equal('public, max-age=3600');
  });

  it('responds with 404, not index.html, for a missing file [SN12]', async () => {
    for (const path of ['/assets/index-old.js', '/assets/../../package.json', '/fonts/x.woff2']) {
      const response = await app.browser().get(path);
      expect(response.text, path).not.to.include('"name"');
      if (!path.includes('..')) expect(response.status, path).to.equal(404);
    }
    expect((await app.browser().post('/ada')).status).to.equal(404);
    expect((await app.browser().get('/api/nothing')).status).to.equal(404);
  });

  it('has browsers ask for its service worker at each visit, so that a deployment is not missed [OF10]', async () => {
    const { status, headers, text } = await app.browser().get('/sw.js');
    expect([status, text]).to.eql([200, WORKER]);
    expect(headers['cache-control']).to.equal('no-cache');
    expect(headers['content-type']).to.match(/^text\/javascript/);
    const policy = String(headers['content-security-policy']);
    expect(policy).to.include("worker-src 'self' blob:").and.to.include("script-src 'self';");
    const onPages = await app.browser().get('/sw.js', { host: `ada.${app.appHost}` });
    expect(onPages.text, 'pages have no worker').not.to.include('cobble');
    await rm(join(folder, 'sw.js'));
    expect((await app.browser().get('/sw.js')).status, 'missing').to.equal(404);
    await writeFile(join(folder, 'sw.js'), WORKER);
  });

  it('is deleted from browsers that have stored it, and not stored again, once the server has turned that off [OF11]', async () => {
    const off = await createTestApp({ webFolder: folder, configuration: { storesApp: false } });
    try {
      const { headers, text } = await off.browser().get('/sw.js');
      expect(text).to.include("caches.delete('cobble-app')").and.include('unregister()');
      expect(text, 'no tab is reloaded').not.to.match(/navigate|reload/);
      expect(headers['cache-control']).to.equal('no-cache');
      expect(headers['content-type']).to.match(/^text\/javascript/);
      const meta = '<meta name="cobble-offline" content="off" />';
      expect((await off.browser().get('/ada')).text).to.include(meta);
      expect((await app.browser().get('/ada')).text).not.to.include(meta);
    } finally {
      await off.stop();
    }
  });

  it('may connect to its own host and GIPHY only, by socket too [SN13]', async () => {
    const { headers } = await app.browser().get('/');
    expect(connectSources(String(headers['content-security-policy']))).to.deep.equal([
      ...["'self'", 'blob:', `ws://${app.appHost}`, 'https://*.giphy.com'],
    ]);
    const overTls = webCsp(createAddresses('https://cobble.town', 'cobble.page'));
    expect(connectSources(overTls)).to.deep.equal([
      ...["'self'", 'blob:', 'wss://cobble.town', 'https://*.giphy.com'],
    ]);
  });

  it('is not served on page hosts [SN12]', async () => {
    const host = `ada.${app.appHost}`;
    for (const path of ['/', '/index.html', '/assets/index-abc12345.js'])
      expect((await app.browser().get(path, { host })).status, path).to.be.oneOf([301, 404]);
    // Sites have an icon too: the product's logo, not the app's file.
    const appIcon = await app.browser().get('/favicon.svg');
    expect((await app.browser().get('/favicon.svg', { host })).text).not.to.equal(appIcon.text);
  });
});

const connectSources = (policy: string): string[] =>
  policy
    .split('; ')
    .filter((each) => each.startsWith('connect-src '))
    .flatMap((each) => each.split(' ').slice(1));
