import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { routeRoomHarness } from '../../testing/buildRoomHarness.ts';
import type { OpenOptions } from '../../testing/room-harness/main.ts';
import { useHarness } from '../../testing/useHarness.ts';

describe("a page's room in the browser, on the real server", function () {
  this.timeout(150_000);
  const harness = useHarness();
  const site = 'rook';
  let context: BrowserContext;
  let url: string;

  before(async function () {
    this.timeout(120_000);
    const user = await harness.newUser(site, { serviceWorkers: 'block' });
    ({ context } = user);
    await user.page.close();
    // A tab looks every 30 s for what closed ones have left, and the lock of one may end late.
    context.setDefaultTimeout(50_000);
    url = await routeRoomHarness(context, harness.url);
  });
  afterEach(async () => {
    await context.setOffline(false);
    await Promise.all(context.pages().map((page) => page.close()));
  });

  const openIn = async (page: Page, options: Partial<OpenOptions> = {}): Promise<Page> => {
    await page.goto(url);
    await page.waitForFunction(() => 'openRoom' in window);
    await page.evaluate((given) => window.openRoom(given), { site, page: 'main', ...options });
    return page;
  };
  const openTab = async (options: Partial<OpenOptions> = {}): Promise<Page> =>
    openIn(await context.newPage(), options);
  const addNote = (page: Page): Promise<string> => page.evaluate(() => window.room.addNote());
  const saved = (page: Page) =>
    page.waitForFunction(
      () => window.room.client.status === 'live' && window.room.client.pendingCount === 0,
    );
  const has = (page: Page, uuids: readonly string[]) =>
    page.waitForFunction(
      (wanted) => wanted.every((uuid) => window.room.editor.blocks.has(uuid)),
      uuids,
    );
  const missing = (page: Page, uuids: readonly string[]) =>
    page.evaluate((wanted) => wanted.filter((uuid) => !window.room.editor.blocks.has(uuid)), uuids);
  /** A tab sends the ops of closed ones, too, and deletes each when it is acknowledged. */
  const nothingLeft = async (page: Page): Promise<void> => {
    const list = () => page.evaluate(() => window.room.listSlots());
    const endMs = Date.now() + 50_000;
    while ((await list()).length > 0 && Date.now() < endMs) await page.waitForTimeout(50);
    expect(await list()).to.eql([]);
  };
  const status = (page: Page) => page.evaluate(() => window.room.client.status);
  const connections = (page: Page) => page.evaluate(() => window.room.connections);

  it('shows in one tab what is edited in another, and gets a large page in parts [LR1]', async () => {
    const [first, second] = await Promise.all([openTab(), openTab()]);
    const uuid = await addNote(first);
    await has(second, [uuid]);
    const large = await second.evaluate(() => window.room.addNotes(12, 'à la carte '.repeat(1800)));
    await saved(second);
    await has(first, large);
    const third = await openTab({ needsPage: true });
    await saved(third);
    await has(third, [uuid, ...large]);
    const contents = (page: Page) =>
      page.evaluate(
        (uuids) => uuids.map((id) => JSON.stringify(window.room.editor.blocks.get(id)?.content)),
        large,
      );
    expect(await contents(third)).to.eql(await contents(second));
    await third.evaluate((uuids) => void window.room.editor.remove(uuids), large);
    await saved(third);
  });

  it('keeps an edit that was made right before the tab was closed, with and without a connection [LR2, LR5]', async () => {
    const added: string[] = [];
    for (const isOffline of [false, true, false, true, false, true]) {
      const tab = await openTab({ isOffline });
      if (!isOffline) await saved(tab);
      added.push(await addNote(tab));
      await tab.close();
    }
    const later = await openTab();
    await has(later, added);
    await saved(later);
    await nothingLeft(later);
  });

  it('keeps an edit after which the tab did nothing any more before it ended [LR5]', async () => {
    const added: string[] = [];
    for (let round = 0; round < 3; round++) {
      const tab = await openTab({ isOffline: true });
      await tab.waitForFunction(() => window.room.client.clientId !== null);
      const noted = tab.waitForEvent('console', (message) => message.text().startsWith('added '));
      const busy = tab.evaluate(() => {
        // eslint-disable-next-line no-console -- the test cannot ask this tab for anything any more
        console.log(`added ${window.room.addNote()}`);
        for (;;);
      });
      busy.catch(() => undefined);
      added.push((await noted).text().slice('added '.length));
      await tab.close();
    }
    const later = await openTab();
    await has(later, added);
    // A tab that sends the edits of closed ones connects for each of them.
    await saved(later);
    await nothingLeft(later);
  });

  it('sends what is unsent when the page is being hidden [LR2]', async () => {
    const tab = await openTab();
    await saved(tab);
    const pending = await tab.evaluate(() => {
      const sent: string[] = [];
      // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its socket
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (data) {
        if (typeof data === 'string') sent.push(data);
        send.call(this, data);
      };
      window.room.addNote();
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      WebSocket.prototype.send = send;
      return sent.filter((data) => data.includes('"type":"ops"')).length;
    });
    expect(pending).to.equal(1);
  });

  it('connects at once when the network is back, without trusting the old connection [LR3]', async () => {
    const tab = await openTab();
    await saved(tab);
    const before = await connections(tab);
    await context.setOffline(true);
    await tab.waitForFunction(() => !navigator.onLine);
    const uuid = await addNote(tab);
    await context.setOffline(false);
    await tab.waitForFunction((count) => window.room.connections > count, before);
    await saved(tab);
    const other = await openTab({ needsPage: true });
    await has(other, [uuid]);
  });

  it('replaces a connection that has been silent while the computer slept, and keeps one that has not [LR3]', async () => {
    const tab = await openTab();
    await saved(tab);
    const before = await connections(tab);
    // Each at once, because the tab itself looks every 5 s whether it has slept.
    const awake = await tab.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      return window.room.connections;
    });
    expect(awake).to.equal(before);
    const asleep = await tab.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
      return window.room.connections;
    });
    expect(asleep).to.equal(before + 1);
    await saved(tab);
  });

  it('does not connect again and again to a page that does not exist [LR4]', async () => {
    const tab = await openTab({ roomOf: 2_000_000_000 });
    await tab.waitForFunction(() => window.room.client.status === 'refused');
    await addNote(tab);
    await tab.waitForTimeout(1500);
    const { refusals, count, pending } = await tab.evaluate(() => ({
      refusals: window.room.refusals,
      count: window.room.connections,
      pending: window.room.client.pendingCount,
    }));
    expect({ refusals, count, pending }).to.eql({
      refusals: ['page_does_not_exist'],
      count: 1,
      pending: 1,
    });
    await tab.close();
    const later = await openTab();
    await saved(later);
  });

  it('gives a reloaded tab its own edits again, and a duplicated tab others [LR6]', async () => {
    const original = await openTab({ isOffline: true });
    const uuid = await addNote(original);
    const session = await original.evaluate(() => JSON.stringify(sessionStorage));
    const duplicate = await context.newPage();
    await duplicate.goto(url);
    await duplicate.evaluate((values) => {
      const entries = Object.entries(JSON.parse(values) as Record<string, string>);
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
    }, session);
    await openIn(duplicate, { isOffline: true });
    expect(await missing(duplicate, [uuid])).to.eql([uuid]);
    const other = await addNote(duplicate);
    await openIn(original, { isOffline: true });
    await has(original, [uuid]);
    expect(await missing(original, [uuid, other])).to.eql([other]);
    await openIn(duplicate, { isOffline: true });
    await has(duplicate, [other]);
    await Promise.all([original.close(), duplicate.close()]);
    const later = await openTab();
    await has(later, [uuid, other]);
    await saved(later);
    await nothingLeft(later);
  });

  it('opens a page without a connection as it was last, with all edits, and sends them when it is back [LR9, LR11]', async () => {
    const tab = await openTab();
    const first = await addNote(tab);
    await saved(tab);
    await tab.evaluate(() => window.room.leave());
    await context.setOffline(true);
    await openIn(tab);
    expect(await tab.evaluate(() => window.room.isLocal)).to.equal(true);
    await has(tab, [first]);
    const second = await addNote(tab);
    await tab.close();
    const again = await openTab();
    await has(again, [first, second]);
    const third = await addNote(again);
    await context.setOffline(false);
    await saved(again);
    const other = await openTab({ needsPage: true });
    await has(other, [first, second, third]);
  });

  it('knows without Web Locks which tabs are open [LR6]', async () => {
    const [first, second] = await Promise.all([openTab(), openTab()]);
    const hold = (page: Page, waitMs = 0) =>
      page.evaluate(async (ms) => {
        const locks = window.channelLocks(
          'test',
          () => new Promise((resolve) => setTimeout(resolve, ms)),
        );
        return Promise.all(['a', 'b'].map(async (slot) => (await locks.take(slot)) !== null));
      }, waitMs);
    expect(await hold(first)).to.eql([true, true]);
    expect(await hold(second, 60_000), 'the first tab answers').to.eql([false, false]);
    await Promise.all([first.close(), second.close()]);
    expect(await hold(await openTab())).to.eql([true, true]);
  });

  it('stops connecting when the session has ended, and goes on after signing in again [LR4]', async () => {
    const tab = await openTab();
    await saved(tab);
    const cookies = await context.cookies();
    await context.clearCookies();
    await tab.evaluate(() => window.room.client.reconnect());
    await tab.waitForFunction(() => window.room.client.status === 'refused');
    expect(await tab.evaluate(() => window.room.refusals)).to.eql(['err_unauthorized']);
    const uuid = await addNote(tab);
    await context.addCookies(cookies);
    await tab.evaluate(() => window.room.client.reconnect());
    await saved(tab);
    const other = await openTab({ needsPage: true });
    await has(other, [uuid]);
    expect(await status(other)).to.equal('live');
  });
});
