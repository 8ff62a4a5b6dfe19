/// <reference lib="dom" />
import { EMBED_PLATFORMS, findDefinition, type Block, type EmbedType } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page as BrowserPage } from 'playwright-core';
import { iconSvg } from '../../html/iconSvg.ts';
import { embedThumbnails } from '../../images/embedThumbnails.ts';
import { en } from '../../messages/en.ts';
import { renderPage } from '../../renderPage.ts';
import { hostileCopies } from '../../testing/hostile.ts';
import { closeWindows, sharedBrowser } from '../../../../scripts/testing/chromium.mjs';
import { makeBlock, makePage } from '../../testing/makePage.ts';
import { SAMPLE_BLOCKS } from '../../testing/sampleBlocks.ts';
import { untilSized } from '../../testing/untilSized.ts';
import { EMBED_SCRIPT } from './embedScript.ts';
import { FRAME_PERMISSIONS, type FramePermissions } from './framePermissions.ts';

const HOME = 'https://ada.example.com/';
/** The platform's thumbnail of the video in {@link everyEmbed}. */
const THUMBNAIL_URL = 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg';
const PERMISSIONS: Readonly<Record<EmbedType, FramePermissions | null>> = FRAME_PERMISSIONS;

/** A block for each platform, stacked, 300 px wide by default. */
function everyEmbed(width = 0.5, height = 0.35): Block[] {
  return EMBED_PLATFORMS.map(({ type }, row) => {
    const sample = SAMPLE_BLOCKS[type][0];
    return makeBlock({
      uuid: type,
      type,
      altText: `My ${type}`,
      position: { x: 0.05, y: row * 0.5, width, height },
      content: sample?.content ?? {},
    });
  });
}

const sources = (csp: string): string[] =>
  (/frame-src ([^;]*)/.exec(csp)?.[1] ?? '').split(' ').filter(Boolean);

