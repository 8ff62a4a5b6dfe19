import { expect } from 'chai';
import { noticed } from '../testing/notices.ts';
import { signInLink } from '../testing/readMailbox.ts';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { useHarness } from '../testing/useHarness.ts';
import { EditorDriver } from './EditorDriver.ts';

/** A page in two tabs of its owner. Each test continues from the previous one. */
describe('a page in its live room', function () {
  this.timeout(90_000);
  const harness = useHarness();
  let context: BrowserContext;
  let page: Page;
  let editor: EditorDriver;
  const problems: string[] = [];

  before(async function () {
    this.timeout(120_000);
    ({ context, page } = await harness.newUser('heron'));
    context.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => problems.push(error.message));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    editor = new EditorDriver(page);
    await editor.ready();
  });
  afterEach(() => {
    expect(problems, 'errors in the page').to.eql([]);
  });

  const indicator = (tab: Page, text: string) => tab.getByRole('button', { name: text }).waitFor();
  const addNote = (driver: EditorDriver): Promise<string> =>
    driver.evaluate((each) => {
      const position = { x: 0.3, y: 0.2, width: 0.1, height: 0.1 };
      const [uuid = ''] = each.add({ type: 'sticky-note', position }).unwrap();
      return uuid;
    });
  const has = (tab: Page, uuid: string) =>
    tab.waitForFunction((wanted) => window.cobble?.editor.blocks.has(wanted), uuid);
  const hasToPublish = (tab: Page, expected: boolean) =>
    tab.waitForFunction(
      (wanted) => window.cobble?.editor.hasPublishableChanges === wanted,
      expected,
    );
  const openTab = async (): Promise<EditorDriver> => {
    const tab = await context.newPage();
    await tab.goto(page.url());
    const driver = new EditorDriver(tab);
    await driver.ready();
    return driver;
  };

  it('has what was edited in another tab, and says that it is saved [LR12, RL1]', async () => {
    const uuid = await addNote(editor);
    await indicator(page, 'Saved');
    const other = await openTab();
    await has(other.page, uuid);
    const theirs = await addNote(other);
    await has(page, theirs);
    await other.evaluate((each) => each.undo());
    await page.waitForFunction((gone) => !window.cobble?.editor.blocks.has(gone), theirs);
    expect(await editor.evaluate((each, id) => each.blocks.has(id), uuid), 'not theirs').to.equal(
      true,
    );
    await other.page.close();
  });

  it('asks nothing when its author leaves, and is as they left it when they return [LR12, RL9]', async () => {
    const uuid = await addNote(editor);
    const address = page.url();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(address);
    await editor.ready();
    await has(page, uuid);
    await hasToPublish(page, true);
  });

  it('is published as its author sees it, and other tabs are told [LR12, RL12]', async () => {
    const other = await openTab();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await noticed(page, 'Page published');
    await noticed(other.page, 'You published this page in another tab or on another device');
    await hasToPublish(other.page, false);
    await other.page.close();
  });

  it('has nothing to publish after a reload if all changes were undone [RL12, PB9]', async () => {
    await addNote(editor);
    await editor.evaluate((each) => each.undo());
    await indicator(page, 'Saved');
    await page.reload();
    await editor.ready();
    await indicator(page, 'Saved');
    await hasToPublish(page, false);
  });

  it('asks before its author leaves while it is being published, and leaves once it is [RL10, PB18]', async () => {
    const address = page.url();
    const requests = '**/api/page/*/room/publish';
    /** Publishes and leaves; returns the request, which the server does not get yet. */
    const pressHome = async (): Promise<Route> => {
      let hold = (_route: Route): void => undefined;
      const held = new Promise<Route>((resolve) => (hold = resolve));
      await page.route(requests, hold, { times: 1 });
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByText('Your changes stay saved').waitFor();
      return held;
    };
    await addNote(editor);
    await (await pressHome()).abort();
    await page.getByText('Your page is still being published').waitFor({ state: 'hidden' });
    expect(page.url(), 'stays, as publishing has failed').to.equal(address);
    await (await pressHome()).continue();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(address);
    await editor.ready();
    await hasToPublish(page, false);
  });

  it('says that its author is logged out, keeps the edits, and goes on once they have logged in again in another tab [LR4, PB17]', async () => {
    const other = await context.newPage();
    await other.goto(harness.url);
    await other.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json' };
      await fetch('/api/auth/logout', { method: 'POST', headers, body: '{}' });
    });
    const uuid = await addNote(editor);
    await page.getByText("You're logged out.").waitFor();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await editor.evaluate((each) => each.permissions.canEdit)).to.equal(true);
    await other.goto(`${harness.url}/auth/login`);
    await other.getByLabel('Email').fill('heron@example.com');
    await other.getByRole('button', { name: 'Login' }).click();
    await other.getByText('We sent a login link to').waitFor();
    await other.goto(await signInLink(harness.url, 'heron@example.com'));
    await noticed(other, 'Welcome back');
    await other.close();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await indicator(page, 'Saved');
    const later = await openTab();
    await has(later.page, uuid);
    await later.page.close();
  });

  it('says that this device keeps no changes where the browser has no database, which is no error of the app [RL17]', async () => {
    const without = await harness.browser.newContext({
      storageState: await context.storageState(),
      viewport: { width: 1280, height: 800 },
    });
    await without.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The user has forbidden it', 'SecurityError');
      };
    });
    const tab = await without.newPage();
    tab.on('pageerror', (error) => problems.push(error.message));
    await tab.goto(page.url());
    const driver = new EditorDriver(tab);
    await driver.ready();
    await indicator(tab, "Can't keep changes on this device");
    const uuid = await addNote(driver);
    await has(page, uuid);
    await tab.getByRole('button', { name: "Can't keep changes on this device" }).click();
    await tab.getByText('Your changes are saved. But this browser').waitFor();
    await without.close();
  });

  it('offers to connect while the server cannot be reached, and connects when the page is used [LR14, RL18]', async () => {
    await context.setOffline(true);
    await indicator(page, 'Offline');
    await page.getByRole('button', { name: 'Offline' }).click();
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await page.keyboard.press('Shift');
    await indicator(page, 'Saved');
  });

  it('offers the text that was being typed when the tab crashed, and nobody has to wait for its lock [RL6, RL8, RL20]', async () => {
    const crashed = await openTab();
    // It would clean up after the other tab.
    await page.close();
    const note = await addNote(crashed);
    await indicator(crashed.page, 'Saved');
    await crashed.evaluate((each, id) => {
      each.startTextEditing(id);
      each.setEditedText('Half a sentence');
    }, note);
    await crashed.page.waitForFunction(() =>
      JSON.stringify(localStorage).includes('Half a sentence'),
    );
    const crash = crashed.page.waitForEvent('crash');
    void crashed.page.goto('chrome://crash').catch(() => undefined);
    await crash;
    const next = await context.newPage();
    await next.goto(`${harness.url}/heron`);
    const driver = new EditorDriver(next);
    await driver.ready();
    await next.getByText('1 block changed').waitFor();
    await next.getByRole('button', { name: 'Recover' }).click();
    await next.waitForFunction(
      (id) => JSON.stringify(window.cobble?.editor.blocks.get(id)).includes('Half a sentence'),
      note,
    );
    expect(await driver.evaluate((each, id) => each.startTextEditing(id), note)).to.equal(true);
    await driver.evaluate((each) => {
      each.stopTextEditing();
    });
    await indicator(next, 'Saved');
  });

  after(() => context.close());
});
