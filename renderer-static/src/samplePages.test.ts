/// <reference lib="dom" />
import { safeParsePage } from '@cobble/engine/parsing';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { renderPage } from './renderPage.ts';
import { closeWindows, sharedBrowser } from '../../scripts/testing/chromium.mjs';
import { openSample } from './testing/samples/openSample.ts';
import { serveSamples, type SampleServer } from './testing/samples/serveSamples.ts';
import { SAMPLE_PAGES, type SampleName } from './testing/samples/samplePages.ts';

const NAMES = Object.keys(SAMPLE_PAGES) as SampleName[];
/** The pages opened in a browser: all where tests may take longer. */
const OPENED = NAMES.filter((_, index) => process.env['CI'] || index % 2 === 0);

describe('ten sample pages', function () {
  this.timeout(180_000);
  let browser: Browser;
  let server: SampleServer;
  before(async () => {
    [browser, server] = await Promise.all([sharedBrowser(), serveSamples()]);
  });
  after(async () => {
    await closeWindows(browser);
    await server.close();
  });

  it('are valid pages as the editor stores them, without warnings', () => {
    expect(NAMES).to.have.length(10);
    for (const name of NAMES) {
      const page = SAMPLE_PAGES[name]();
      const parsed = safeParsePage(JSON.parse(JSON.stringify(page)));
      expect(parsed.ok && parsed.value, name).to.deep.equal(JSON.parse(JSON.stringify(page)));
      expect(renderPage(page).warnings, name).to.deep.equal([]);
    }
  });

  it('are the same whenever they are generated', () => {
    for (const name of NAMES)
      expect(JSON.stringify(SAMPLE_PAGES[name]())).to.equal(JSON.stringify(SAMPLE_PAGES[name]()));
  });

  for (const name of OPENED) {
    it(`${name}: on desktops all text fits its box, and all files load`, async () => {
      const { screen, faults } = await openSample(browser, server, name, 1280);
      const grown = await screen.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.b')].flatMap((element) => {
          const minHeight = Number.parseFloat(getComputedStyle(element).minHeight);
          return element.offsetHeight > minHeight + 1
            ? [
                `${String(element.offsetHeight - minHeight)} px: ${element.textContent.slice(0, 40)}`,
              ]
            : [];
        }),
      );
      // Before it closes, which lets requests that are still under way fail.
      expect(faults).to.deep.equal([]);
      await screen.close();
      expect(grown).to.deep.equal([]);
    });

    it(`${name}: on phones nothing overflows sideways and no text is smaller than 14 px`, async () => {
      const { screen, faults } = await openSample(browser, server, name, 375);
      const seen = await screen.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        small: [...document.querySelectorAll<HTMLElement>('p,h1,h2,h3,h4,li,a,span')]
          .filter((each) => {
            const own = [...each.childNodes].some(
              (node) => node.nodeType === 3 && node.textContent?.trim(),
            );
            const isVisible =
              each.getClientRects().length > 0 && !each.closest('.unseen,.skip,.made');
            return own && isVisible && Number.parseFloat(getComputedStyle(each).fontSize) < 13.9;
          })
          .map((each) => each.textContent.slice(0, 40)),
      }));
      expect(faults).to.deep.equal([]);
      await screen.close();
      expect(seen).to.deep.equal({ width: 375, small: [] });
    });
  }
});