describe('embeds', function () {
  this.timeout(60_000);

  it('have links whose names are read as one sentence, without a space before punctuation [EM4]', async () => {
    const block = { ...everyEmbed().find(({ type }) => type === 'youtube') } as Block;
    const { html } = renderPage(makePage([{ ...block, altText: 'Our first concert' }]));
    const page = await (await sharedBrowser()).newPage();
    await page.setContent(html);
    const name = 'Watch on YouTube (Our first concert)';
    expect(await page.getByRole('link', { name, exact: true }).count()).to.equal(1);
    await page.close();
  });

  it('allow exactly the origins of the frames on the page, and the script by its hash', () => {
    const hash = createHash('sha256').update(EMBED_SCRIPT).digest('base64');
    for (const { type } of EMBED_PLATFORMS) {
      const sample = SAMPLE_BLOCKS[type][0];
      const { csp, html } = renderPage(makePage(sample ? [sample] : []));
      const frame = findDefinition(type)?.embed?.frameUrl(sample?.content ?? {}, 'x.example');
      const permissions = PERMISSIONS[type];
      const more = permissions?.redirectsTo === undefined ? [] : [permissions.redirectsTo];
      const origins = frame ? [new URL(frame).origin, ...more] : [];
      expect(sources(csp), type).to.deep.equal(origins);
      expect(csp.includes(`script-src 'sha256-${hash}';`), type).to.equal(origins.length > 0);
      expect(html.split('<script>').length - 1, type).to.equal(origins.length > 0 ? 1 : 0);
    }
    // The site's images are not allowed, not even the thumbnail.
    for (const block of everyEmbed())
      expect(renderPage(makePage([block])).csp).to.include("img-src 'self' data:; ");
    const both = renderPage(makePage(everyEmbed()), { site: { analyticsId: 'G-ABCDE12345' } });
    expect(both.csp).to.match(
      /script-src 'sha256-[^']+' https:\/\/www\.googletagmanager\.com 'sha256-[^']+';/,
    );
    expect(EMBED_SCRIPT.length).to.be.below(1000);
  });

  it('show the product’s copy of a thumbnail, never the site’s own image, and their icon with or without it', () => {
    const video = everyEmbed().filter(({ type }) => type === 'youtube');
    const withVariants = (url?: string) =>
      renderPage(makePage(video), {
        assetBaseUrl: 'https://own.example',
        images: (imageUrl) =>
          imageUrl === THUMBNAIL_URL
            ? { width: 480, height: 360, sources: [], ...(url && { url }) }
            : null,
      });
    const { html, assets, csp } = withVariants('/assets/copy.jpg');
    expect(html).to.include(
      '<img src="https://own.example/assets/copy.jpg" width="480" height="360" alt="" loading="lazy" decoding="async">',
    );
    expect(assets).to.include('https://own.example/assets/copy.jpg');
    const icon = iconSvg(findDefinition('youtube')?.embed?.icon ?? '');
    expect(html).to.include(icon);
    expect(csp).to.include("img-src 'self' data: https://own.example; ");
    for (const none of [
      renderPage(makePage(video)).html,
      withVariants().html,
      withVariants(THUMBNAIL_URL).html,
      withVariants('//i.ytimg.com/x.jpg').html,
    ])
      expect(none)
        .to.include(icon)
        .and.not.to.match(/<img|ytimg/);
  });

  it('are reported to hosts by their thumbnail URLs, whatever the page contains', () => {
    const page = makePage(everyEmbed());
    expect([...embedThumbnails(page)]).to.deep.equal([
      [THUMBNAIL_URL, { type: 'youtube', content: { youtubeID: 'dQw4w9WgXcQ' } }],
    ]);
    for (const things of [
      undefined,
      null,
      7,
      [],
      { a: null, b: 3, c: {} },
      { a: { type: 'youtube' } },
    ])
      expect(embedThumbnails({ things }).size).to.equal(0);
    fc.assert(
      fc.property(hostileCopies(page), (hostile) => {
        for (const address of embedThumbnails(hostile).keys())
          expect(address).to.match(/^https:\/\/i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg$/);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('have permissions that never let them navigate the page [EM2]', () => {
    const known = /^allow-(forms|popups|popups-to-escape-sandbox|presentation)$/;
    for (const permissions of Object.values(PERMISSIONS)) {
      if (permissions === null) continue;
      for (const token of permissions.sandbox.split(' ')) expect(token).to.match(known);
      expect(permissions.allow).to.match(/^(?:(?:^|; )[a-z-]+)*$/);
    }
  });

  describe('in a browser', () => {
    let browser: Browser;
    let context: BrowserContext;
    let requests: { url: string; referer: string | undefined }[] = [];
    let faults: string[] = [];
    before(async () => {
      browser = await sharedBrowser();
    });
    afterEach(async () => {
      await context.close();
    });
    after(async () => {
      await closeWindows(browser);
    });

    async function open(
      blocks: readonly Block[],
      options: {
        readonly width?: number;
        readonly noScripts?: boolean;
        readonly isReduced?: boolean;
      } = {},
    ): Promise<BrowserPage> {
      const { html, csp } = renderPage(makePage([...blocks]));
      context = await browser.newContext({
        viewport: { width: options.width ?? 1280, height: 800 },
        javaScriptEnabled: options.noScripts !== true,
        reducedMotion: options.isReduced === true ? 'reduce' : 'no-preference',
      });
      requests = [];
      faults = [];
      await context.route('**/*', async (route) => {
        const request = route.request();
        if (request.url() === HOME)
          await route.fulfill({
            contentType: 'text/html; charset=utf-8',
            headers: { 'Content-Security-Policy': csp },
            body: html,
          });
        else {
          if (!/favicon\.ico|\/fonts\//.test(request.url()))
            requests.push({ url: request.url(), referer: (await request.allHeaders())['referer'] });
          await route.fulfill({
            contentType: 'text/html',
            body: '<title>theirs</title><button>Theirs</button>',
          });
        }
      });
      const screen = await context.newPage();
      screen.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      screen.on('pageerror', ({ message }) => faults.push(message));
      await screen.goto(HOME);
      await untilSized(screen);
      return screen;
    }

    /** Position and size of an element on the page, independent of scrolling. */
    const boxOf = (locator: Locator): Promise<number[]> =>
      locator.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + scrollX, y + scrollY, width, height];
      });

    const platforms = EMBED_PLATFORMS.filter(({ type }) => PERMISSIONS[type] !== null);

    it('load nothing from their sites while scrolling [EM1]', async () => {
      const screen = await open(everyEmbed());
      await screen.keyboard.press('End');
      await screen.waitForFunction(() => scrollY > 0);
      await screen.waitForLoadState('networkidle');
      expect(requests).to.deep.equal([]);
      expect(await screen.locator('iframe').count()).to.equal(0);
      expect(faults).to.deep.equal([]);
    });

    it('load when activated, each with exactly its own permissions, without moving anything [EM1, EM2]', async () => {
      const screen = await open(everyEmbed());
      for (const { type, platform } of platforms) {
        const permissions = PERMISSIONS[type];
        if (permissions === null) continue;
        const box = screen.locator(`#${type}`);
        const button = box.getByRole('button', {
          name: `${en[permissions.verb]} My ${type} from ${platform}`,
          exact: true,
        });
        const before = await boxOf(box);
        await button.focus();
        await screen.keyboard.press('Enter');
        const frame = box.locator('iframe');
        const attributes = await frame.evaluate((element) =>
          Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
        );
        const src = findDefinition(type)?.embed?.frameUrl(
          SAMPLE_BLOCKS[type][0]?.content ?? {},
          'ada.example.com',
        );
        // All of its attributes: no other may grant more.
        expect(attributes, type).to.deep.equal({
          src,
          title: `My ${type} from ${platform}`,
          sandbox: `allow-scripts allow-same-origin ${permissions.sandbox}`,
          allow: permissions.allow,
          referrerpolicy: permissions.needsReferrer ? 'strict-origin' : 'no-referrer',
        });
        await screen
          .frameLocator(`#${type} iframe`)
          .getByRole('button', { name: 'Theirs' })
          .waitFor();
        const last = requests.at(-1);
        expect(last?.url, type).to.equal(src);
        expect(last?.referer, type).to.equal(permissions.needsReferrer ? HOME : undefined);
        expect(await boxOf(box), type).to.deep.equal(before);
        expect(await boxOf(frame), `${type}: it fills its block`).to.deep.equal(before);
      }
      expect(faults).to.deep.equal([]);
    });

    it('receive the keyboard focus when activated', async () => {
      const screen = await open(everyEmbed());
      await screen.locator('#vimeo').getByRole('button').focus();
      await screen.keyboard.press('Space');
      await screen.frameLocator('#vimeo iframe').getByRole('button').waitFor();
      expect(await screen.evaluate(() => document.activeElement?.tagName)).to.equal('IFRAME');
      await screen.keyboard.press('Tab');
      const inside = screen.frames().find((frame) => frame.url().includes('vimeo'));
      // The browser hands the focus to the frame's process.
      await inside?.waitForFunction(() => document.activeElement?.textContent === 'Theirs');
      expect(inside).not.to.equal(undefined);
    });

    it('can be activated anywhere except on their link, which stays a link', async () => {
      for (const type of ['youtube', 'spotify'] satisfies EmbedType[]) {
        const screen = await open(everyEmbed());
        const link = screen.locator(`#${type}`).getByRole('link');
        const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
        const part = type === 'youtube' ? 'www.youtube.com/watch' : '/track/';
        await tab.waitForURL(({ href }) => href.includes(part));
        expect(await screen.locator('iframe').count()).to.equal(0);
        await screen.locator(`#${type}`).click({ position: { x: 12, y: 12 } });
        expect(await screen.locator(`#${type} iframe`).count()).to.equal(1);
        await context.close();
      }
      await open([]);
    });

    it('are links as a whole without scripts [EM3]', async () => {
      const screen = await open(everyEmbed(), { noScripts: true });
      for (const type of ['youtube', 'spotify', 'typeform'] satisfies EmbedType[]) {
        const box = screen.locator(`#${type}`);
        expect(await box.getByRole('button').count(), type).to.equal(0);
        const [tab] = await Promise.all([
          context.waitForEvent('page'),
          box.click({ position: { x: 12, y: 12 } }),
        ]);
        const page = findDefinition(type)?.embed?.pageUrl(SAMPLE_BLOCKS[type][0]?.content ?? {});
        await tab.waitForURL(({ href }) => href === page);
        await tab.close();
      }
    });

    it('are links when too small to play, and can be played again when larger', async () => {
      const screen = await open(everyEmbed(), { width: 300 });
      expect(await screen.locator('#youtube').getByRole('button').count()).to.equal(0);
      const link = screen.locator('#youtube').getByRole('link');
      expect(await link.count()).to.equal(1);
      await screen.setViewportSize({ width: 1280, height: 800 });
      await screen.locator('#youtube').getByRole('button').waitFor();
    });

    it('do not animate for visitors who prefer reduced motion', async () => {
      const still = await open(everyEmbed(), { isReduced: true });
      const duration = (): string =>
        getComputedStyle(document.querySelector('.e-p') ?? document.body).transitionDuration;
      expect(await still.evaluate(duration)).to.equal('0s');
      await context.close();
      expect(await (await open(everyEmbed())).evaluate(duration)).not.to.equal('0s');
    });
  });
});
