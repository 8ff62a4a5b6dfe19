import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useHarness } from '../../testing/useHarness.ts';

describe('page cards on the home screen in a browser', function () {
  this.timeout(90_000);
  const harness = useHarness();
  let page: Page;

  before(async function () {
    this.timeout(120_000);
    ({ page } = await harness.newUser('ada', { viewport: { width: 1280, height: 1200 } }));
  });

  it('show a preview image of each page and draft without loading the page [HO3]', async () => {
    const slugs = ['main', 'menu', 'news'];
    await page.evaluate(async (others) => {
      const page = await fetch('/api/page?site=ada&page=main');
      const { settings, style, things, relativeHeight } = (await page.json()) as Record<
        string,
        unknown
      >;
      for (const slug of others) {
        const flags = { slug, isPublic: true, isListed: true, isPeekable: true };
        const body = JSON.stringify({ ...flags, settings, style, things, relativeHeight });
        const headers = { 'Content-Type': 'application/json' };
        const response = await fetch('/api/page', { method: 'POST', headers, body });
        if (!response.ok) throw new Error(await response.text());
      }
    }, slugs.slice(1));
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) requests.push(pathname);
    });
    await page.goto(harness.url);
    await page
      .locator('article img')
      .nth(slugs.length - 1)
      .waitFor();
    await page.waitForFunction(
      (count) => document.querySelectorAll('article img[data-loaded]').length === count,
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
      expect(alt).to.match(/^Preview of ./);
      expect(isLazy).to.equal(true);
    }
    expect(requests.filter((path) => path === '/api/page')).to.eql([]);
  });

  it('show an icon where there is no preview image', async () => {
    await page.route('**/api/preview?*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(harness.url);
    await page.waitForFunction(
      () =>
        document.querySelectorAll('article').length === 3 &&
        document.querySelector('article img') === null,
    );
    expect(await page.locator('article a svg').count()).to.be.at.least(3);
    await page.unroute('**/api/preview?*');
  });
});
