import { expect } from 'chai';

/**
 * Uses the example in a browser as a user would: adds blocks, drags one, types, undoes, reloads and
 * previews. Shared by the test and by `npm run packed`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url where the example is served
 * @throws a failed expectation, or errors and warnings in the page's console
 */
export async function tryOut(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  /** @type {string[]} */
  const problems = [];
  /** @type {string[]} */
  const requests = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${String(response.status())} ${response.url()}`);
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(url);

  const stored = () =>
    page.evaluate(() => JSON.parse(globalThis.localStorage.getItem('embed-canvas') ?? '{}'));
  /** @param {string} type */
  const blockOf = async (type) =>
    Object.values((await stored()).things ?? {}).find((thing) => thing.type === type);
  /**
   * The centre of a block in the viewport, px. Blocks are placed in fractions of the window's
   * width, and the window is centred in the canvas.
   * @param {string} type
   */
  const centerOf = async (type) => {
    const { position } = await blockOf(type);
    const canvas = await page.locator('[data-cobble-scroller]').boundingBox();
    if (!canvas) throw new Error('no canvas');
    return {
      x: canvas.x + (canvas.width - 600) / 2 + (position.x + position.width / 2) * 600,
      y: canvas.y + (position.y + position.height / 2) * 600,
    };
  };
  /** @param {string} label */
  const listed = (label) => page.locator(`[data-block-item][aria-label*="${label}"]`);

  await page.getByRole('button', { name: 'Add text' }).click();
  await listed('Lorem Ipsum').waitFor({ state: 'attached' });
  const before = await blockOf('text');
  const from = await centerOf('text');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 60, { steps: 4 });
  await page.mouse.move(from.x + 20, from.y + 120, { steps: 4 });
  await page.mouse.up();
  const moved = (await blockOf('text')).position.y - before.position.y;
  expect(moved * 600, 'how far the text was dragged').to.be.closeTo(120, 4);

  const there = await centerOf('text');
  await page.mouse.click(there.x, there.y);
  await page.locator('[data-cobble-text] [contenteditable="true"]').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Fish on Fridays');
  await page.keyboard.press('Escape');
  await listed('Fish on Fridays').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed('Lorem Ipsum').waitFor({ state: 'attached' });
  await page.locator('[data-cobble-scroller]').focus();
  await page.keyboard.press('Control+Shift+z');
  await listed('Fish on Fridays').waitFor({ state: 'attached' });

  await page.getByRole('button', { name: 'Add a bell' }).click();
  await listed('A bell that rings 3 times').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');

  await page.reload();
  await listed('Fish on Fridays').waitFor({ state: 'attached' });
  await listed('A bell that rings 3 times').waitFor({ state: 'attached' });
  const { position } = await blockOf('bell');
  const bell = await centerOf('bell');
  // The painter loads when the block is first visible; until then a placeholder fills its box.
  let painted = 0;
  for (let tries = 0; tries < 600 && !(painted > 0.02 && painted < 0.6); tries += 1) {
    await page.evaluate(() => new Promise((resolve) => globalThis.requestAnimationFrame(resolve)));
    painted = await inkIn(page, bell, position);
  }
  expect(painted, 'fraction of the bell that is painted').to.be.within(0.02, 0.6);
  await page.waitForFunction(() =>
    [...globalThis.document.fonts].some(
      ({ status, family }) => status === 'loaded' && family.replaceAll('"', '') === 'Inter',
    ),
  );

  await page.getByRole('button', { name: 'Preview' }).click();
  const published = page.frameLocator('iframe');
  await published.getByText('🔔🔔🔔').waitFor();
  await published.getByText('Fish on Fridays').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await listed('Fish on Fridays').waitFor({ state: 'attached' });

  const elsewhere = requests.filter(
    (each) => !each.startsWith(url) && !/^(?:data|blob|about):/.test(each),
  );
  expect(elsewhere, 'requests to other servers').to.deep.equal([]);
  expect(problems, 'errors and warnings in the console').to.deep.equal([]);
  await page.close();
}

/**
 * The fraction of a block's box that is not white.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ x: number, y: number }} center px
 * @param {{ width: number, height: number }} size in fractions of the window's width
 * @returns {Promise<number>}
 */
async function inkIn(page, center, { width, height }) {
  const clip = {
    x: center.x - width * 300,
    y: center.y - height * 300,
    width: width * 600,
    height: height * 600,
  };
  const image = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (base64) => {
    const blob = await (await fetch(`data:image/png;base64,${base64}`)).blob();
    const bitmap = await globalThis.createImageBitmap(blob);
    const context = new globalThis.OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let inked = 0;
    for (let at = 0; at < data.length; at += 4)
      if (Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 245) inked += 1;
    return inked / (bitmap.width * bitmap.height);
  }, image);
}
