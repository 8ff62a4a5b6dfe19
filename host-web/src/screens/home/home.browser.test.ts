import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { signUp } from '../../testing/signUp.ts';
import type { RealServer } from '../../testing/startRealServer.ts';
import { noStage, startStage } from '../../testing/startStage.ts';

describe('the cards of pages at home, in a browser', function () {
  this.timeout(90_000);
  let server: RealServer;
  let browser: Browser;
  let stop = noStage;
  let page: Page;

  before(async function () {
    this.timeout(240_000);
    ({ server, browser, stop } = await startStage());
    page = await (await browser.newContext({ viewport: { width: 1280, height: 1200 } })).newPage();
    await signUp(page, server.url, 'ada');
  });
  after(() => stop());

  it('show what visitors get, and ask once for what all of them have in common', async () => {
    const slugs = ['main', 'menu', 'news'];
    await page.evaluate(async (others) => {
      const got = await fetch('/api/page?site=ada&page=main');
      const { settings, style, things, relativeHeight } = (await got.json()) as Record<
        string,
        unknown
      >;
      for (const slug of others) {
        const flags = { slug, isPublic: true, isListed: true, isPeekable: true };
        const body = JSON.stringify({ ...flags, settings, style, things, relativeHeight });
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch('/api/page', { method: 'POST', headers, body });
        if (!answer.ok) throw new Error(await answer.text());
      }
    }, slugs.slice(1));
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname.replace(/\d+/, 'N'));
    });
    await page.goto(server.url);
    for (const slug of slugs) {
      const card = page.frameLocator(`iframe[title="${slug}"]`);
      // The site's words stand in it as they do in public: the head, and what the plan shows.
      await card.locator('footer.made').waitFor();
      const head = card.locator('meta[property="og:site_name"]');
      expect(await head.getAttribute('content'), slug).to.equal('ada');
    }
    const times = (path: string): number => asked.filter((each) => each === path).length;
    expect(times('/api/page')).to.equal(slugs.length);
    expect(times('/api/font/all')).to.equal(1);
    expect(asked.filter((path) => /^\/api\/site\/N\/rendering/.test(path))).to.have.length(1);
  });
});
