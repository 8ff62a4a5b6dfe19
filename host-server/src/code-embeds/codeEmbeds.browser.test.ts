/// <reference lib="dom" />
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODE_EMBED_SANDBOX, codeEmbedDocument, renderPage } from '@cobble/renderer-static';
import { expect } from 'chai';
import type { Browser, BrowserContext, Frame, Page as BrowserPage } from 'playwright-core';
import { launchChromium } from '../../../scripts/testing/chromium.mjs';
import { createTestApp, type TestUser, type TestApp } from '../app/testing/createTestApp.ts';
import { openPage, publish, textBlock } from '../app/testing/pageInput.ts';
import { commonCodeHeaders } from './serveCodeEmbeds.ts';
import { ATTACKS, attackingCode } from './testing/attacks.ts';

/** Launches Chromium with the pop-up blocker that users have. */
const launch = (args: readonly string[] = []): Promise<Browser> =>
  launchChromium({ args, ignoreDefaultArgs: ['--disable-popup-blocking'] });

describe('a code embed in a browser', function () {
  this.timeout(90_000);
  let app: TestApp;
  let ada: TestUser;
  let home: string;
  let browser: Browser;
  let context: BrowserContext;
  before(async () => {
    app = await createTestApp();
    ada = await app.signUp('ada', ['plus']);
    home = `http://ada.${app.appHost}/`;
    browser = await launch();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    // The author is signed in and visits the page.
    await context.addCookies(
      [...ada.browser.cookies].map(([name, value]) => ({
        ...{ name, value, domain: 'localhost', path: '/' },
        ...{ httpOnly: true, sameSite: 'Lax' as const },
      })),
    );
  });
  afterEach(async () => {
    await context.close();
  });
  after(async () => {
    await browser.close();
    await app.stop();
  });

  const publishCode = async (code: string): Promise<void> => {
    const page = await openPage(ada);
    // Blocks of the starter page could cover the embed and receive the clicks.
    const sections = Object.entries(page.things).filter(([, { parentUuid }]) => !parentUuid);
    const block = { ...textBlock(page), type: 'code-embed', content: { ceCode: code } };
    block.properties = { htmlId: 'code-embed' };
    await publish(ada, {
      things: { ...Object.fromEntries(sections), [block.uuid]: block },
    });
  };
  /** Opens the page and waits for the code in its frame. */
  const open = async () => {
    const screen = await context.newPage();
    await screen.goto(home);
    const inside = await (await screen.waitForSelector('#code-embed iframe')).contentFrame();
    if (inside === null) throw new Error('The frame has no document');
    await inside.waitForURL(`http://embeds.${app.appHost}/**`, { waitUntil: 'commit' });
    return { screen, inside };
  };

  it('reaches nothing outside its frame [CE1]', async () => {
    const [requests, shown, windows] = [[] as string[], [] as string[], [] as string[]];
    await context.route('https://evil.test/**', (route) => {
      requests.push(route.request().url());
      return route.abort();
    });
    context.on('page', (tab) => {
      tab.on('dialog', (dialog) => {
        shown.push(dialog.message());
        void dialog.accept();
      });
      tab.on('download', (download) => shown.push(download.url()));
      tab.on('popup', () => windows.push('a window'));
    });
    context.on('response', (response) => {
      if (response.url().includes('/api/')) requests.push(response.url());
    });
    await publishCode(attackingCode({ app: `http://${app.appHost}`, page: home.slice(0, -1) }));
    const { screen, inside } = await open();
    await inside.waitForFunction(() => 'done' in window);
    const results = await inside.evaluate(
      () =>
        Reflect.get(window, 'results') as Record<string, { returned?: unknown; refused?: string }>,
    );
    expect(Object.keys(results)).to.deep.equal(Object.keys(ATTACKS));
    // The browser silently ignored attacks that neither threw nor returned anything.
    for (const [name, { returned }] of Object.entries(results))
      expect(returned, name).to.be.oneOf([undefined, 'navigated']);
    expect(screen.url()).to.equal(home);
    expect(await screen.title()).not.to.equal('');
    expect(await screen.evaluate(() => document.body.textContent)).not.to.include('pwned');
    expect({ requests, shown, windows }).to.deep.equal({
      requests: [],
      shown: [],
      windows: [],
    });
    const account = await ada.browser.get('/api/account');
    expect(account.text).to.include('ada@example.org');
    const [cookie] = await context.cookies(`http://${app.appHost}`);
    expect(cookie?.value).to.equal([...ada.browser.cookies.values()][0]);
    const workers = context.serviceWorkers();
    expect(workers).to.deep.equal([]);
  });

  it('runs, applies its styles and handles clicks', async () => {
    await publishCode(
      '<style>p{color:rgb(1, 2, 3)}</style><p onclick="this.textContent=\'pressed\'">Press</p>',
    );
    const { inside } = await open();
    // Chromium ignores clicks in a frame of another origin that it has just shown.
    while ((await inside.textContent('p')) !== 'pressed') await inside.click('p');
    const color = await inside.evaluate(
      () => getComputedStyle(document.querySelector('p') ?? document.body).color,
    );
    expect(color).to.equal('rgb(1, 2, 3)');
  });

  it('opens its links in a new tab when they are clicked', async () => {
    await publishCode('<a href="https://shop.test/">A shop</a>');
    await context.route('https://shop.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>shop</title>' }),
    );
    const { screen, inside } = await open();
    // Chromium ignores clicks in a frame of another origin that it has just shown.
    const opening = context.waitForEvent('page', { timeout: 80_000 });
    const isOpening = Promise.race([opening.then(() => true), screen.waitForTimeout(4000)]);
    await inside.click('a');
    if ((await isOpening) !== true) await inside.click('a');
    const tab = await opening;
    await tab.waitForURL('https://shop.test/');
    expect(tab.url()).to.equal('https://shop.test/');
    expect(await tab.evaluate(() => [self.origin, window.opener === null])).to.deep.equal([
      'https://shop.test',
      true,
    ]);
    expect(screen.url()).to.equal(home);
  });

  it('has an opaque origin when it is opened as a document [CE2]', async () => {
    await publishCode('<script>window.mine = [self.origin, location.origin]</script>');
    const { inside } = await open();
    const alone = await context.newPage();
    await alone.goto(inside.url());
    const own = await alone.evaluate(() => {
      const attempts = [
        () => document.cookie,
        () => localStorage.length,
        () => sessionStorage.length,
      ];
      return [
        self.origin,
        ...attempts.map((read) => {
          try {
            return read();
          } catch (error) {
            return (error as Error).name;
          }
        }),
      ];
    });
    expect(own).to.deep.equal(['null', 'SecurityError', 'SecurityError', 'SecurityError']);
  });

  it('cannot be framed by other sites [CE2]', async () => {
    await publishCode('<p>mine</p>');
    const { inside } = await open();
    const otherSite = await context.newPage();
    await context.route('http://stranger.test/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${inside.url()}"></iframe>`,
      }),
    );
    await otherSite.goto('http://stranger.test/');
    await otherSite.waitForLoadState('load');
    const [framed] = otherSite.frames().slice(1);
    expect(await textIn(framed)).not.to.include('mine');
  });

  const textIn = async (frame: Frame | undefined): Promise<string> =>
    (await frame?.evaluate(() => document.body.textContent).catch(() => '')) ?? '';

  it('may send messages to the page, which ignores them [CE3]', async () => {
    await publishCode(
      `<script>for (const to of [parent, top]) for (const each of ['x', {type: 'publish'}, {source: 'cobble', run: 'alert(1)'}]) to.postMessage(each, '*'); window.sent = true</script>`,
    );
    await context.addInitScript(() => {
      if (window !== window.top) return;
      const listening: string[] = [];
      Reflect.set(window, 'listening', listening);
      const add = window.addEventListener.bind(window);
      window.addEventListener = (...each: Parameters<typeof add>) => {
        listening.push(each[0]);
        add(...each);
      };
      add('message', () => listening.push('received'));
    });
    const { screen, inside } = await open();
    await inside.waitForFunction(() => 'sent' in window);
    await screen.waitForFunction(() =>
      (Reflect.get(window, 'listening') as string[]).includes('received'),
    );
    const listening = await screen.evaluate(() => Reflect.get(window, 'listening') as string[]);
    expect(listening).not.to.include('message');
    expect(await screen.evaluate(() => window.onmessage)).to.equal(null);
  });

  describe('that never ends [CE8]', () => {
    for (const [name, code] of [
      ['an endless loop', '<script>for (;;);</script>'],
      [
        'a flood of messages',
        '<script>for (;;) { const until = Date.now() + 200; while (Date.now() < until) top.postMessage("x".repeat(1000), "*"); const rest = Date.now() + 50; while (Date.now() < rest); }</script>',
      ],
      [
        'endless growth',
        '<script>setInterval(() => { for (let i = 0; i < 500; i++) document.body.append(document.createElement("div")) }, 0)</script>',
      ],
    ] as const)
      it(`leaves the page responsive despite ${name}`, async () => {
        await publishCode(`<p>${name}</p>${code}`);
        const screen = await context.newPage();
        await screen.goto(home, { waitUntil: 'commit' });
        await screen.waitForSelector('#code-embed iframe');
        await frames(screen.mainFrame(), 30);
        await screen.keyboard.press('Tab');
        expect(await screen.evaluate(() => document.activeElement?.className)).to.equal('skip');
        await screen.close();
      });

    it('leaves the page responsive when both hosts are on the same site', async () => {
      const server = await serveOneSite('<p>loop</p><script>for (;;);</script>');
      const { port } = server.address() as AddressInfo;
      const other = await launch([
        `--host-resolver-rules=MAP *.pages.test 127.0.0.1:${String(port)}`,
      ]);
      try {
        const screen = await other.newPage();
        await screen.goto('http://ada.pages.test/', { waitUntil: 'commit' });
        await screen.waitForSelector('iframe');
        await frames(screen.mainFrame(), 30);
      } finally {
        await other.close();
        server.closeAllConnections();
        server.close();
      }
    });
  });

  /** Waits until a page has drawn a number of frames. */
  const frames = (frame: Frame, count: number): Promise<void> =>
    frame.evaluate(async (many) => {
      for (let drawn = 0; drawn < many; drawn++)
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
    }, count);
});

