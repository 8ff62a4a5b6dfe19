import { expect } from 'chai';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { EditorDriver } from '../e2e/EditorDriver.ts';
import { noticed } from '../testing/notices.ts';
import { useHarness } from '../testing/useHarness.ts';

/** Runs a script in the browser, as the body of a function with the page's `editor`. */
const inEditor = <Value>(page: Page, script: string) =>
  page.evaluate<Value>(`(() => { const { editor } = window.cobble; ${script} })()`);

const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });

const editorReady = (page: Page) => new EditorDriver(page).ready();

describe('the editor of a page that has no room, on the real server', function () {
  this.timeout(120_000);
  // One session: each test continues from the previous one.
  this.bail(true);
  const harness = useHarness();
  let context: BrowserContext;
  let page: Page;
  const requested: string[] = [];

  before(async () => {
    ({ context, page } = await harness.newUser('wagtail', { hasRooms: false }));
    context.setDefaultTimeout(30_000);
    page.on('request', (request) => requested.push(request.url()));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  /** The published page as a signed-out browser receives it. */
  async function livePage(): Promise<string> {
    const visitor = await harness.browser.newPage();
    const response = await visitor.goto(harness.url.replace('localhost', 'wagtail.localhost'));
    const html = (await response?.text()) ?? '';
    expect(response?.status()).to.equal(200);
    await visitor.close();
    return html;
  }

  /** Publishes the page with another title, as another window would. */
  async function publishElsewhere(title: string): Promise<void> {
    const status = await page.evaluate(async (newTitle) => {
      const found = await fetch('/api/page?site=wagtail&page=main');
      const { ID, revision, settings, ...rest } = (await found.json()) as {
        ID: number;
        revision: number;
        settings: object;
      };
      const input = { ...rest, settings: { ...settings, title: newTitle }, baseRevision: revision };
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify(input);
      return (await fetch(`/api/page/${String(ID)}`, { method: 'PUT', headers, body })).status;
    }, title);
    expect(status).to.equal(200);
  }

  it('stores unpublished changes and offers them after a reload, without asking for a room [PB7, LR13]', async () => {
    await inEditor(page, 'editor.clearSelection()');
    await page.keyboard.press('t');
    await page.locator('.ProseMirror').waitFor();
    await page.keyboard.type('Not published yet');
    await page.keyboard.press('Escape');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await editorReady(page);
    await page
      .getByText(
        "We've recovered some unpublished changes made very recently. Do you want to recover them?",
      )
      .waitFor();
    await page.mouse.click(20, 700);
    await page.getByRole('button', { name: 'Recover' }).click();
    const json = await inEditor<string>(page, 'return JSON.stringify(editor.page.things)');
    expect(json).to.contain('Not published yet');
    await page.getByRole('button', { name: 'Publish', exact: true, disabled: false }).waitFor();
    expect(requested.filter((url) => url.includes('/room'))).to.eql([]);
  });

  it('keeps the copies of two tabs, and offers one when its tab has crashed, although another version was published; ?first_page waits for that [PB4, PB8, PB12, AU6]', async () => {
    const hasCopy = (tab: Page, title: string) =>
      tab.evaluate((title) => JSON.stringify(localStorage).includes(title), title);
    const open = async (query = ''): Promise<Page> => {
      const tab = await context.newPage();
      await tab.goto(`${harness.url}/wagtail${query}`);
      await editorReady(tab);
      return tab;
    };
    const other = await open();
    await inEditor(other, `editor.updatePage({ settings: { title: 'In the other tab' } })`);
    await other.waitForFunction(() => JSON.stringify(localStorage).includes('In the other tab'));
    // Its tab stores it again a moment after it was recovered.
    await other.waitForFunction(() => JSON.stringify(localStorage).includes('Not published yet'));
    expect(await other.getByRole('dialog').count(), 'of a tab that is open').to.equal(0);

    const crashed = other.waitForEvent('crash');
    void other.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await publishElsewhere('Published after the crash');
    const next = await open('?first_page');
    const sent: string[] = [];
    next.on('request', (request) => sent.push(request.method()));
    await next.getByText("We've recovered some unpublished changes").waitFor();
    await next.waitForURL(`${harness.url}/wagtail`);
    expect(sent).to.not.include('PUT');
    await next.getByRole('button', { name: 'Recover' }).click();
    expect(await inEditor<string>(next, 'return editor.fields.settings.title')).to.equal(
      'In the other tab',
    );
    await next.getByText('There is a newer version of this page').waitFor();
    await next.close();
    const last = await open();
    await last.getByRole('button', { name: 'Discard Changes' }).click();
    await last.waitForFunction(() => !JSON.stringify(localStorage).includes('In the other tab'));
    // No copy of a tab that is open is offered next.
    await last.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await hasCopy(page, 'Not published yet')).to.equal(true);
    await last.close();
    await other.close();
  });

  it('loses nothing when the page was published elsewhere in the meantime [PB4]', async () => {
    const other = await context.newPage();
    await other.goto(`${harness.url}/wagtail`);
    await editorReady(other);
    await inEditor(other, `editor.updatePage({ settings: { title: 'From the other window' } })`);
    await publishButton(other).click();
    await noticed(other, 'Page published');
    await other.close();
    await publishButton(page).click();
    await page.getByText('There is a newer version of this page').waitFor();
    await page.getByRole('button', { name: 'Load the newer version' }).click();
    await page
      .getByText('The newer version is loaded. You have one minute to restore yours.')
      .waitFor();
    expect(await inEditor<string>(page, 'return editor.fields.settings.title')).to.equal(
      'From the other window',
    );
    await page.getByRole('button', { name: 'Restore mine' }).click();
    const json = await inEditor<string>(page, 'return JSON.stringify(editor.page.things)');
    expect(json).to.contain('Not published yet');
    await publishButton(page).click();
    await noticed(page, 'Page published');
    expect(await livePage()).to.contain('Not published yet');
    await publishElsewhere('Once more elsewhere');
    await inEditor(page, `editor.updatePage({ settings: { title: 'Mine' } })`);
    await publishButton(page).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await inEditor<string>(page, 'return editor.fields.settings.title')).to.equal('Mine');
    await publishButton(page).click();
    const isPublished = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.ok(),
    );
    await page.getByRole('button', { name: 'Publish mine' }).click();
    await isPublished;
    expect(await livePage())
      .to.contain('<title>Mine</title>')
      .and.to.contain('Not published yet');
  });

  it('offers nothing that was published, even if the tab was reloaded before the response [PB8]', async () => {
    const copies = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.autosave.')));
    await inEditor(page, `editor.updatePage({ settings: { title: 'Without a response' } })`);
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('Without a response'));
    let noteStored = (): void => undefined;
    const isStored = new Promise<void>((resolve) => (noteStored = resolve));
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fetch();
      noteStored();
    });
    await publishButton(page).click();
    await isStored;
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.unrouteAll();
    await editorReady(page);
    await page.waitForFunction(
      () => !Object.keys(localStorage).some((key) => key.includes('.autosave.')),
    );
    expect(await page.getByRole('dialog').count()).to.equal(0);
    expect(await copies()).to.eql([]);
    expect(await livePage()).to.contain('<title>Without a response</title>');
  });

  it('keeps the copies of two tabs apart in a browser without locks: one that is replaced is stored again [PB12]', async () => {
    const tabs: Page[] = [];
    for (const title of ['One', 'Two']) {
      const tab = await context.newPage();
      await tab.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
      });
      await tab.goto(`${harness.url}/wagtail`);
      await editorReady(tab);
      // The first tab is open, but without locks no other tab knows that.
      if (title === 'Two') await tab.getByRole('button', { name: 'Recover' }).click();
      await inEditor(tab, `editor.updatePage({ settings: { title: '${title}' } })`);
      await tab.waitForFunction((title) => JSON.stringify(localStorage).includes(title), title);
      tabs.push(tab);
    }
    await page.waitForFunction(() => {
      const text = JSON.stringify(localStorage);
      return text.includes('\\"title\\":\\"One') && text.includes('\\"title\\":\\"Two');
    });
    for (const tab of tabs) {
      await inEditor(tab, 'editor.undo()');
      await tab.close();
    }
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.includes('.autosave.')) localStorage.removeItem(key);
    });
  });

  it('offers to log in when the session has expired, and goes on with the page after that [PB17]', async () => {
    const cookies = await context.cookies();
    await inEditor(page, `editor.updatePage({ settings: { title: 'Logged in again' } })`);
    await context.clearCookies();
    await publishButton(page).click();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Welcome Back' });
    await dialog.waitFor();
    // As if the user had logged in in another tab and come back.
    await context.addCookies(cookies);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await dialog.waitFor({ state: 'detached' });
    await publishButton(page).click();
    await noticed(page, 'Page published');
    expect(await livePage()).to.contain('<title>Logged in again</title>');
  });

  it('says that there are unpublished changes when the page is opened after the session has expired, and offers them after logging in [PB19]', async () => {
    const cookies = await context.cookies();
    await inEditor(page, `editor.updatePage({ settings: { title: 'Logged out' } })`);
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('Logged out'));
    await context.clearCookies();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page
      .getByText('Changes to this page that were not published are kept in this browser.')
      .waitFor();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByLabel('Email').fill('wagtail@example.com');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByText('We sent a login link to').waitFor();
    // As if the user had opened the link in another tab and come back.
    await context.addCookies(cookies);
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
    });
    await page.getByRole('button', { name: 'Recover' }).click();
    expect(await inEditor<string>(page, 'return editor.fields.settings.title')).to.equal(
      'Logged out',
    );
  });

  it('asks whether to leave while the page is being published, and keeps the changes if that fails [PB18]', async () => {
    let end: (how: 'continue' | 'abort') => Promise<void> = () => Promise.resolve();
    const isSent = () => page.waitForRequest((request) => request.method() === 'PUT');
    const hold = (route: Route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      end = (how) => route[how]();
      return undefined;
    };
    const pressHome = async () => {
      await Promise.all([isSent(), publishButton(page).click()]);
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByText('Your page is still being published').waitFor();
    };
    await page.route('**/api/page/*', hold);
    await inEditor(page, `editor.updatePage({ settings: { title: 'Left while publishing' } })`);
    await pressHome();
    await page.getByRole('button', { name: 'Leave now' }).click();
    await page.waitForURL(`${harness.url}/`);
    await end('abort');
    await page.getByText("We couldn't reach Cobble, so your page may not be published.").waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Recover' }).click();
    await pressHome();
    await end('continue');
    await page.waitForURL(`${harness.url}/`);
    await page.unroute('**/api/page/*', hold);
    expect(await livePage()).to.contain('<title>Left while publishing</title>');
    await page.goBack();
    await editorReady(page);
  });

  it('asks before unsaved changes are discarded [PB9]', async () => {
    await inEditor(page, `editor.add({ type: 'shape' })`);
    await page.getByRole('link', { name: 'Home' }).click();
    await page
      .getByText('You have UNSAVED changes. CANCEL to return and save. OKAY to discard them.')
      .waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).pathname).to.equal('/wagtail');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('button', { name: 'Okay' }).click();
    await page.waitForURL(`${harness.url}/`);
  });
});
