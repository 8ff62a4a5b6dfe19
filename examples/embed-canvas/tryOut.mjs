import { expect } from 'chai';

/**
 * Uses the example as a person would, in a browser: adds blocks, drags one, types, takes back, comes
 * again and looks at what visitors get. Shared by the test and by `npm run packed`.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url where the example is served
 * @returns {Promise<void>} when all was as it should be
 * @throws what was not: a failed expectation, or words of the page's console
 */
export async function tryOut(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const asked = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${String(response.status())} ${response.url()}`);
  });
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);

  const stored = () =>
    page.evaluate(() => JSON.parse(globalThis.localStorage.getItem('embed-canvas') ?? '{}'));
  /** @param {string} type */
  const blockOf = async (type) =>
    Object.values((await stored()).things ?? {}).find((thing) => thing.type === type);
  /**
   * Where a block's middle is in the window, px: blocks are in parts of the window, which stands
   * centred in the canvas.
   * @param {string} type
   */
  const middleOf = async (type) => {
    const { position } = await blockOf(type);
    const canvas = await page.locator('[data-cobble-scroller]').boundingBox();
    if (!canvas) throw new Error('no canvas');
    return {
      x: canvas.x + (canvas.width - 600) / 2 + (position.x + position.width / 2) * 600,
      y: canvas.y + (position.y + position.height / 2) * 600,
    };
  };
  /** @param {string} words */
  const listed = (words) => page.locator(`[data-block-item][aria-label*="${words}"]`);

  await page.getByRole('button', { name: 'Add words' }).click();
  await listed('Lorem Ipsum').waitFor({ state: 'attached' });
  const before = await blockOf('text');
  const from = await middleOf('text');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 60, { steps: 4 });
  await page.mouse.move(from.x + 20, from.y + 120, { steps: 4 });
  await page.mouse.up();
  const moved = (await blockOf('text')).position.y - before.position.y;
  expect(moved * 600, 'the way that the text was dragged').to.be.closeTo(120, 4);

  const there = await middleOf('text');
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
  const bell = await middleOf('bell');
  // Its painter is loaded when it first shows; until then a placeholder fills its box.
  let painted = 0;
  for (let tries = 0; tries < 60 && !(painted > 0.02 && painted < 0.6); tries += 1) {
    await page.evaluate(() => new Promise((resolve) => globalThis.requestAnimationFrame(resolve)));
    painted = await inkIn(page, bell, position);
  }
  expect(painted, 'share of the bell that is painted').to.be.within(0.02, 0.6);
  expect(
    await page.evaluate(() =>
      [...globalThis.document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family),
    ),
    'families that have come',
  ).to.include('Inter');

  await page.getByRole('button', { name: 'Show what visitors get' }).click();
  const published = page.frameLocator('iframe');
  await published.getByText('🔔🔔🔔').waitFor();
  await published.getByText('Fish on Fridays').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await listed('Fish on Fridays').waitFor({ state: 'attached' });

  const elsewhere = asked.filter(
    (each) => !each.startsWith(url) && !/^(?:data|blob|about):/.test(each),
  );
  expect(elsewhere, 'what was asked of other servers').to.deep.equal([]);
  expect(complaints, 'what the browser complained of').to.deep.equal([]);
  await page.close();
}

/**
 * The share of a block's box that is not white.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ x: number, y: number }} middle px
 * @param {{ width: number, height: number }} size in parts of the window
 * @returns {Promise<number>}
 */
async function inkIn(page, middle, { width, height }) {
  const clip = {
    x: middle.x - width * 300,
    y: middle.y - height * 300,
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
