/// <reference lib="dom" />
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { makeFindFont } from '../cli/findFontFile.ts';
import { writeFolder } from '../cli/files.ts';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { makeBlock } from '../testing/makePage.ts';
import { SAMPLE_PAGES } from '../testing/samples/samplePages.ts';
import { exportSite } from './exportSite.ts';
import type { ReadSiteFile, SitePage } from './Site.ts';
import { linkBlock, makeSite, makeSitePage } from './testing/makeSite.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.json': 'application/json',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A minimal static host: files by name, `index.html` for folders, no extra headers. */
async function serveFolder(
  folder: string,
  prefix: string,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    const send = async (): Promise<void> => {
      const below = path.startsWith(prefix) ? path.slice(prefix.length) : null;
      const file = join(
        folder,
        below?.endsWith('/') || below === '' ? `${below}index.html` : (below ?? '404.html'),
      );
      const isThere = below !== null && (await stat(file).catch(() => null))?.isFile() === true;
      response.writeHead(isThere ? 200 : 404, {
        'Content-Type': TYPES[extname(file)] ?? 'text/html',
      });
      createReadStream(isThere ? file : join(folder, '404.html')).pipe(response);
    };
    send().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${String(port)}${prefix}` };
}

describe('exported site on a plain static host', function () {
  this.timeout(120_000);
  const findFont = makeFindFont(undefined, fileURLToPath(new URL('.', import.meta.url)));
  // Placeholder images, because drawing the real ones would take most of the test's time.
  const create = { width: 40, height: 30, channels: 3 as const, background: '#2B4EFF' };
  const image = sharp({ create }).webp({ effort: 0 }).toBuffer();
  const read: ReadSiteFile = (path) => {
    const [folder, name = ''] = path.split('/');
    return folder === 'fonts' ? findFont(name) : image;
  };
  // All ten sample pages, one of them in a folder, and an index page that links to two of them.
  const samples = Object.entries(SAMPLE_PAGES).map(([name, make]): SitePage => {
    const slug = name === 'cv' ? 'me/cv' : name;
    return { page: { ...make(), slug }, isPublished: true };
  });
  const indexPage = makeSitePage('main', [
    linkBlock('cv', '/me/cv'),
    {
      ...linkBlock('band', '/band?from=front'),
      position: { x: 0.5, y: 0.1, width: 0.2, height: 0.2, rotationDeg: 0, zIndex: 1 },
    },
    makeBlock({
      uuid: 'code',
      type: 'code-embed',
      position: { y: 0.6, width: 0.5, height: 0.3 },
      content: {
        ceCode:
          '<p id="result">waiting</p><script>let found; try { found = String(parent.document.title) } catch { found = "no access" } result.textContent = found</script>',
      },
    }),
  ]);

  const aboutPage = makeSitePage('me/about', [
    linkBlock('home', '/'),
    {
      ...linkBlock('cv', '/me/cv'),
      position: { x: 0.5, y: 0.1, width: 0.2, height: 0.2, rotationDeg: 0, zIndex: 1 },
    },
  ]);

  let browser: Browser;
  let folder: string;
  let host: { server: Server; url: string };
  const warnings: string[] = [];
  before(async () => {
    browser = await sharedBrowser();
    folder = await mkdtemp(join(tmpdir(), 'cobble-static-'));
    await writeFolder(
      folder,
      exportSite(makeSite([indexPage, aboutPage, ...samples]), {
        read,
        onWarning: ({ code, path }) => warnings.push(`${code} ${path}`),
      }),
    );
    // In a subfolder, as on hosts that give each project a folder.
    host = await serveFolder(folder, '/project/');
  });
  after(async () => {
    await closeWindows(browser);
    host.server.closeAllConnections();
    host.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a page, loads all of its images and fonts, and returns errors and requested URLs. */
  const visit = async (path: string) => {
    const screen = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const faults: string[] = [];
    const requests: string[] = [];
    screen.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    screen.on('pageerror', (error) => faults.push(String(error)));
    screen.on('request', (request) => requests.push(request.url()));
    screen.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
    screen.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${String(response.status())} ${response.url()}`);
    });
    await screen.goto(new URL(path, host.url).href);
    await screen.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode()));
      await document.fonts.ready;
    });
    return { screen, faults, requests };
  };

  for (const { page } of samples)
    it(`${page.slug}: loads completely and requests nothing from other hosts [ZP1]`, async () => {
      const { screen, faults, requests } = await visit(`${page.slug}.html`);
      const seen = await screen.evaluate(() => ({
        // Fallbacks are local fonts, which this machine may not have.
        fonts: [...document.fonts].filter(
          ({ status, family }) => status === 'error' && !family.includes('Fallback'),
        ).length,
        loaded: [...document.fonts].filter(({ status }) => status === 'loaded').length,
        blank: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length,
      }));
      // Before it closes, which lets requests that are still under way fail.
      expect(faults).to.deep.equal([]);
      await screen.close();
      for (const address of requests)
        expect(address).to.match(/^(?:data:|http:\/\/127\.0\.0\.1:\d+\/project\/)/);
      expect(seen).to.include({ fonts: 0, blank: 0 });
      expect(seen.loaded).to.be.above(0);
    });

  it('navigates from the index page to pages beside it and in a folder, between pages in the folder, and back', async () => {
    expect(warnings.filter((warning) => /missing|unusable/.test(warning))).to.deep.equal([]);
    const { screen } = await visit('');
    await screen.click('a[href="me/cv.html"]');
    await screen.waitForURL(/\/project\/me\/cv\.html$/);
    expect(await screen.title()).not.to.equal('main');
    await screen.goto(`${host.url}index.html`);
    await screen.click('a[href="band.html?from=front"]');
    await screen.waitForURL(/\/project\/band\.html\?from=front$/);
    await screen.goto(`${host.url}me/about.html`);
    await screen.click('a[href="../me/cv.html"]');
    await screen.waitForURL(/\/project\/me\/cv\.html$/);
    await screen.goBack();
    await screen.click('a[href="../index.html"]');
    await screen.waitForURL(/\/project\/index\.html$/);
    expect(await screen.title()).to.equal('main');
    await screen.close();
  });

  it('runs code embeds in a frame without access to the page', async () => {
    const { screen, faults } = await visit('');
    const frame = screen.frameLocator('iframe');
    await frame.locator('#result', { hasText: 'no access' }).waitFor();
    expect(faults.filter((fault) => !fault.includes('Blocked a frame'))).to.deep.equal([]);
    await screen.close();
  });

  it('opens from disk without a server [ZP1]', async () => {
    const screen = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const failed: string[] = [];
    screen.on('requestfailed', (request) => failed.push(request.url()));
    await screen.goto(`file://${join(folder, 'wedding.html')}`);
    const blank = await screen.evaluate(async () => {
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode()));
      return [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length;
    });
    expect(blank).to.equal(0);
    expect(failed.filter((url) => !url.endsWith('.woff2'))).to.deep.equal([]);
    await screen.close();
  });

  it('shows the 404 page at any depth', async () => {
    const screen = await browser.newPage();
    const response = await screen.goto(`${host.url}a/b/c`);
    expect(response?.status()).to.equal(404);
    expect(await screen.locator('h1').textContent()).to.equal('There is no page here');
    expect(await screen.evaluate(() => getComputedStyle(document.body).backgroundColor)).to.equal(
      'rgb(251, 247, 240)',
    );
    await screen.close();
    expect(await readFile(join(folder, 'robots.txt'), 'utf8')).to.contain('Allow: /');
  });
});
