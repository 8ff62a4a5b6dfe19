import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../testing/eventually.ts';
import { useHarnessPage } from '../../testing/useHarnessPage.ts';
import type { RoomMember } from '../testing/LoopbackRoom.ts';

/** A folder for pictures, to look at them. */
const SCREENSHOTS = process.env['COBBLE_SCREENSHOTS'];
const NAMES = ['Ada Lovelace', 'Ben Okri', 'Chiaki', 'Dora Maar', 'Ed', 'Fatima Al-Fihri', 'Grace'];

declare global {
  interface Window {
    others: readonly RoomMember[];
  }
}

describe('the people in the page bar', function () {
  this.timeout(60_000);
  const shown = useHarnessPage({ app: 'editor', hash: 'room', isFresh: true });
  let page: Page;

  beforeEach(async () => {
    ({ page } = shown);
    await page.waitForFunction(() => window.inRoom.client.status === 'live');
  });

  /** Lets people join the room, whose cursors are on the page. */
  const join = async (count: number): Promise<void> => {
    await page.evaluate(
      (names) => {
        window.others = names.map((name, index) =>
          window.inRoom.room.join({ accountId: 10 + index, name }),
        );
      },
      NAMES.slice(0, count),
    );
    await page.waitForFunction((expected) => window.inRoom.client.peers.size === expected, count);
    await page.evaluate(() => {
      for (const [index, { client }] of window.others.entries())
        client.sendCursor({ x: 0.15 + 0.1 * index, y: 0.12 + 0.06 * (index % 3) });
    });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const following = () => page.evaluate(() => window.inRoom.client.people.following);
  /** Lets the first of the others follow the user. */
  const beFollowed = () =>
    page.evaluate(() => {
      window.others[0]?.client.people.follow(window.inRoom.client.clientId ?? '');
    });
  const show = async (name: string) => {
    if (SCREENSHOTS === undefined) return;
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
  };

  it('have at most five avatars, whose press offers to follow them until Escape [PR10, PR11]', async () => {
    await join(7);
    await button('7 other people on this page').waitFor();
    for (const name of NAMES.slice(0, 5)) await button(name).waitFor();
    expect(await button('Fatima Al-Fihri').count()).to.equal(0);
    await page.evaluate(() => {
      window.store.editor.add({ uuid: 's', type: 'shape' } as never).unwrap();
      window.store.editor.clearSelection();
    });
    await page.waitForFunction(() => window.others[1]?.editor.blocks.has('s') === true);
    await page.evaluate(() => {
      window.others[1]?.editor.select(['s']);
    });
    await page.waitForSelector('[data-cobble-person-outline]', { state: 'attached' });
    await show('people-1280');
    await button('7 other people on this page').click();
    await page.getByRole('dialog', { name: 'People on this page' }).waitFor();
    expect(await page.locator('[data-cobble-person]').count()).to.equal(7);
    await show('people-list-1280');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'People on this page' }).waitFor({ state: 'detached' });
    await button('Ben Okri').click();
    await button('Follow Ben Okri').click();
    await page.evaluate(() => {
      window.others[1]?.client.people.sendView({ x: 0.1, y: 0.1, width: 0.8, height: 0.5 });
    });
    await page.getByText('Following Ben Okri · Esc to stop').waitFor();
    await page.waitForFunction(() => window.store.view.zoom > 1.1);
    await show('following-1280');
    await page.keyboard.press('Escape');
    expect(await following()).to.equal(null);
    await button('Ben Okri').click();
    await button('Follow Ben Okri').click();
    await page.keyboard.press('Control+.');
    await page.waitForFunction(() => window.store.mode === 'previewing');
    await eventually(async () => {
      expect(await following(), 'preview').to.equal(null);
    });
  });

  it('say who follows, and stop them with one press [PR12]', async () => {
    await join(2);
    await beFollowed();
    await page.getByText('Ada Lovelace is following you').first().waitFor();
    await show('followed-1280');
    await button('Stop all followers').click();
    await page.waitForFunction(() => window.others[0]?.client.people.following === null);
    await beFollowed();
    await button('Ada Lovelace').click();
    await page.getByText("Can't follow you").waitFor();
    await button('Allow Ada Lovelace to follow you again').click();
    await page.waitForFunction(() => {
      const id = window.inRoom.client.clientId ?? '';
      return window.others[0]?.client.people.mayFollow(id);
    });
  });

  it('have a switch for quiet mode, which the bar shows [PR15]', async () => {
    await join(1);
    await button('1 other person on this page').click();
    await page.getByRole('switch', { name: 'Quiet mode' }).click();
    await page.getByText('Others see that someone is here').waitFor();
    await page.waitForFunction(() => {
      const [peer] = window.others[0]?.client.peers.values() ?? [];
      return peer?.quiet === true && peer.name === undefined;
    });
    await show('quiet-1280');
    await page.keyboard.press('Escape');
    await button('1 other person on this page. Quiet mode is on').waitFor();
  });

  it('are below the page bar on phones, where quiet mode can be turned on before anyone is here [PR11, PR18]', async () => {
    await page.setViewportSize({ width: 375, height: 667 });
    const phone = page.locator('button[data-cobble-people]');
    await show('alone-375');
    await phone.click();
    await page.getByText('Nobody else is on this page').waitFor();
    const quiet = page.getByRole('switch', { name: 'Quiet mode' });
    await quiet.click();
    await show('alone-quiet-375');
    await quiet.click();
    await page.getByRole('button', { name: 'Done' }).click();
    await join(5);
    await phone.waitFor();
    await beFollowed();
    await show('people-375');
    await eventually(async () => {
      const box = await phone.boundingBox();
      expect(box?.height).to.be.at.least(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.below(300);
    });
    await phone.click();
    await page.getByRole('dialog', { name: 'People on this page' }).waitFor();
    expect(await page.locator('[data-cobble-person]').count()).to.equal(5);
    await show('people-list-375');
    await button('Follow Ben Okri').click();
    await page.getByText('Following Ben Okri · Esc to stop').waitFor();
    await show('following-375');
    await button('Stop').click();
    expect(await following()).to.equal(null);
  });
});
