import { readFile } from 'node:fs/promises';
import { importSite } from '@cobble/renderer-static';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { axeProblems } from '../../testing/axe.ts';
import { useHarness } from '../../testing/useHarness.ts';

describe('export and import of a site in a browser', function () {
  this.timeout(90_000);
  const harness = useHarness();
  let page: Page;
  let archive: Buffer;

  before(async function () {
    this.timeout(120_000);
    ({ page } = await harness.newUser('edie'));
    await page.goto(harness.url);
  });

  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Account: edie' }).click();
    await page.getByRole('menuitem', { name: 'Export or import' }).click();
    await page.getByRole('dialog', { name: 'Export or import' }).waitFor();
  };
  const choose = (file: Buffer): Promise<void> =>
    page
      .locator('[data-cobble="archive-file"]')
      .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: file });

  it('downloads an archive that can be read [HO4]', async () => {
    await open();
    await page.getByRole('switch', { name: "Include pages that visitors can't see" }).click();
    await page.getByText('It never contains passwords.').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).to.equal('edie.zip');
    archive = await readFile(await download.path());
    const imported = importSite(archive);
    expect(
      imported.ok && imported.value.site.pages.map(({ page: { slug } }) => slug),
    ).to.deep.equal(['main']);
    await page.getByRole('status').filter({ hasText: 'edie.zip was downloaded.' }).waitFor();
  });

  it('adds the site’s address to the archive if it is given', async () => {
    const address = page.getByLabel('Site address (optional)');
    await address.fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByText('Enter an address like example.com').waitFor();
    await address.fill('edie.example/shop');
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const imported = importSite(await readFile(await (await downloading).path()));
    expect(imported.ok && imported.value.site.url).to.equal('https://edie.example/shop/');
    await page.getByRole('status').filter({ hasText: 'edie.zip was downloaded.' }).waitFor();
  });

  it('passes axe at 1280 and 375 px without scrolling sideways', async () => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeProblems(page)).to.deep.equal([]);
      const [scroll, client] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(scroll).to.equal(client);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('adds the pages of an archive as drafts and lists them [HO4]', async () => {
    await choose(archive);
    await page
      .getByRole('status')
      .filter({ hasText: '1 page was added but not published: main-2.' })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.locator('a[href="/edie/main-2"]').waitFor();
  });

  it('explains why a file cannot be imported and accepts another [HO4]', async () => {
    await open();
    await choose(Buffer.from('not a zip'));
    const refusal = page.getByRole('alert').filter({ hasText: "This file can't be imported." });
    await refusal.waitFor();
    await choose(archive);
    await page.getByRole('status').filter({ hasText: 'main-3' }).waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
    await choose(Buffer.alloc(0));
    await refusal.waitFor();
  });
});
