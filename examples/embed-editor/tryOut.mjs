import { expect } from 'chai';

/**
 * Uses the example in a browser as a user would: adds text with the keyboard, publishes,
 * previews, reloads, and adds a note on a phone. Shared by the test and by `npm run packed`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url where the example is served
 * @throws a failed expectation, or errors in the page's console
 */
export async function tryOut(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404'))
      problems.push(message.text());
  });
  await page.goto(url);
  const publish = page.getByRole('button', { name: 'Put in the window' });
  await publish.waitFor();
  expect(await publish.isDisabled(), 'nothing to publish yet').to.equal(true);
  const header = page.locator('header');
  expect(
    await header.evaluate((element) => globalThis.getComputedStyle(element).fontFamily),
  ).to.match(/Georgia/, "the application's own styles");
  const bar = await page.getByRole('toolbar', { name: 'Page' }).boundingBox();
  expect(bar?.y, 'the editor stays below the header').to.be.above(48);

  await page.keyboard.press('t');
  await page.locator('[data-cobble-text] [contenteditable="true"]').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Rye on Fridays');
  await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator('[data-block-item][aria-label*="Rye on Fridays"]')
    .waitFor({ state: 'attached' });
  // The theme; a colour may fade in.
  const button = await publish.elementHandle();
  await page.waitForFunction(
    (element) =>
      element && globalThis.getComputedStyle(element).backgroundColor === 'rgb(122, 46, 142)',
    button,
  );

  // Waited for from the start, because the message goes again.
  await Promise.all([page.getByText('Page published').waitFor(), publish.click()]);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.frameLocator('iframe').getByText('Rye on Fridays').waitFor();
  await page.reload();
  await page
    .locator('[data-block-item][aria-label*="Rye on Fridays"]')
    .waitFor({ state: 'attached' });

  await page.setViewportSize({ width: 375, height: 700 });
  await page.getByRole('button', { name: 'Sticky note' }).click();
  await page.locator('[data-block-item]').nth(1).waitFor({ state: 'attached' });
  // No zoom on a phone.
  await page.getByRole('toolbar', { name: 'View' }).waitFor({ state: 'hidden' });
  expect(problems, 'errors in the console').to.deep.equal([]);
  await page.close();
}
