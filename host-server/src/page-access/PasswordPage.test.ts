import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { publish } from '../app/testing/pageInput.ts';

describe('the form of a restricted page, in a browser', function () {
  this.timeout(60_000);
  let app: TestApp;
  let browser: Browser;
  let url: string;
  before(async () => {
    app = await createTestApp();
    const ada = await app.signUp('ada', ['plus']);
    const page = await publish(ada);
    await ada.browser.put(`/api/page/${String(page.ID)}/password`, { password: 'open sesame' });
    url = `http://ada.${app.appHost}/`;
    browser = await sharedBrowser();
  });
  after(async () => {
    await closeWindows(browser);
    await app.stop();
  });

  for (const width of [1280, 375])
    it(`works without JavaScript, and reports errors, at ${String(width)} px [RS1]`, async () => {
      const viewport = { width, height: 700 };
      const context = await browser.newContext({ viewport, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(url);
      const submit = async (password: string): Promise<void> => {
        await page.getByLabel('Password').fill(password);
        await page.getByRole('button', { name: 'View page' }).click();
      };
      await submit('a guess');
      expect(await page.getByRole('alert').textContent()).to.include('Wrong password');
      await submit('open sesame');
      await page.waitForSelector('main#cobble\\:content');
      expect(page.url()).to.equal(url);
      await page.reload();
      expect(await page.getByLabel('Password').count(), 'the form is shown once').to.equal(0);
      await context.close();
    });

  it('passes axe, with and without a message', async () => {
    const axe = await readFile(
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      'utf8',
    );
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(url);
    for (const message of [0, 1]) {
      expect(await page.getByRole('alert').count()).to.equal(message);
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate<AxeResults>('axe.run()');
      expect(violations.map(({ id }) => id)).to.deep.equal([]);
      await page.getByLabel('Password').fill('a guess');
      await page.getByRole('button').click();
      await page.waitForSelector('[role=alert]');
    }
    await context.close();
  });
});
