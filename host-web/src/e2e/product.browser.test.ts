import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page, Response } from 'playwright-core';
import { noteNotices, noticed } from '../testing/notices.ts';
import { signInLink } from '../testing/readMailbox.ts';
import { useHarness } from '../testing/useHarness.ts';
import { EditorDriver } from './EditorDriver.ts';

const JPEG = fileURLToPath(new URL('./fixtures/loaves.jpg', import.meta.url));

/** The main path from end to end, as for a new user. Each test continues from the previous one. */
describe('from the landing page to a published page', function () {
  this.timeout(60_000);
  const harness = useHarness();
  let owner: BrowserContext;
  let visitor: BrowserContext;
  let page: Page;
  let editor: EditorDriver;
  let publishedUrl: string;
  const problems: string[] = [];

  before(async () => {
    owner = await harness.browser.newContext({ viewport: { width: 1280, height: 800 } });
    visitor = await harness.browser.newContext({ javaScriptEnabled: false });
    await noteNotices(owner);
    page = await owner.newPage();
    editor = new EditorDriver(page);
    page.on('pageerror', (error) => problems.push(error.message));
    publishedUrl = harness.url.replace('://', '://wren.');
  });
  afterEach(() => {
    expect(problems, 'errors in the page').to.deep.equal([]);
  });

  it('emails a sign-in link to a new visitor', async () => {
    await page.goto(harness.url);
    await page.getByRole('button', { name: 'Join Us' }).first().click();
    await page.getByRole('heading', { name: 'Join Us' }).waitFor();
    await page.getByLabel('Email').fill('wren@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('We sent a login link to').waitFor();
  });

  it('signs up with the link, a username and one question', async () => {
    await page.goto(await signInLink(harness.url, 'wren@example.com'));
    await page.getByLabel('Username').fill('wren');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Almost Done' }).waitFor();
    const done = page.getByRole('button', { name: 'Make my page' });
    expect(await done.isDisabled()).to.equal(true);
    await page.getByRole('textbox').fill('Bread for the neighbours');
    await done.click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  });

  it('publishes the starter page automatically at its address', async () => {
    await noticed(page, 'Page published');
    const tab = await visitor.newPage();
    const response = await tab.goto(publishedUrl);
    expect(response?.status()).to.equal(200);
    await tab.getByRole('heading', { level: 1, name: 'wren' }).waitFor();
    await tab.getByText('Made on Cobble').waitFor();
    await tab.close();

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await editor.ready();
    await page.waitForURL((url) => url.search === '');
  });

  it('adds a text and types in place', async () => {
    await editor.scrollTo(0);
    await page.keyboard.press('t');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Fresh bread on Saturdays');
    await page.keyboard.press('Escape');
    const id = await editor.selectedId();
    expect(await editor.evaluate(({ blocks }, uuid) => blocks.get(uuid)?.type, id)).to.equal(
      'text',
    );
    await page.getByRole('treeitem', { name: /Fresh bread on Saturdays/ }).waitFor({
      state: 'attached',
    });
  });

  it('uploads an image from disk', async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Image' }).click();
    await (await chooser).setFiles(JPEG);
    await page.waitForFunction(() =>
      Object.values(window.cobble?.editor.stablePage.things ?? {}).some(
        ({ content }) => 'url' in content && /^\/assets\/[\w-]+\.jpe?g$/.test(String(content.url)),
      ),
    );
    const id = await editor.selectedId();
    const { width, height } = await editor.boxOf(id);
    expect(width / height).to.be.closeTo(1200 / 800, 0.02);
    expect(Math.max(width, height)).to.be.at.most(600);
  });

  it('adds a shape, a button and a sticky note', async () => {
    await page.getByRole('button', { name: 'Shape', exact: true }).click();
    await page.getByRole('button', { name: 'Cloud', exact: true }).click();

    await page.getByRole('button', { name: 'Button', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Link').fill('example.org');
    await dialog.getByText('Missing protocol (e.g. https://)').waitFor();
    await dialog.getByLabel('Link').fill('https://example.org/order');
    await dialog.getByLabel('Button text').fill('Order a loaf');
    await dialog.getByLabel('Button text').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await editor.focusReturned();

    await page.keyboard.press('n');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Closed on Mondays');
    await page.keyboard.press('Escape');
    const types = await editor.evaluate(({ blocks }) =>
      [...blocks.values()].map(({ type }) => type),
    );
    expect(types).to.include.members(['shape', 'rich-button', 'sticky-note', 'text', 'image']);
  });

  it('drags, resizes and duplicates a block, and undoes everything', async () => {
    const note = await editor.selectedId();
    const before = await editor.boxOf(note);
    const from = await editor.centerOf(note);
    await editor.drag(from, { x: from.x + 120, y: from.y + 90 });
    const moved = await editor.boxOf(note);
    expect(moved.x - before.x).to.be.closeTo(120, 8);
    expect(moved.y - before.y).to.be.closeTo(90, 8);

    const corner = { x: moved.x + moved.width, y: moved.y + moved.height };
    await editor.drag(corner, { x: corner.x + 40, y: corner.y + 40 });
    expect((await editor.boxOf(note)).width).to.be.greaterThan(moved.width + 30);

    const count = () => editor.countBlocks();
    const blocks = await count();
    await page.keyboard.press('Control+d');
    expect(await count()).to.equal(blocks + 1);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    expect(await count()).to.equal(blocks);
    const restored = await editor.boxOf(note);
    expect(restored.x).to.be.closeTo(before.x, 0.01);
    expect(restored.width).to.be.closeTo(before.width, 0.01);
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+Shift+z');
    expect((await editor.boxOf(note)).width).to.be.greaterThan(moved.width + 30);
  });

  it('moves one of two sections', async () => {
    const order = () => editor.evaluate(({ sectionIds }) => [...sectionIds]);
    const [first, second] = await order();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Move section down' }).first().click();
    expect(await order()).to.deep.equal([second, first]);
    await editor.evaluate((headless) => headless.undo());
    expect(await order()).to.deep.equal([first, second]);
  });

  it('previews exactly the body of the page that it publishes [ED6]', async function () {
    this.timeout(180_000);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await noticed(page, 'Page published');
    const frame = page.locator('iframe[title="Preview of the page"]');
    const body = (html: string | null) => /<body[\s\S]*<\/body>/.exec(html ?? '')?.[0];
    const publishedBody = async () => {
      const tab = await visitor.newPage();
      const html = (await (await tab.goto(publishedUrl))?.text()) ?? null;
      await tab.close();
      return body(html);
    };
    const previewBody = async () => body(await frame.getAttribute('srcdoc'));
    await page.getByRole('button', { name: 'Preview' }).click();
    let stored = await publishedBody();
    // The server may still be processing the image, and the two pages load at different times.
    for (let attempts = 0; attempts < 60 && (await previewBody()) !== stored; attempts += 1) {
      await page.waitForTimeout(500);
      if ((await previewBody()) === stored) break;
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Preview' }).click();
      stored = await publishedBody();
    }
    expect(await previewBody())
      .to.be.a('string')
      .and.to.equal(stored);
    await page.getByRole('button', { name: 'Edit' }).click();
  });

  it('shows the whole page to a signed-out visitor without JavaScript [PB11]', async () => {
    const tab = await visitor.newPage();
    const requests: string[] = [];
    const images = new Map<string, Response>();
    tab.on('request', (request) => requests.push(new URL(request.url()).host));
    tab.on('response', (each) => images.set(each.url(), each));
    const response = await tab.goto(publishedUrl, { waitUntil: 'networkidle' });
    expect(response?.headers()['content-security-policy']).to.include("default-src 'none'");
    await tab.getByText('Fresh bread on Saturdays').waitFor();
    await tab.getByText('Closed on Mondays').waitFor();
    const order = tab.getByRole('link', { name: 'Order a loaf' });
    expect(await order.getAttribute('href')).to.equal('https://example.org/order');
    const image = tab.locator('img[src$=".jpg"], img[src$=".jpeg"]').first();
    const src = await image.getAttribute('src');
    const urlOf = () => image.evaluate((image) => (image as HTMLImageElement).currentSrc);
    let shownUrl = await urlOf();
    // The browser may request it late.
    for (let tries = 0; tries < 200 && !images.has(shownUrl); tries += 1) {
      await tab.waitForTimeout(100);
      shownUrl = await urlOf();
    }
    const loaded = (await images.get(shownUrl)?.body()) ?? Buffer.of();
    expect(loaded.length, shownUrl).to.be.greaterThan(500);
    const file = await visitor.newPage();
    const original = await (await file.goto(new URL(src ?? '', publishedUrl).href))?.body();
    await file.close();
    expect(original?.subarray(0, 3).toString('hex')).to.equal('ffd8ff');
    for (const bytes of [loaded, original])
      expect(bytes?.includes('three loaves'), 'EXIF data is removed').to.equal(false);
    expect((await readFile(JPEG)).includes('three loaves')).to.equal(true);
    expect(await tab.content()).not.to.match(/<script/i);
    expect(new Set(requests)).to.deep.equal(new Set([new URL(publishedUrl).host]));
    expect(await visitor.cookies()).to.deep.equal([]);
  });

  it('has unpublished changes again after a reload, without a question [LR12, RL6]', async () => {
    await editor.ready();
    await page.locator('[data-cobble-scroller]').focus();
    await page.keyboard.press('r');
    const blocks = await editor.countBlocks();
    await page.reload();
    await editor.ready();
    await page.waitForFunction((count) => window.cobble?.editor.blocks.size === count, blocks);
    await page.getByRole('button', { name: 'Saved' }).waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    await page.getByRole('button', { name: 'Publish', exact: true, disabled: false }).waitFor();
  });
});
