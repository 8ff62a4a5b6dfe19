import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { EditorDriver } from '../e2e/EditorDriver.ts';
import { axeProblems } from '../testing/axe.ts';
import { buildWeb } from '../testing/buildWeb.ts';
import { noticed } from '../testing/notices.ts';
import { type RealServer, startRealServer } from '../testing/startRealServer.ts';
import { signUp } from '../testing/signUp.ts';
import { writeServiceWorker } from './bundling/writeServiceWorker.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const HOTEL =
  '<!doctype html><title>Hotel</title><p>Welcome to our hotel. Log in to its network.</p>';

/**
 * On a server of its own, from a copy of the build. Each test continues from the previous one.
 * `COBBLE_SCREENSHOTS` names a folder for pictures of the screens.
 */
describe('the app without a network', function () {
  this.timeout(240_000);
  let root: string;
  let dist: string;
  let server: RealServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const pages = { home: '', editor: '', unseen: '' };

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'cobble-offline-'));
    dist = join(root, 'host-web', 'dist');
    await buildWeb();
    await cp(DIST, dist, { recursive: true });
    [server, browser] = await Promise.all([
      startRealServer({ COBBLE_OFFLINE: '1', COBBLE_TEST_ROOT: root }),
      sharedBrowser(),
    ]);
    pages.home = `${server.url}/`;
    pages.editor = `${server.url}/otis/main`;
    pages.unseen = `${server.url}/otis/unseen`;
  });
  after(async () => {
    await closeWindows(browser);
    await server.stop();
    await rm(root, { recursive: true });
  });

  const buildOf = (of: Page) => of.locator('meta[name="cobble-build"]').getAttribute('content');
  /** Waits until the worker that the server has now is in use, or could not be installed. */
  const updated = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (
        registration.installing !== null ||
        registration.waiting !== null ||
        registration.active?.state !== 'activated'
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
    });
  const hasWorker = (of: Page) =>
    of.evaluate(async () => {
      // The app registers its worker when it is idle; this waits until it has done so.
      await new Promise((resolve) => requestIdleCallback(resolve));
      return (await navigator.serviceWorker.getRegistrations()).length > 0;
    });
  /** Creates a page like the first one, without opening it. Returns its ID. */
  const createPage = (slug: string): Promise<number> =>
    page.evaluate(async (newSlug) => {
      const found = await fetch('/api/page?site=otis&page=main');
      const main = (await found.json()) as object;
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ ...main, slug: newSlug });
      const created = await fetch('/api/page', { method: 'POST', headers, body });
      return ((await created.json()) as { ID: number }).ID;
    }, slug);
  const indicator = (text: string) => page.getByRole('button', { name: text }).waitFor();
  /** Opens a page in its room. */
  const openPage = async (address: string): Promise<EditorDriver> => {
    await page.goto(address);
    const editor = new EditorDriver(page);
    await editor.ready();
    return editor;
  };
  /** Waits until this browser has kept a page, which it does a few seconds after it was opened. */
  const isKept = async (slug: string) => {
    const slugs = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open('cobble');
        await new Promise((resolve) => (opening.onsuccess = resolve));
        const reading = opening.result.transaction('pageHeads').objectStore('pageHeads').getAll();
        await new Promise((resolve) => (reading.onsuccess = resolve));
        opening.result.close();
        return (reading.result as { readonly pageSlug: string }[]).map(({ pageSlug }) => pageSlug);
      });
    while (!(await slugs()).includes(slug)) await page.waitForTimeout(100);
  };
  const addNote = (editor: EditorDriver): Promise<string> =>
    editor.evaluate((each) => {
      const position = { x: 0.3, y: 0.2, width: 0.1, height: 0.1 };
      const [uuid = ''] = each.add({ type: 'sticky-note', position }).unwrap();
      return uuid;
    });
  const takeScreen = async (name: string) => {
    const folder = process.env['COBBLE_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  it('is stored for users, but neither for visitors of the landing page nor for those who save data [OF5]', async () => {
    const visitor = await browser.newContext();
    const landing = await visitor.newPage();
    await landing.goto(pages.home);
    await landing.getByRole('heading', { level: 1 }).waitFor();
    expect(await hasWorker(landing), 'a visitor').to.equal(false);
    await visitor.close();

    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    // Without a network, the app tries again at intervals that grow to a minute.
    context.setDefaultTimeout(90_000);
    const saving = await context.newPage();
    await saving.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await signUp(saving, server.url, 'otis');
    expect(await hasWorker(saving), 'Save-Data').to.equal(false);
    await saving.close();

    page = await context.newPage();
    await page.goto(pages.editor);
    await page.getByRole('tree').waitFor({ state: 'attached' });
    await updated();
  });

  it('starts at a page that this browser has not kept, says that it is offline, and opens the page once the network is back [OF1, OF9]', async () => {
    await createPage('unseen');
    await context.setOffline(true);
    await page.goto(pages.unseen);
    await page.getByRole('heading', { name: "You're offline" }).waitFor();
    // The interface's fonts.
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'));
    expect(await page.getByText('Log in').count()).to.equal(0);
    for (const [width, height] of [
      [1280, 800],
      [375, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await axeProblems(page)).to.eql([]);
      await takeScreen(`page-offline-${String(width)}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await context.setOffline(false);
    await page.getByRole('tree').waitFor({ state: 'attached' });
  });

  it('opens a page that was edited, keeps what is edited offline, and saves it when the network is back [LR9, LR11, RL2]', async () => {
    const editor = await openPage(pages.editor);
    await isKept('main');
    await context.setOffline(true);
    const uuid = await addNote(editor);
    await indicator('Offline: 1 change kept on this device');
    await page.reload();
    await editor.ready();
    await page.waitForFunction((wanted) => window.cobble?.editor.blocks.has(wanted), uuid);
    await indicator('Offline: 1 change kept on this device');
    await context.setOffline(false);
    await indicator('Saved');
    const other = await browser.newContext({ storageState: await context.storageState() });
    const tab = await other.newPage();
    await tab.goto(pages.editor);
    await tab.waitForFunction((wanted) => window.cobble?.editor.blocks.has(wanted), uuid);
    await other.close();
  });

  it('sends what was edited offline from the home screen, which lists the page and counts its edits until then [LR15, LR16, OF9]', async () => {
    const editor = await openPage(pages.editor);
    await indicator('Saved');
    await context.setOffline(true);
    const uuid = await addNote(editor);
    await indicator('Offline: 1 change kept on this device');
    await page.getByRole('link', { name: /home/i }).first().click();
    await page.getByText("You're offline").waitFor();
    await page.getByText('1 unsent change').waitFor();
    await context.setOffline(false);
    await page.locator('article').first().waitFor();
    await page.getByText('1 unsent change').waitFor({ state: 'detached' });
    const other = await browser.newContext({ storageState: await context.storageState() });
    const tab = await other.newPage();
    await tab.goto(pages.editor);
    await tab.waitForFunction((wanted) => window.cobble?.editor.blocks.has(wanted), uuid);
    await other.close();
  });

  it('asks before the user logs out while only this device has changes, keeps them, and sends them later [LR16, LR17]', async () => {
    const other = await browser.newContext({ storageState: await context.storageState() });
    try {
      let isCut = false;
      const sockets: WebSocketRoute[] = [];
      other.setDefaultTimeout(90_000);
      await other.routeWebSocket(/./, (socket) => {
        sockets.push(socket);
        if (isCut) void socket.close();
        else socket.connectToServer();
      });
      const tab = await other.newPage();
      await tab.goto(pages.editor);
      const editor = new EditorDriver(tab);
      await editor.ready();
      await tab.getByRole('button', { name: 'Saved' }).waitFor();
      isCut = true;
      for (const socket of sockets) await socket.close();
      await addNote(editor);
      await tab.getByRole('button', { name: 'Offline: 1 change kept on this device' }).waitFor();
      await tab.getByRole('link', { name: /home/i }).first().click();
      const badge = tab.getByText('1 unsent change');
      await badge.waitFor();
      await tab.getByRole('button', { name: /otis/ }).click();
      await tab.getByRole('menuitem', { name: 'Log out' }).click();
      const dialog = tab.getByRole('dialog', { name: "1 change isn't sent yet" });
      expect(await dialog.textContent()).to.include('is sent when otis logs in here again');
      expect(await axeProblems(tab)).to.eql([]);
      await dialog.getByRole('button', { name: 'Stay logged in' }).click();
      await dialog.waitFor({ state: 'detached' });
      await badge.waitFor();
      isCut = false;
      await tab.evaluate(() => window.dispatchEvent(new Event('online')));
      await badge.waitFor({ state: 'detached' });
    } finally {
      await other.close();
    }
  });

  it('opens no page that was deleted [LR9]', async () => {
    const id = await createPage('second');
    const second = `${server.url}/otis/second`;
    await addNote(await openPage(second));
    await isKept('second');
    await page.evaluate(async (each) => {
      await fetch(`/api/page/${String(each)}`, { method: 'DELETE' });
    }, id);
    await page.getByText('This page was deleted, or you no longer have access to it.').waitFor();
    await page.reload();
    await page.getByText('Page does not exist.').waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.getByText("You're offline").first().waitFor();
    await context.setOffline(false);
    await page.goto(pages.home);
    await page.locator('article').first().waitFor();
  });

  it('greets the user on the home screen, says what is going on, and lists the pages once the network is back [OF8]', async () => {
    await context.setOffline(true);
    await page.goto(pages.home);
    await page.getByText("You're offline").waitFor();
    await page.getByRole('heading', { name: /otis/ }).waitFor();
    expect(await page.getByRole('button', { name: 'New Page' }).isDisabled()).to.equal(true);
    for (const [width, height] of [
      [1280, 800],
      [375, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await axeProblems(page)).to.eql([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${String(width)} px`).to.equal(0);
      await takeScreen(`home-offline-${String(width)}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // Signing in again is neither needed nor possible.
    await page.goto(`${server.url}/auth/login`);
    await page.getByText("You're offline").waitFor();
    await context.setOffline(false);
    await page.locator('article').first().waitFor();
  });

  it('shows what a network sends in place of the app, but never stores it [OF2]', async () => {
    const html = await readFile(join(dist, 'index.html'), 'utf8');
    await writeFile(join(dist, 'index.html'), HOTEL);
    await page.goto(pages.home);
    await page.getByText('Welcome to our hotel').waitFor();
    await context.setOffline(true);
    await page.goto(pages.home);
    await page.getByText("You're offline").waitFor();
    await writeFile(join(dist, 'index.html'), html);
    await context.setOffline(false);
    await page.locator('article').first().waitFor();
  });

  it('is up to date at the next load after a deployment, while tabs of the earlier build go on with its files [OF2, OF4]', async () => {
    const old = await context.newPage();
    await old.goto(pages.home);
    await old.locator('article').first().waitFor();
    const before = await buildOf(old);
    await old.evaluate(() => {
      Object.assign(window, { isSameDocument: true });
    });
    await deployAnotherBuild(dist);
    await page.goto(pages.home);
    await page.locator('article').first().waitFor();
    const now = await buildOf(page);
    expect(now).not.to.equal(before);
    await updated();

    // The server no longer has the earlier build's editor, nor has the browser's own cache.
    await (await context.newCDPSession(old)).send('Network.clearBrowserCache');
    await old.locator('article a').first().click();
    await old.getByRole('tree').waitFor({ state: 'attached' });
    expect(await old.evaluate(() => 'isSameDocument' in window), 'not reloaded').to.equal(true);
    expect(await buildOf(old)).to.equal(before);
    await old.close();

    await context.setOffline(true);
    await page.reload();
    await page.getByText("You're offline").waitFor();
    expect(await buildOf(page), 'without a network').to.equal(now);
    await context.setOffline(false);
    await page.locator('article').first().waitFor();
  });

  it('keeps its copy until a deployment is complete [OF1]', async () => {
    const before = await buildOf(page);
    await deployAnotherBuild(dist);
    const missing = (await readdir(join(dist, 'assets'))).find((name) =>
      /^Landing.*js$/.test(name),
    );
    const path = join(dist, 'assets', missing ?? '');
    await rename(path, join(root, 'missing.js'));
    await page.goto(pages.home);
    await page.locator('article').first().waitFor();
    expect(await buildOf(page)).not.to.equal(before);
    await updated();
    await context.setOffline(true);
    await page.goto(pages.home);
    await page.getByText("You're offline").waitFor();
    expect(await buildOf(page)).to.equal(before);
    await context.setOffline(false);
    await rename(join(root, 'missing.js'), path);
  });

  it('stores nothing but the files of one build, once no tab uses another [OF3, OF4]', async () => {
    await page.goto(pages.editor);
    await page.getByRole('tree').waitFor({ state: 'attached' });
    await updated();
    const paths = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const keys = await Promise.all(caches_.map((cache) => cache.keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });
    const assets = (await readdir(join(dist, 'assets'))).map((name) => `/assets/${name}`);
    expect(paths.filter((path) => path.startsWith('/assets/'))).to.have.members(assets);
    const others = paths.filter((path) => !path.startsWith('/assets/'));
    expect(others.filter((path) => !/^\/fonts\/[\w-]+\.woff2$/.test(path))).to.eql(['/']);
  });

  it('shows the landing page if the session has ended meanwhile, and says so [OF7, HO8]', async () => {
    const cookies = await context.cookies();
    await context.setOffline(true);
    await page.goto(pages.home);
    await page.getByText("You're offline").waitFor();
    await context.clearCookies();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Join Us' }).first().waitFor();
    await noticed(page, "You're logged out");
    await context.addCookies(cookies);
    await page.goto(pages.home);
    await page.locator('article').first().waitFor();
  });

  it('starts while the server is down [OF1, OF6]', async () => {
    await server.stop();
    await page.goto(pages.home);
    await page.getByText("We can't reach Cobble right now").waitFor();
    await page.getByRole('heading', { name: /otis/ }).waitFor();
    await takeScreen('home-unreachable-1280');
  });

  it('is deleted from the browser once the server has turned that off [OF5, OF11]', async () => {
    const { port } = new URL(server.url);
    server = await startRealServer({ COBBLE_OFFLINE: '0', COBBLE_TEST_ROOT: root, PORT: port });
    await page.goto(pages.home);
    await page.evaluate(async () => {
      while (
        (await navigator.serviceWorker.getRegistrations()).length > 0 ||
        (await caches.keys()).length > 0
      )
        await new Promise((resolve) => setTimeout(resolve, 50));
    });
    // A new server, whose database knows no session.
    await page.reload();
    await page.getByRole('button', { name: 'Join Us' }).first().waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).to.equal(null);
    expect(await hasWorker(page)).to.equal(false);
  });
});

/** Replaces a build by one whose files all have other names, as if each of them had changed. */
async function deployAnotherBuild(dist: string): Promise<void> {
  const assets = join(dist, 'assets');
  const names = await readdir(assets);
  const renamed = names.map((name) => [name, name.replace(/\.(\w+)$/, '-next.$1')] as const);
  const withNames = (text: string) =>
    renamed.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  for (const [from, to] of renamed) {
    const path = join(assets, from);
    if (/\.(?:js|css)$/.test(from)) await writeFile(path, withNames(await readFile(path, 'utf8')));
    await rename(path, join(assets, to));
  }
  const document = join(dist, 'index.html');
  await writeFile(document, withNames(await readFile(document, 'utf8')));
  await writeServiceWorker(dist);
}
