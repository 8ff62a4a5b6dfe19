/// <reference lib="dom" />
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Page as BrowserPage } from 'playwright-core';
import { renderPage } from '../renderPage.ts';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { makePage } from '../testing/makePage.ts';
import { VISIT_COUNTING_SCRIPT } from './visitCounting.ts';

const ID = 'G-ABCDE12345';
const HOME = 'https://ada.example.com/';
const TAG = `https://www.googletagmanager.com/gtag/js?id=${ID}`;
const { html, csp } = renderPage(makePage([]), { site: { analyticsId: ID } });

describe('visit counting', function () {
  this.timeout(60_000);
  let browser: Browser;
  let context: BrowserContext;
  before(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    await context.close();
  });
  after(async () => {
    await closeWindows(browser);
  });

  /** Opens the page as served and records requests to other hosts. */
  async function open(
    prepare: (context: BrowserContext) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ screen: BrowserPage; requests: string[]; faults: string[] }> {
    context = await browser.newContext();
    const requests: string[] = [];
    const faults: string[] = [];
    await context.route('**/*', (route) => {
      const url = route.request().url();
      if (url === HOME)
        return route.fulfill({
          contentType: 'text/html',
          headers: { 'Content-Security-Policy': csp },
          body: html,
        });
      if (!url.endsWith('/favicon.ico')) requests.push(url);
      return route.fulfill({ contentType: 'text/javascript', body: 'window.counted = true' });
    });
    await prepare(context);
    const screen = await context.newPage();
    screen.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    screen.on('pageerror', ({ message }) => faults.push(message));
    await screen.goto(HOME, { waitUntil: 'networkidle' });
    return { screen, requests, faults };
  }

  /** Waits until the counting script has loaded and run, which may take longer than the network. */
  const counted = (screen: BrowserPage) => screen.waitForFunction(() => 'counted' in window);

  it('counts visitors who have not opted out, within the page’s policy and without cookies [PD9]', async () => {
    const { screen, requests, faults } = await open();
    await counted(screen);
    expect(requests).to.deep.equal([TAG]);
    expect(faults).to.deep.equal([]);
    const first = await screen.evaluate(() => {
      const { dataLayer } = window as unknown as { dataLayer: ArrayLike<unknown>[] };
      return Array.from(dataLayer[0] ?? []);
    });
    expect(first.slice(0, 2)).to.deep.equal(['consent', 'default']);
    expect(first[2]).to.include({ analytics_storage: 'denied', ad_storage: 'denied' });
    expect(await screen.locator('.count').isVisible()).to.equal(true);
  });

  for (const [signal, value] of [
    ['globalPrivacyControl', 'true'],
    ['doNotTrack', '"1"'],
  ] as const)
    it(`sends nothing and shows nothing if ${signal} opts out [PD9]`, async () => {
      const { screen, requests } = await open(async (each) => {
        await each.addInitScript({
          content: `Object.defineProperty(navigator, '${signal}', { get: () => ${value} })`,
        });
      });
      expect(requests).to.deep.equal([]);
      expect(await screen.locator('.count').isVisible()).to.equal(false);
    });

  it('sends nothing after the visitor opts out, and stops at once [PD9]', async () => {
    const { screen, requests } = await open();
    // Its request must not be taken for one after the answer.
    await counted(screen);
    await screen.click("text=Don't count me");
    expect(await screen.locator('.count').isVisible()).to.equal(false);
    expect(
      await screen.evaluate((id) => Reflect.get(window, `ga-disable-${id}`) as unknown, ID),
    ).to.equal(true);
    requests.length = 0;
    await screen.goto(HOME, { waitUntil: 'networkidle' });
    expect(requests).to.deep.equal([]);
    expect(await screen.locator('.count').isVisible()).to.equal(false);
  });

  it('does not ask again after the visitor has chosen', async () => {
    const { screen, requests } = await open();
    await counted(screen);
    await screen.click('text="OK"');
    requests.length = 0;
    await screen.goto(HOME, { waitUntil: 'networkidle' });
    await counted(screen);
    expect(requests).to.deep.equal([TAG]);
    expect(await screen.locator('.count').isVisible()).to.equal(false);
  });

  it('is one small script allowed by its hash, and absent without a valid id', async () => {
    context = await browser.newContext();
    const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text);
    expect(scripts).to.deep.equal([VISIT_COUNTING_SCRIPT]);
    const hash = createHash('sha256').update(VISIT_COUNTING_SCRIPT).digest('base64');
    expect(csp).to.contain(`script-src 'sha256-${hash}' https://www.googletagmanager.com;`);
    expect(VISIT_COUNTING_SCRIPT.length).to.be.below(1200);
    for (const analyticsId of [undefined, '', 'UA-1', 'G-ABCDE1234', 'g-abcde12345']) {
      const plain = renderPage(
        makePage([]),
        analyticsId === undefined ? {} : { site: { analyticsId } },
      );
      expect(plain.html).not.to.match(/<script|class="count"/);
      expect(plain.csp).not.to.match(/script-src|connect-src/);
    }
  });
});
