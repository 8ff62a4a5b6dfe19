import { SANDBOX } from '@cobble/host-server/contract';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { axeProblems } from '../testing/axe.ts';
import { noticed } from '../testing/notices.ts';
import { useHarness } from '../testing/useHarness.ts';

/** Two people in the sandbox. Each test continues from the previous one. */
describe('the sandbox, with two people', function () {
  this.timeout(60_000);
  const harness = useHarness();
  let plover: Page;
  let dunlin: Page;
  const problems: string[] = [];
  /** A folder for screenshots, to look at. */
  const screens = process.env['SANDBOX_SCREENS'];

  const play = async (username: string, options?: BrowserContextOptions): Promise<Page> => {
    const { page } = await harness.newUser(username, options);
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${harness.url}/s/sandbox`);
    await page.locator('[data-cobble-scroller]').waitFor();
    return page;
  };
  before(async function () {
    this.timeout(120_000);
    plover = await play('plover');
    dunlin = await play('dunlin', {
      ...{ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
      reducedMotion: 'reduce',
    });
  });
  afterEach(() => {
    expect(problems, 'errors in the page').to.eql([]);
  });

  const button = (page: Page) => page.getByRole('button', { name: 'Boop Sandbox' });
  const placeOf = (page: Page) =>
    page.evaluate((id) => window.cobble?.editor.blocks.get(id)?.position, SANDBOX.block);
  const isAt = (page: Page, x: number, y: number) =>
    page.waitForFunction(
      ([id, wantedX, wantedY]) => {
        const position = window.cobble?.editor.blocks.get(id)?.position;
        return (
          position &&
          Math.abs(position.x - wantedX) < 0.001 &&
          Math.abs(position.y - wantedY) < 0.001
        );
      },
      [SANDBOX.block, x, y] as const,
    );
  const colorOf = (page: Page) =>
    page.evaluate(() => window.cobble?.editor.fields.style.backgroundColor);
  /** The middle of the red block on screen. */
  const middle = async (page: Page): Promise<{ x: number; y: number; unit: number }> => {
    const box = await page.locator('[data-cobble-scroller]').boundingBox();
    const at = await placeOf(page);
    if (!box || !at) throw new Error('There is no red block');
    const unit = box.width;
    return {
      x: box.x + (at.x + at.width / 2) * unit,
      y: box.y + (at.y + at.height / 2) * unit,
      unit,
    };
  };

  it('says who else is there, on both screens [SB1]', async () => {
    await plover.getByText('dunlin is here too.').waitFor();
    await dunlin.getByText('plover is here too.').waitFor();
  });

  it('shows the block where somebody is dragging it, and keeps it where they drop it [SB2]', async () => {
    const { x, y, unit } = await middle(plover);
    await plover.mouse.move(x, y);
    await plover.mouse.down();
    await plover.mouse.move(x + 1, y);
    // The selection of somebody else is outlined where their drag has moved the block.
    const outline = dunlin.locator('[data-cobble-person-outline] > *').first();
    await outline.waitFor();
    const before = await outline.boundingBox();
    for (let step = 1; step <= 10; step++) {
      await plover.mouse.move(x + (unit * 0.2 * step) / 10, y - (unit * 0.1 * step) / 10);
      await plover.waitForTimeout(20);
    }
    const movedPx = async (): Promise<number> => {
      const after = await outline.boundingBox();
      return (after?.x ?? 0) - (before?.x ?? 0);
    };
    const endMs = Date.now() + 10_000;
    while ((await movedPx()) < 40 && Date.now() < endMs) await dunlin.waitForTimeout(50);
    expect(await movedPx(), 'it moves live').to.be.greaterThan(40);
    if (screens !== undefined) await dunlin.screenshot({ path: `${screens}/dragged-375.png` });
    expect((await placeOf(dunlin))?.x, 'nothing is stored yet').to.be.closeTo(0.4, 0.001);
    await plover.mouse.up();
    const end = await placeOf(plover);
    expect(end?.x).to.be.closeTo(0.6, 0.02);
    await isAt(dunlin, end?.x ?? 0, end?.y ?? 0);
  });

  it('can be played on a touch screen: once it is tapped, the block is dragged [SB2]', async () => {
    const session = await dunlin.context().newCDPSession(dunlin);
    const { x, y, unit } = await middle(dunlin);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }],
      });
    const start = await placeOf(plover);
    await dunlin.touchscreen.tap(x, y);
    await dunlin.waitForFunction(
      (id) => window.cobble?.editor.selection.has(id) === true,
      SANDBOX.block,
    );
    const moves = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => (-unit * 0.3 * step) / 8);
    // Without waiting in between, as a busy machine might take the finger for a long press.
    await Promise.all([touch('touchStart'), touch('touchMove', moves[0])]);
    for (const dx of moves.slice(1)) await touch('touchMove', dx);
    await touch('touchEnd');
    await plover.waitForFunction(
      ([id, from]) => (window.cobble?.editor.blocks.get(id)?.position.x ?? 1) < from - 0.2,
      [SANDBOX.block, start?.x ?? 0] as const,
    );
    await plover.evaluate((id) => {
      window.cobble?.editor.update(id, { position: { x: 0.6, y: 0.2 } });
    }, SANDBOX.block);
    await isAt(dunlin, 0.6, 0.2);
  });

  it('can be played with the keyboard: arrow keys move the block, with and without selecting it [SB3]', async () => {
    const start = await placeOf(plover);
    await plover.locator('[data-cobble-scroller]').focus();
    await plover.keyboard.press('Escape');
    await plover.keyboard.press('ArrowLeft');
    await isAt(dunlin, (start?.x ?? 0) - 8 / 720, start?.y ?? 0);
    await plover.keyboard.press('Tab');
    await plover.keyboard.press('Shift+ArrowRight');
    await isAt(dunlin, start?.x ?? 0, start?.y ?? 0);
    await plover.keyboard.press('Delete');
    await noticed(plover, 'move, resize and rotate the red block.');
    expect(await placeOf(plover), 'it is still there').not.to.equal(undefined);
  });

  it('shows and announces a boop to everyone, in the colour of the page too [SB4]', async () => {
    /** Notes which animations begin, as they are over within a second. */
    const noteAnimations = (page: Page) =>
      page.evaluateHandle(() => {
        const begun: string[] = [];
        document.addEventListener('animationstart', ({ animationName }) => {
          begun.push(animationName);
        });
        return begun;
      });
    const [onPlover, onDunlin] = await Promise.all([plover, dunlin].map(noteAnimations));
    const color = await colorOf(plover);
    await button(plover).click();
    await plover.getByRole('status').getByText('You booped the sandbox.').waitFor();
    await dunlin.getByRole('status').getByText('plover booped the sandbox.').waitFor();
    const booped = await colorOf(plover);
    expect(booped).not.to.equal(color);
    await dunlin.waitForFunction(
      (wanted) => window.cobble?.editor.fields.style.backgroundColor === wanted,
      booped,
    );
    await button(dunlin).tap();
    await plover.getByRole('status').getByText('dunlin booped the sandbox.').waitFor();
    await plover.waitForFunction(
      (begun) => begun?.some((name) => name.includes('throw')) === true,
      onPlover,
    );
    if (screens !== undefined) await plover.screenshot({ path: `${screens}/booped-1280.png` });
    expect((await onDunlin?.jsonValue())?.join(), 'nothing moves').not.to.include('throw');
  });

  it('does not flicker when somebody boops all the time [SB4]', async () => {
    const shown = await plover.evaluate(async () => {
      const seen = new Set<string>();
      const observer = new MutationObserver(() => {
        seen.add(document.querySelector('[data-boop]')?.getAttribute('data-boop') ?? '');
      });
      observer.observe(document.body, { subtree: true, childList: true });
      const start = performance.now();
      const button = [...document.querySelectorAll('button')].find((each) =>
        each.textContent.includes('Boop'),
      );
      let count = 0;
      // On a busy machine, each may take longer than one is shown.
      while (
        performance.now() - start < 900 ||
        (count < seen.size + 3 && performance.now() - start < 20_000)
      ) {
        button?.click();
        count += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      observer.disconnect();
      return { count, seen: seen.size, ms: performance.now() - start };
    });
    expect(shown.count, 'more often than it is shown').to.be.at.least(shown.seen + 3);
    expect(shown.seen).to.be.within(1, shown.ms / 400 + 2);
  });

  it('does not show earlier boops to somebody who comes later, but their colour [SB4]', async () => {
    // What follows the boops arrives after them: all of them are earlier ones for who comes now.
    await plover.evaluate((id) => {
      window.cobble?.editor.update(id, { position: { x: 0.5, y: 0.3 } });
    }, SANDBOX.block);
    await isAt(dunlin, 0.5, 0.3);
    await dunlin.reload();
    await button(dunlin).waitFor();
    await dunlin.getByText('plover is here too.').waitFor();
    expect(await dunlin.getByText(/booped the sandbox/).count()).to.equal(0);
    const color = await colorOf(plover);
    await dunlin.waitForFunction(
      (wanted) => window.cobble?.editor.fields.style.backgroundColor === wanted,
      color,
    );
  });

  it('is drawn at 1280 and 375 px without scrolling sideways, and passes axe, light and dark [SB5]', async () => {
    for (const page of [plover, dunlin]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeProblems(page)).to.eql([]);
        const width = page.viewportSize()?.width ?? 0;
        if (screens !== undefined)
          await page.screenshot({ path: `${screens}/sandbox-${String(width)}-${colorScheme}.png` });
        const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrolled).to.be.at.most(width);
      }
    }
  });

  it('asks strangers to log in, and brings them back [SB6]', async () => {
    const context = await harness.browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${harness.url}/s/sandbox`);
    await page.getByRole('heading', { name: 'Log in to play in the sandbox' }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByLabel('Email').waitFor();
    expect(requests.filter((url) => url.includes('/sandbox'))).to.eql([]);
    await context.close();
  });

  it('says that it is closed if the server has no live rooms [SB6]', async () => {
    await plover.route('**/api/sandbox', (route) =>
      route.fulfill({ status: 404, json: { code: 'err_not_found' } }),
    );
    await plover.reload();
    await plover.getByRole('heading', { name: 'The sandbox is closed' }).waitFor();
  });
});
