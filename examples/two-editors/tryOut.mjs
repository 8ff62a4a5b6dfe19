import { expect } from 'chai';

const [FISH, RYE, PIE, SOUP] = ['Fish on Fridays', 'Rye on Mondays', 'Pie on Sundays', 'Soup'];
/** What the canvas shows for a new text. */
const NEW = 'Lorem Ipsum';
const TEXTS = [NEW, FISH, RYE, PIE, SOUP];

/**
 * Uses the example in a browser as two people would: types in one editor, undoes in the other, goes
 * offline and comes back.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url where the example is served
 * @throws a failed expectation, or errors and warnings in the page's console
 */
export async function tryOut(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  /** @type {string[]} */
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  await page.goto(url);
  const ada = participant(page, 'Ada');
  const ben = participant(page, 'Ben');
  await ada.isSaved();
  await ben.isSaved();

  await ada.write(FISH);
  await ben.listed(FISH).waitFor({ state: 'attached' });

  // Ben has nothing to undo: the text is Ada's.
  await ben.press('Undo');
  await ben.write(RYE);
  await ada.listed(RYE).waitFor({ state: 'attached' });
  await ada.press('Undo');
  await ben.listed(NEW).waitFor({ state: 'attached' });
  expect(await ben.texts(), 'only the own edit is undone').to.have.members([NEW, RYE]);

  await ben.press('Go offline');
  await ben.status('connecting, 0 pending').waitFor();
  await ben.write(PIE);
  await ada.write(SOUP);
  await ada.isSaved();
  expect(await ada.texts(), 'what Ada sees').to.not.include(PIE);
  expect(await ben.texts(), 'what Ben sees').to.not.include(SOUP);
  await ben.press('Go online');
  await ada.listed(PIE).waitFor({ state: 'attached' });
  await ben.listed(SOUP).waitFor({ state: 'attached' });
  await ben.isSaved();
  expect(await ben.texts()).to.have.members(await ada.texts());
  expect(problems, 'errors and warnings in the console').to.deep.equal([]);
  await page.close();
}

/**
 * One of the two editors.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
function participant(page, name) {
  const section = page.getByRole('region', { name, exact: true });
  const items = section.locator('[data-block-item]');
  /** @param {string} text */
  const listed = (text) => section.locator(`[data-block-item][aria-label*="${text}"]`);
  /** @param {string} label */
  const press = (label) => section.getByRole('button', { name: label, exact: true }).click();
  /** @param {string} text */
  const status = (text) => section.locator('output', { hasText: text });
  return {
    listed,
    press,
    status,
    isSaved: () => status('live, 0 pending').waitFor(),
    /** Adds a text block and types in it. */
    async write(/** @type {string} */ text) {
      const count = await items.count();
      await press('Add text');
      await items.nth(count).waitFor({ state: 'attached' });
      await section.locator('[data-cobble-scroller]').focus();
      await page.keyboard.press('Enter');
      await section.locator('[data-cobble-text] [contenteditable="true"]').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
      await page.keyboard.press('Escape');
      await listed(text).waitFor({ state: 'attached' });
    },
    /** Which of the test's texts the editor shows. */
    texts: () =>
      items.evaluateAll((elements, known) => {
        const labels = elements.map((element) => element.getAttribute('aria-label') ?? '');
        return known.filter((text) => labels.some((label) => label.includes(text)));
      }, TEXTS),
  };
}
