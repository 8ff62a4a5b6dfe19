import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useStage } from '../../testing/useStage.ts';

describe('the cards of pages at home, in a browser', function () {
  this.timeout(90_000);
  const stage = useStage();
  let page: Page;

  before(async function () {
    this.timeout(120_000);
    ({ page } = await stage.newcomer('ada', { viewport: { width: 1280, height: 1200 } }));
  });

  it('show an image of each page, of drafts too, and fetch no page for it [HO3]', async () => {
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
      if (pathname.startsWith('/api/')) asked.push(pathname);
    });
    await page.goto(stage.url);
    await page
      .locator('article img')
      .nth(slugs.length - 1)
      .waitFor();
    await page.waitForFunction(
      (count) => document.querySelectorAll('article img[data-there]').length === count,
      slugs.length,
      { timeout: 60_000 },
    );
    const images = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLImageElement>('article img')].map((image) => ({
        natural: [image.naturalWidth, image.naturalHeight],
        alt: image.alt,
        isLazy: image.loading === 'lazy',
      })),
    );
    for (const { natural, alt, isLazy } of images) {
      expect(natural).to.eql([600, 800]);
      expect(alt).to.match(/^Image of ./);
      expect(isLazy).to.equal(true);
    }
    expect(asked.filter((path) => path === '/api/page')).to.eql([]);
  });

  it('show a quiet mark where there is no image', async () => {
    await page.route('**/api/preview?*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(stage.url);
    await page.waitForFunction(
      () =>
        document.querySelectorAll('article').length === 3 &&
        document.querySelector('article img') === null,
    );
    expect(await page.locator('article a svg').count()).to.be.at.least(3);
    await page.unroute('**/api/preview?*');
  });
});
