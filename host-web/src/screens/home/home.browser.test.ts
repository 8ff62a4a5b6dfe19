import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { axeProblems } from '../../testing/axe.ts';
import { useHarness } from '../../testing/useHarness.ts';

describe('the home screen in a browser: its page cards and menu', function () {
  this.timeout(90_000);
  const harness = useHarness();
  let page: Page;

  before(async function () {
    this.timeout(120_000);
    ({ page } = await harness.newUser('iris', { viewport: { width: 1280, height: 1200 } }));
  });

  it('show a preview image of each page and draft without loading the page [HO3]', async () => {
    const slugs = ['main', 'menu', 'news'];
    await page.evaluate(async (others) => {
      const page = await fetch('/api/page?site=iris&page=main');
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
      if (pathname.startsWith('/api/') || request.resourceType() === 'document')
        requests.push(pathname);
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
        link: image.closest('a')?.pathname,
        shown: new URL(new URL(image.src).searchParams.get('url') ?? '').pathname,
      })),
    );
    expect(images.map(({ link }) => link)).to.have.members(slugs.map((slug) => `/iris/${slug}`));
    for (const { natural, alt, isLazy, link, shown } of images) {
      expect(`/iris${shown === '/' ? '/main' : shown}`).to.equal(link);
      expect(natural).to.eql([600, 800]);
      expect(alt).to.match(/^Preview of ./);
      expect(isLazy).to.equal(true);
    }
    expect(requests.filter((path) => path === '/api/page')).to.eql([]);
    expect(requests.filter((path) => !path.startsWith('/api/'))).to.eql(['/']);
  });

  it('are equally high with and without an address, and show the focus ring on the image too [HO9]', async () => {
    const cards = page.locator('article');
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    expect(new Set(boxes.map((box) => box?.height)).size, 'heights').to.equal(1);
    const link = cards.first().locator('a').first();
    await page.keyboard.press('Tab');
    await link.focus();
    const { x = 0, y = 0, height = 0 } = (await link.boundingBox()) ?? {};
    const clip = { x: x + 1, y: y + 100, width: 1, height: height - 120 };
    const png = await page.screenshot({ clip, animations: 'disabled' });
    const { channels } = await sharp(png).stats();
    expect(
      channels.map(({ min, max }) => max - min),
      'colours along the ring',
    ).to.eql(channels.map(() => 0));
  });

  it('show an icon where there is no preview image', async () => {
    await page.route('**/api/preview?*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(harness.url);
    // Together, because each image is requested again after some seconds.
    await page.waitForFunction(
      () =>
        document.querySelectorAll('article').length === 3 &&
        document.querySelector('article img') === null &&
        document.querySelectorAll('article a svg').length >= 3,
    );
    await page.unroute('**/api/preview?*');
  });

  it('offer the themes as radio items, apply the chosen one and show it as checked', async () => {
    await page.goto(harness.url);
    const account = page.getByRole('button', { name: 'Account: iris' });
    const themes = page.getByRole('group', { name: 'Theme' });
    await account.click();
    await themes.getByRole('menuitemradio', { name: 'Dark theme' }).click();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    await themes.waitFor({ state: 'hidden' });
    await account.click();
    await themes.waitFor();
    const checked = themes.getByRole('menuitemradio', { checked: true });
    expect(await checked.allInnerTexts()).to.eql(['Dark theme']);
    await themes.getByRole('menuitemradio', { name: 'System theme' }).click();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === undefined);
  });

  it('show how much storage is used, and delete images that nothing uses [HO7]', async () => {
    await page.goto(harness.url);
    await page.getByRole('button', { name: 'Account: iris' }).click();
    await page.getByRole('menuitem', { name: 'Storage' }).click();
    const dialog = page.getByRole('dialog', { name: 'Storage' });
    await dialog.getByText(/^You're using \d+ KB of the 200 MB on your plan\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Delete unused images' }).click();
    await dialog.getByText('There were no unused images.').waitFor();
    expect(await axeProblems(page)).to.eql([]);
    await page.keyboard.press('Escape');
  });

  it('are replaced by one message, about the connection, while the server cannot be reached, until the user tries again or the browser is online again [HO11, OF9]', async () => {
    await page.route('**/api/page/all*', (route) => route.abort());
    await page.goto(harness.url);
    const message = "We couldn't reach Cobble. Check your connection and try again.";
    await page.getByText(message).waitFor();
    expect(await page.getByRole('alert').allInnerTexts()).to.eql([`${message}\n\nTry again`]);
    expect(await page.getByText('Something went wrong').count()).to.equal(0);
    await page.unroute('**/api/page/all*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('article').first().waitFor();
    expect(await page.getByText(message).count()).to.equal(0);

    await page.route('**/api/page/all*', (route) => route.abort());
    await page.goto(harness.url);
    await page.getByText(message).waitFor();
    await page.unroute('**/api/page/all*');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.locator('article').first().waitFor();
  });

  it('do not scroll sideways on phones, however long the names of pages are [HO5]', async () => {
    const slugs = ['Prices', 'A-name-of-50-characters-for-the-portfolio-of-Ada-W'];
    await page.evaluate(async (added) => {
      const headers = { 'Content-Type': 'application/json' };
      const main = await fetch('/api/page?site=iris&page=main');
      const { settings, style, things, relativeHeight } = (await main.json()) as {
        [key: string]: unknown;
        settings: object;
      };
      for (const slug of added) {
        const flags = { slug, isPublic: true, isListed: true, isPeekable: true };
        const content = { style, things, relativeHeight, settings: { ...settings, title: slug } };
        const draft = JSON.stringify({ ...flags, ...content });
        const created = await fetch('/api/page', { method: 'POST', headers, body: draft });
        const { ID, revision } = (await created.json()) as { ID: number; revision: number };
        const body = JSON.stringify({ ...flags, ...content, baseRevision: revision });
        const published = await fetch(`/api/page/${String(ID)}`, { method: 'PUT', headers, body });
        if (!published.ok) throw new Error(await published.text());
      }
    }, slugs);
    await page.setViewportSize({ width: 375, height: 667 });
    await page.goto(harness.url);
    const address = page.getByRole('link', { name: /A-name-of-50.*opens in a new tab/ });
    await address.waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => null));
    const expectNoScroll = async (what: string) => {
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, what).to.be.at.most(375);
    };
    await expectNoScroll('home');
    const shown = await address.evaluate((link) => ({
      parts: [...link.querySelectorAll('span')].map((element) => ({
        isCut: element.scrollWidth > element.clientWidth,
        ends: getComputedStyle(element).textOverflow,
      })),
      isInCard:
        (link.querySelector('svg')?.getBoundingClientRect().right ?? Infinity) <
        (link.closest('article')?.getBoundingClientRect().right ?? 0),
    }));
    const cut = { isCut: true, ends: 'ellipsis' };
    expect(shown).to.deep.equal({ parts: [cut, cut], isInCard: true });
    const prices = page.locator('article a[aria-label*="/Prices"] span');
    // By less than a pixel, too.
    const isCut = (element: Element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const [whole, shown] = [text, element].map((each) => each.getBoundingClientRect().width);
      return (whole ?? 0) > (shown ?? 0) + 0.01;
    };
    expect(await prices.first().evaluate(isCut), 'the site’s address').to.equal(true);
    expect(await prices.last().textContent()).to.equal('/Prices');
    expect(await prices.last().evaluate(isCut), 'what distinguishes it').to.equal(false);
    for (const name of ['Export or import', 'Storage']) {
      await page.getByRole('button', { name: 'Account: iris' }).click();
      await page.getByRole('menuitem', { name }).waitFor();
      await expectNoScroll('account menu');
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('dialog').waitFor();
      await expectNoScroll(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 1280, height: 1200 });
  });
});
