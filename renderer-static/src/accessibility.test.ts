/// <reference lib="dom" />
import { createStarterPage, type Page } from '@cobble/engine';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { renderPage } from './renderPage.ts';
import { closeWindows, sharedBrowser } from '../../scripts/testing/chromium.mjs';
import { PUBLISHED } from './testing/goldenDocuments.ts';
import { makePage } from './testing/makePage.ts';
import { samplePage } from './testing/sampleBlocks.ts';
import { openSample } from './testing/samples/openSample.ts';
import { SAMPLE_PAGES, type SampleName } from './testing/samples/samplePages.ts';
import { serveSamples, type SampleServer } from './testing/samples/serveSamples.ts';
import { untilSized } from './testing/untilSized.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let ids = 0;
const starter: Page = {
  ...makePage([]),
  ...createStarterPage({
    username: 'ada',
    random: () => 0.4,
    createId: () => `b${String(ids++)}`,
    now: () => 0,
  }),
};

/** All sample pages where tests may take longer. */
const SAMPLES = (Object.keys(SAMPLE_PAGES) as SampleName[]).filter(
  (_, index) => process.env['CI'] || index % 3 === 0,
);

/** Returns axe's violations on a screen: the rule and the first element that breaks it. */
async function violationsOf(screen: BrowserPage): Promise<readonly string[]> {
  if (!(await screen.evaluate(() => 'axe' in window))) await screen.evaluate(AXE);
  return screen.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: RunOptions) => Promise<AxeResults> };
    };
    // All rules that axe enables by default run.
    const results = await axe.run({ resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
}

describe('accessibility of published pages', function () {
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

  for (const [name, page] of [
    ['the page of all blocks', samplePage()],
    ['the starter page', starter],
  ] as const)
    for (const width of [1280, 375])
      it(`axe reports no violation for ${name} at ${String(width)} px`, async () => {
        const screen = await browser.newPage({ viewport: { width, height: 800 } });
        const site = { ...PUBLISHED.site, analyticsId: 'G-ABCDE12345' };
        await screen.route('https://www.googletagmanager.com/**', (route) => route.abort());
        await screen.setContent(renderPage(page, { ...PUBLISHED, site }).html);
        await screen.locator('.count').waitFor();
        await untilSized(screen);
        const violations = await violationsOf(screen);
        await screen.close();
        expect(violations).to.deep.equal([]);
      });

  for (const name of SAMPLES)
    it(`axe reports no violation for the sample page ${name} at 1280 and 375 px [PD2]`, async () => {
      const { screen } = await openSample(browser, server, name, 1280);
      for (const width of [1280, 375]) {
        await screen.setViewportSize({ width, height: 800 });
        await untilSized(screen);
        expect(await violationsOf(screen), `at ${String(width)} px`).to.deep.equal([]);
      }
      await screen.close();
    });

  it('a page renders with its styles in a sandboxed frame, as in the preview', async () => {
    const screen = await browser.newPage();
    await screen.setContent('<iframe sandbox="" width="600" height="400"></iframe>');
    await screen.evaluate((html) => {
      const frame = document.querySelector('iframe');
      if (frame) frame.srcdoc = html;
    }, renderPage(samplePage()).html);
    const main = screen.frameLocator('iframe').locator('main');
    await main.waitFor();
    expect(await main.evaluate((element) => getComputedStyle(element).isolation)).to.equal(
      'isolate',
    );
    await screen.close();
  });
});
