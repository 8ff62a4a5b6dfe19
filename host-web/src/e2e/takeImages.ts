import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/testing/chromium.mjs';
import { createServerDatabase } from '../testing/serverDatabase.mjs';
import { signUp } from '../testing/signUp.ts';
import { startRealServer } from '../testing/startRealServer.ts';
import { EditorDriver } from './EditorDriver.ts';
import { takeImageOfRoom } from './takeImageOfRoom.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  1280: { viewport: { width: 1280, height: 800 } },
  375: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
};

/**
 * Takes the images of `docs/images` from the real product: `npm run images -w host-web`. The
 * starter page is random, so they differ each time; look at them before committing.
 */
const database = await createServerDatabase();
const server = await startRealServer({
  ...{ PORT: '4000', DATABASE_URL: database.url },
  // The database of tests is not written to the disk.
  COBBLE_ACCEPT_UNSAFE_DATABASE: '1',
});
const browser = await launchChromium();
await mkdir(FOLDER, { recursive: true });
const take = async (page: Page, name: string, width: string) => {
  await page.evaluate(() => document.fonts.ready.then(() => null));
  await page.screenshot({ path: `${FOLDER}${name}-${width}.png`, animations: 'disabled' });
};
try {
  for (const [width, screen] of Object.entries(SCREENS)) {
    const username = width === '375' ? 'tilda' : 'juniper';
    const context = await browser.newContext(screen);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, 'landing', width);
    await signUp(page, server.url, username);
    await page.getByText('Page published').first().waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    const editor = new EditorDriver(page);
    await editor.ready();
    await page.getByText('Page published').first().waitFor({ state: 'detached' });
    await editor.evaluate((headless) => {
      const name = [...headless.blocks.values()].find(({ type }) => type === 'text');
      if (name) headless.select([name.uuid]);
    });
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    await take(page, 'editor', width);
    const published = await (await browser.newContext(screen)).newPage();
    await published.goto(server.url.replace('://', `://${username}.`));
    await take(published, 'published', width);
    await context.close();
  }
  await takeImageOfRoom(browser, server.url, database);
} finally {
  await browser.close();
  await server.stop();
  await database.remove();
}