describe('a code embed in the editor’s preview', function () {
  this.timeout(90_000);

  it('runs under the app’s policy, in the preview’s frame, and reaches nothing outside', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cobble-web-'));
    await writeFile(join(folder, 'index.html'), '<title>app</title>');
    const app = await createTestApp({ webFolder: folder });
    const browser = await launch();
    try {
      const ada = await app.signUp('ada', ['plus']);
      const page = await openPage(ada);
      const code = attackingCode({ app: `http://${app.appHost}`, page: `http://${app.appHost}` });
      const path = `/api/page/${String(page.ID)}/code-embed/preview`;
      const { urls } = (await ada.browser.put(path, { codes: [code] })).json() as {
        urls: [string];
      };
      const block = { ...textBlock(page), type: 'code-embed', content: { ceCode: code } };
      const content = { youtubeID: 'dQw4w9WgXcQ' };
      const video = { ...textBlock(page), type: 'youtube', content };
      const { html } = renderPage(
        { ...page, things: { ...page.things, [block.uuid]: block, [video.uuid]: video } },
        { codeEmbedUrl: () => urls[0] },
      );
      const screen = await browser.newPage();
      await screen.goto(`http://${app.appHost}/editor`);
      // Like PreviewFrame in renderer-konva.
      await screen.evaluate(
        ([srcdoc, sandbox]) => {
          const frame = document.createElement('iframe');
          frame.setAttribute('sandbox', sandbox);
          frame.srcdoc = srcdoc;
          document.body.append(frame);
        },
        [html, CODE_EMBED_SANDBOX] as const,
      );
      const inside = await waitForFrame(screen, urls[0]);
      await inside.waitForFunction(() => 'done' in window);
      const results = await inside.evaluate(
        () => Reflect.get(window, 'results') as Record<string, { returned?: unknown }>,
      );
      for (const [name, { returned }] of Object.entries(results))
        expect(returned, name).to.be.oneOf([undefined, 'navigated']);
      expect(screen.url()).to.equal(`http://${app.appHost}/editor`);
      expect(await screen.title()).to.equal('app');
      // The script that would load the player does not run: its card is a link.
      const preview = inside.parentFrame();
      const card = await preview?.waitForSelector('.e');
      expect(await card?.getAttribute('class')).not.to.include('e-on');
      expect(await (await card?.$('.e-go'))?.isVisible()).to.equal(false);
      expect(await (await card?.$('a'))?.getAttribute('href')).to.include('youtube.com');
    } finally {
      await browser.close();
      await app.stop();
      await rm(folder, { recursive: true });
    }
  });

  /** Waits for the frame with a URL, at any depth. */
  const waitForFrame = async (screen: BrowserPage, url: string): Promise<Frame> => {
    const find = (): Frame | undefined => screen.frames().find((frame) => frame.url() === url);
    while (find() === undefined) await screen.waitForEvent('framenavigated');
    return find() as Frame;
  };
});

/** Serves a page and an embed on one registrable domain, the embed with the product's headers. */
async function serveOneSite(code: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isEmbed = request.headers.host?.startsWith('embeds.') === true;
    response.writeHead(200, {
      'Content-Type': 'text/html',
      ...(isEmbed ? commonCodeHeaders({ isSecure: false }) : {}),
    });
    response.end(
      isEmbed
        ? codeEmbedDocument(code)
        : '<iframe sandbox="allow-scripts" src="http://embeds.pages.test/x"></iframe>',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
