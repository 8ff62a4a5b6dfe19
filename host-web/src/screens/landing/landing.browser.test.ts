import { expect } from 'chai';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { axeProblems } from '../../testing/axe.ts';
import { noticed } from '../../testing/notices.ts';
import { signUp } from '../../testing/signUp.ts';
import { useHarness } from '../../testing/useHarness.ts';

const DESKTOP = { width: 1280, height: 800 };
/** Sizes in which all screens are checked; more where tests may take longer. */
const SIZES = [{ width: 375, height: 740 }, ...(process.env['CI'] ? [DESKTOP] : [])];

describe('landing, sign-in and home screens in a browser', function () {
  this.timeout(60_000);
  const harness = useHarness();
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  beforeEach(async () => {
    context = await harness.browser.newContext({ viewport: DESKTOP });
    page = await context.newPage();
    problems.length = 0;
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|Warning:|Error:/.test(message.text()))
        problems.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    expect(problems).to.deep.equal([]);
  });

  const note = () => page.getByRole('button', { name: /^Note: Drag me/ });
  /** Waits until nothing moves any more: fonts have loaded, and finite animations have ended. */
  const atRest = (on: Page) =>
    on.evaluate(async () => {
      await document.fonts.ready;
      const finite = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(finite.map(({ finished }) => finished));
    });

  it('lets a visitor drag a note and undo it [HO1]', async () => {
    await page.goto(harness.url);
    await note().waitFor();
    await atRest(page);
    const before = await note().boundingBox();
    if (!before) throw new Error('no note');
    const middle = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 120, middle.y - 60, { steps: 6 });
    await page.mouse.up();
    const moved = await note().boundingBox();
    expect((moved?.x ?? 0) - before.x).to.be.closeTo(120, 12);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect((await note().boundingBox())?.x).to.be.closeTo(before.x, 1);
  });

  it('moves notes by keyboard, edits their text and stores the name [HO1]', async () => {
    await page.goto(harness.url);
    await note().focus();
    await atRest(page);
    const before = await note().boundingBox();
    for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowRight');
    expect((await note().boundingBox())?.x).to.be.above((before?.x ?? 0) + 20);
    await page.keyboard.press('Enter');
    await page.getByLabel('Edit text').fill('Fresh bread');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Note: Fresh bread' }).waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? 'nothing');
    const hasFocus = (name: string) =>
      page.waitForFunction(
        (wanted) => document.activeElement?.getAttribute('aria-label') === wanted,
        name,
      );
    await hasFocus('Note: Fresh bread');
    await page.keyboard.press('Enter');
    await page.getByLabel('Edit text').fill('Bread');
    await page.keyboard.press('Escape');
    await hasFocus('Note: Bread');
    await page.keyboard.press('Enter');
    await page.getByLabel('Your name').click();
    expect(await focused(), 'a click elsewhere moves it there').not.to.contain('Note');
    await page.getByLabel('Your name').fill('grace h');
    await page.getByRole('button', { name: "Heading: Hello, I'm grace-h" }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Your name').inputValue()).to.equal('grace-h');
  });

  it('takes taps on small pieces of the try-out and switches within 44 px on a phone [ED2]', async () => {
    const phone = await harness.browser.newContext({
      viewport: { width: 375, height: 667 },
      hasTouch: true,
      isMobile: true,
    });
    const screen = await phone.newPage();
    /** Whether a tap this far above and below the middle of an element presses it. */
    const takes = (target: Locator) =>
      target.evaluate((element) => {
        element.scrollIntoView({ block: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [-21.5, 21.5].map((by) =>
          element.contains(document.elementFromPoint(x + width / 2, y + height / 2 + by)),
        );
      });
    await screen.goto(harness.url);
    const piece = screen.getByRole('button', { name: /^Button: / });
    await piece.waitFor();
    await atRest(screen);
    expect(await takes(piece)).to.eql([true, true]);
    await signUp(screen, harness.url, 'thumbs');
    await screen.goto(harness.url);
    await screen.getByRole('button', { name: 'Account: thumbs' }).tap();
    await screen.getByRole('menuitem', { name: 'Export or import' }).tap();
    await screen.getByRole('switch').waitFor();
    await atRest(screen);
    expect(await takes(screen.getByRole('switch'))).to.eql([true, true]);
    await phone.close();
  });

  it('stays on the origin and normalises paths [RT3, RT1]', async () => {
    for (const [path, to] of [
      ['//evil_com', '/evil-com'],
      ['/some_one/a.b?x=1', '/some-one/a/b?x=1'],
      ['/someone/main', '/someone'],
    ] as const) {
      await page.goto(`${harness.url}${path}`);
      await page.waitForURL(`${harness.url}${to}`);
    }
  });

  it('opens the sign-up dialog for ?signup [RT4]', async () => {
    await page.goto(`${harness.url}/?signup`);
    await page.getByRole('dialog', { name: 'Join Us' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('creates a page from the home screen and refuses a name in use [HO2]', async () => {
    await signUp(page, harness.url, 'homely');
    await page.goto(harness.url);
    const createPage = async (name: string) => {
      await page.getByRole('button', { name: 'New Page' }).click();
      await page.getByLabel('Page name').fill(name);
      await page.getByRole('button', { name: 'Create' }).click();
    };
    await createPage('main');
    await page.getByText('Page name already used. Try another.').waitFor();
    await page.keyboard.press('Escape');
    await createPage('my page');
    await page.waitForURL(`${harness.url}/homely/my-page`);
    await noticed(page, 'my-page created successfully');
    const invitation = page.getByRole('note').getByText('A page of your own');
    await invitation.waitFor();
    await page.keyboard.press('n');
    await invitation.waitFor({ state: 'detached' });
  });

  for (const viewport of SIZES)
    it(`passes axe at ${String(viewport.width)} px, light and dark, without scrolling sideways [HO5]`, async function () {
      this.timeout(120_000);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
      const check = async (what: string) => {
        expect(await axeProblems(page), what).to.deep.equal([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        // Only colours change.
        expect(await axeProblems(page, ['color-contrast']), `${what}, dark`).to.deep.equal([]);
        await page.emulateMedia({ colorScheme: 'light' });
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(scrollWidth, what).to.be.at.most(viewport.width);
      };
      await page.goto(harness.url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await check('landing');
      await page.getByRole('button', { name: 'Join Us' }).first().click();
      await page.getByRole('dialog').waitFor();
      await check('sign-up dialog');
      await page.getByRole('button', { name: 'Login' }).last().click();
      await page.getByRole('dialog', { name: 'Welcome Back' }).waitFor();
      await check('sign-in dialog');
      await page.getByLabel('Email').fill('axe@example.com');
      await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click();
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /mailbox/ })
        .waitFor();
      await check('check your email');
      for (const path of ['/auth/login', '/auth/recollect-email?token=x', '/auth/nothing']) {
        await page.goto(`${harness.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await check(path);
      }
    });

  for (const viewport of SIZES)
    it(`passes axe after sign-up and on the home screen at ${String(viewport.width)} px, which offers no new page as a private one [HO5] [HO10]`, async () => {
      await page.setViewportSize(viewport);
      const username = `axe-${String(viewport.width)}`;
      await signUp(page, harness.url, username);
      await page.goto(harness.url);
      await page.getByRole('link', { name: /opens in a new tab/ }).waitFor();
      expect(await axeProblems(page)).to.deep.equal([]);
      await page.getByRole('button', { name: 'New Page' }).click();
      await page.getByLabel('Page name').fill('a!');
      expect(await axeProblems(page)).to.deep.equal([]);
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /Private/ }).click();
      await page.getByText("You have no private pages. Why don't you create").waitFor();
      // New pages are public.
      const tab = page.getByRole('tabpanel', { name: /Private/ });
      await tab.getByText('Private pages require Plus or Pro.').waitFor();
      expect(await tab.getByRole('button').count()).to.equal(0);
      await page.getByRole('button', { name: `Account: ${username}` }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
      expect(await axeProblems(page)).to.deep.equal([]);
    });
});
