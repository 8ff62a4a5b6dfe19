import { type Block, checkHyperlink, type Page } from '@cobble/engine';
import { isColor } from '@cobble/engine/colors';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Browser } from 'playwright-core';
import type { RenderOptions } from './RenderOptions.ts';
import { renderPage } from './renderPage.ts';
import { EVIL_HOST, HOSTILE_STRINGS, hostileCopies } from './testing/hostile.ts';
import { hostileRenderings } from './testing/hostileRenderings.ts';
import { HOSTILE_SCREEN_ARGS, HostileScreen } from './testing/HostileScreen.ts';
import { launchChromium } from '../../scripts/testing/chromium.mjs';
import { makeBlock, makePage } from './testing/makePage.ts';
import { samplePage } from './testing/sampleBlocks.ts';

const OPTIONS: RenderOptions = {
  url: 'https://ada.example.com/',
  attributionUrl: 'https://cobble.example/',
};

/**
 * Hostile JSON that no schema has seen, with hostile sites, posts and images, in a real browser.
 * More pages: `npm run fuzz -w renderer-static -- --seeds 1000`.
 */
describe('a hostile page', function () {
  this.timeout(120_000);
  let browser: Browser;
  let screen: HostileScreen;
  before(async () => {
    browser = await launchChromium({ args: HOSTILE_SCREEN_ARGS });
    screen = await HostileScreen.open(browser);
  });
  after(async () => {
    await browser.close();
  });

  it('runs no script, requests nothing and stays within its attributes and rules [SA1, SA2, SA3]', async () => {
    await fc.assert(
      fc.asyncProperty(hostileRenderings, async ({ page, options }) => {
        expect(await screen.faultsOf(renderPage(page, options))).to.deep.equal([]);
      }),
      // A failure prints its seed; shrinking would take too long.
      { numRuns: 25, endOnFailure: true },
    );
  });

  it('complies with its own policy: nothing is blocked [SA5]', async () => {
    const plain = { page: samplePage(), options: OPTIONS };
    for (const { page, options } of [plain, ...fc.sample(hostileRenderings, 5)])
      expect(await screen.blockedBy(renderPage(page, options))).to.deep.equal([]);
  });

  it('is detected: the test notices unescaped strings and altered elements, addresses and rules', async () => {
    const { html, csp } = renderPage(samplePage(), OPTIONS);
    expect(await screen.faultsOf({ html, csp })).to.deep.equal([]);
    const holes = [
      ...HOSTILE_STRINGS.slice(0, 4).map((bad) => html.replace('Plain, ', bad)),
      html.replace('main{--p', `main{background:url(https://${EVIL_HOST}/leak);--p`),
      html.replace(
        '<meta charset="utf-8">',
        '<meta http-equiv="x-dns-prefetch-control" content="on">',
      ),
      html.replace('<meta name="generator"', '<meta name="referrer"'),
      html.replace('rel="canonical"', 'rel="stylesheet"'),
      html.replaceAll(/data-src="https:\/\/[^/"]+/g, `data-src="https://${EVIL_HOST}`),
      html.replace('sandbox="allow-popups', 'sandbox="allow-same-origin allow-popups'),
    ];
    // Finding one takes over a second; all where tests may take longer.
    for (const hole of holes.filter((_, index) => process.env['CI'] || index % 3 === 0)) {
      expect(hole).not.to.equal(html);
      expect(await screen.faultsOf({ html: hole, csp })).not.to.deep.equal([]);
    }
  });

  it('renders without an error, whatever the object contains [SA4]', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.object(), hostileCopies(samplePage(), 0.6), hostileThings),
        (page) => {
          const { html } = renderPage(page as Page);
          expect(html).to.match(/^<!DOCTYPE html>/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('contains exactly the links that the parser accepts, and no colour that it rejects [SA2]', () => {
    const text = { type: 'text', text: 'x' };
    for (const bad of HOSTILE_STRINGS) {
      const link = { type: 'link', attrs: { href: bad, target: '_blank' } };
      const color = { type: 'color', attrs: { color: bad } };
      const paragraph = { type: 'paragraph', content: [{ ...text, marks: [link, color] }] };
      const { html, css } = renderPage(
        makePage([
          makeBlock({
            uuid: 'shape',
            type: 'shape',
            properties: { hyperlink: bad },
            content: { shapeType: 'oval', shapeColor: bad },
            styles: {
              background: { color: bad },
              border: { widthPx: 1, style: 'solid', color: bad },
            },
          } as unknown as Block & { uuid: string }),
          makeBlock({
            uuid: 'text',
            type: 'text',
            content: { text: { type: 'doc', content: [paragraph] }, color: bad },
          }),
        ]),
      );
      const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(
        ([, href]) => href ?? [],
      );
      // The skip link and, for valid links, the block's and the text's own.
      expect(links, bad).to.have.length(checkHyperlink(bad) === null ? 3 : 1);
      if (!isColor(bad)) expect(css.toLowerCase(), bad).not.to.include(bad.toLowerCase());
    }
  });
});

/** Trees with cycles, and ids and types with a special meaning in JavaScript. */
const hostileThings = fc
  .array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', '', '__proto__', 'constructor'),
      parentUuid: fc.constantFrom('a', 'b', 'c', '', '__proto__', undefined),
      type: fc.constantFrom('group', 'text', 'constructor', '__proto__', 'toString'),
    }),
  )
  .map((blocks) => ({
    things: Object.fromEntries(blocks.map(({ key, ...block }) => [key, block])),
  }));
