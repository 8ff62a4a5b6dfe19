import { expect } from 'chai';
import type { NewBlock, Point } from '@cobble/engine';
import { eventually } from '../testing/eventually.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

const BLOCKS: readonly NewBlock[] = [
  { uuid: 'a', type: 'shape', position: { x: 0.2, y: 0.2, width: 0.2, height: 0.15 } },
  {
    uuid: 't',
    type: 'text',
    position: { x: 0.5, y: 0.3, width: 0.3, height: 0.1 },
    content: {
      text: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello you' }] }],
      },
    },
  },
];

declare global {
  interface Window {
    /** What has changed on the second canvas: the attribute of a cursor, or another element. */
    changed: string[];
  }
}

describe('two people on one page', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness({ width: 1280, height: 800 });

  /** Ada on the left, Ben on the right, who has zoomed in and scrolled. */
  const show = async (): Promise<void> => {
    await canvas.page.evaluate((blocks) => {
      window.harness.showRoom(blocks, ['Ada Lovelace', 'Ben'], { props: [{}, { zoom: 1.5 }] });
    }, BLOCKS as NewBlock[]);
    await canvas.page.waitForFunction(() =>
      window.members.every(({ client }) => client.status === 'live' && client.peers.size === 1),
    );
    await canvas.page.evaluate(() => window.harness.settle());
  };
  /** Scrolls Ben's canvas. */
  const scroll = (left: number, top: number) =>
    canvas.page.evaluate(
      ([x, y]) => {
        document
          .querySelector('[data-member="1"] [data-cobble-scroller]')
          ?.scrollTo(x ?? 0, y ?? 0);
      },
      [left, top],
    );
  /** The point of the page at a client position on someone's canvas. */
  const pageAt = (member: number, at: Point): Promise<Point> =>
    canvas.page.evaluate(
      ([index, { x, y }]) => {
        const scroller = document.querySelector(
          `[data-member="${String(index)}"] [data-cobble-scroller]`,
        );
        const spacer = scroller?.firstElementChild?.getBoundingClientRect();
        if (!scroller || !spacer) throw new Error('there is no canvas');
        const zoom = Number(scroller.getAttribute('data-zoom'));
        const unit = Math.min(scroller.clientWidth, 1366) * zoom;
        const left = spacer.left + Math.round((spacer.width - unit) / 2);
        return { x: (x - left) / unit, y: (y - spacer.top) / unit };
      },
      [member, at] as const,
    );
  const rectOf = (selector: string) =>
    canvas.page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { x, y } = element.getBoundingClientRect();
        return { x, y };
      });
  /** The left edge of a block on Ben's page. */
  const leftOf = (uuid: string): Promise<number> =>
    canvas.page.evaluate((id) => window.ben.editor.boxOf(id)?.x ?? NaN, uuid);

  it("see each other's cursor at the same place of the page, whatever their scroll and zoom [PR3]", async () => {
    await show();
    await scroll(150, 120);
    await canvas.page.mouse.move(300, 260);
    const cursor = '[data-member="1"] [data-cobble-cursor]';
    await canvas.page.waitForFunction(
      (query) => document.querySelector<HTMLElement>(query)?.style.display === '',
      cursor,
    );
    const sent = await pageAt(0, { x: 300, y: 260 });
    // The cursor may still be moving there.
    await eventually(async () => {
      const seen = await pageAt(1, await rectOf(cursor));
      expect(seen.x).to.be.closeTo(sent.x, 0.003);
      expect(seen.y).to.be.closeTo(sent.y, 0.003);
    });
    expect(await canvas.page.textContent(cursor)).to.equal('Ada Lovelace');
    expect(
      await canvas.page.locator('[data-member="0"] [data-cobble-cursor]').isVisible(),
    ).to.equal(false);
    await canvas.page.mouse.move(900, 300);
    await canvas.page.waitForFunction(
      (query) => document.querySelector<HTMLElement>(query)?.style.display === 'none',
      cursor,
    );
  });

  it('see no cursor of a finger, nor of a mouse that has left the canvas [PR4]', async () => {
    await show();
    const hasCursor = (expected: boolean) =>
      canvas.page.waitForFunction((wanted) => {
        const [peer] = window.ben.client.people.peers.values();
        return (peer?.cursor != null) === wanted;
      }, expected);
    await canvas.page.mouse.move(300, 260);
    await hasCursor(true);
    await canvas.page.mouse.move(900, 300);
    await hasCursor(false);
    await canvas.page.evaluate(() => {
      const scroller = document.querySelector('[data-member="0"] [data-cobble-scroller]');
      const touch = { pointerType: 'touch', clientX: 200, clientY: 200, bubbles: true };
      scroller?.dispatchEvent(new PointerEvent('pointermove', touch));
      // Is sent together with a cursor, if there is one.
      window.ada.editor.select(['a']);
    });
    const cursors = await canvas.page.waitForFunction(() => {
      const peers = [...window.ben.client.people.peers.values()];
      return peers.some(({ selection }) => selection?.includes('a')) && peers;
    });
    expect(
      await cursors.evaluate((peers) => peers && peers.map(({ cursor = null }) => cursor)),
    ).to.eql([null]);
  });

  it('see a cursor move without anything being rendered, and jump with reduced motion [PR16]', async () => {
    await show();
    await canvas.page.mouse.move(300, 260);
    const cursor = '[data-member="1"] [data-cobble-cursor]';
    await canvas.page.waitForFunction(
      (query) => document.querySelector<HTMLElement>(query)?.style.display === '',
      cursor,
    );
    await canvas.page.locator('[data-member="1"] [data-cobble-presence]').evaluate((layer) => {
      window.changed = [];
      new MutationObserver((records) => {
        window.changed.push(
          ...records.map(({ target, attributeName }) => {
            const isCursor =
              target instanceof HTMLElement && target.dataset['cobbleCursor'] !== undefined;
            return isCursor ? (attributeName ?? '') : target.nodeName;
          }),
        );
      }).observe(layer, {
        ...{ subtree: true, childList: true, attributes: true, characterData: true },
      });
    });
    await canvas.page.mouse.move(400, 300, { steps: 20 });
    await canvas.page.waitForFunction(() => window.changed.length > 5);
    expect(await canvas.page.evaluate(() => [...new Set(window.changed)])).to.eql(['style']);
    await canvas.page.emulateMedia({ reducedMotion: 'reduce' });
    // What was reported before has arrived.
    await canvas.page.evaluate(() => {
      window.ada.client.sendCursor({ x: 0.5, y: 0.5 });
    });
    await canvas.page.waitForFunction(() =>
      [...window.ben.client.peers.values()].some(({ cursor }) => cursor?.x === 0.5),
    );
    const places = await canvas.page.locator(cursor).evaluate(async (element: HTMLElement) => {
      await new Promise(requestAnimationFrame);
      const seen = new Set([element.style.transform]);
      // Every place at which it has been, however many of them there are between two frames.
      const places = new MutationObserver(() => seen.add(element.style.transform));
      places.observe(element, { attributes: true });
      window.ada.client.sendCursor({ x: 0.9, y: 0.9 });
      while (seen.size === 1) await new Promise(requestAnimationFrame);
      for (let count = 0; count < 10; count += 1) await new Promise(requestAnimationFrame);
      places.disconnect();
      return seen.size;
    });
    expect(places).to.equal(2);
    await canvas.page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('see no name beside a cursor that rests, which would cover a text for as long as its owner is away, until it moves again [PR20]', async () => {
    await show();
    await canvas.page.mouse.move(300, 260);
    const cursor = canvas.page.locator('[data-member="1"] [data-cobble-cursor]');
    const isNamed = (opacity: string) =>
      canvas.page.waitForFunction((wanted) => {
        const name = document.querySelector('[data-member="1"] [data-cobble-cursor] div');
        return name !== null && getComputedStyle(name).opacity === wanted;
      }, opacity);
    await isNamed('0');
    expect(await cursor.locator('svg').isVisible(), 'the arrow').to.equal(true);
    await cursor.evaluate((element: HTMLElement) => {
      window.changed = [];
      new MutationObserver(() => {
        window.changed.push(element.style.getPropertyValue('--cobble-name-opacity'));
      }).observe(element, { attributes: true });
    });
    await canvas.page.mouse.move(320, 260);
    await canvas.page.waitForFunction(() => window.changed.includes('1'));
    await isNamed('0');
  });

  it('see what the other has selected and is moving, live [PR5, PR6]', async () => {
    await show();
    const at = await canvas.page.evaluate(() => window.harness.clientBoxOf('a'));
    await canvas.page.mouse.move(at.x + 10, at.y + 10);
    await canvas.page.mouse.down();
    await canvas.page.mouse.move(at.x + 60, at.y + 40, { steps: 4 });
    const x = await leftOf('a');
    const outline = '[data-member="1"] [data-cobble-person-outline="selection"] rect';
    let steps = 0;
    // Each move is reported by itself, and the first ones have hardly moved the block.
    await eventually(async () => {
      steps += 1;
      await canvas.page.mouse.move(at.x + 60 + (steps % 2), at.y + 40);
      const before = await pageAt(1, await rectOf(outline));
      expect(before.x, 'before the gesture ends').to.be.above(x + 0.05);
      const moving = canvas.page.locator('[data-member="1"] [data-cobble-moving]');
      expect(await moving.count()).to.equal(1);
    });
    expect(await leftOf('a'), 'before the gesture ends').to.equal(x);
    await canvas.page.mouse.up();
    await canvas.page.waitForFunction(
      (old) => (window.ben.editor.boxOf('a')?.x ?? 0) > old + 0.05,
      x,
    );
    await canvas.page.waitForFunction(
      () => document.querySelector('[data-member="1"] [data-cobble-moving]') === null,
    );
    expect(await canvas.page.textContent('[data-member="1"] [data-cobble-person-tag]')).to.equal(
      'Ada Lovelace',
    );
  });

  it('see the caret in a text and who has locked it, and cannot edit it meanwhile [PR7, PR8]', async () => {
    await show();
    await canvas.page.evaluate(() => {
      window.ada.editor.startTextEditing('t');
    });
    const caret = '[data-member="1"] [data-cobble-caret]';
    await canvas.page.waitForSelector(caret, { state: 'attached' });
    await canvas.page.waitForSelector('[data-member="1"] [data-cobble-person-tag="lock"]');
    await canvas.page.keyboard.press('Home');
    await canvas.page.waitForFunction((query) => {
      const found = document.querySelector(query);
      return (
        found?.parentElement?.textContent !== undefined &&
        found.previousSibling?.textContent !== 'Hello you'
      );
    }, caret);
    const left = await leftOf('t');
    await eventually(async () => {
      const place = await pageAt(1, await rectOf(caret));
      expect(place.x).to.be.closeTo(left, 0.02);
    });
    await canvas.page.keyboard.press('Shift+End');
    const selected = canvas.page.locator('[data-member="1"] [data-cobble-text-of-other] mark');
    await selected.waitFor({ state: 'attached' });
    await eventually(async () => {
      expect((await selected.boundingBox())?.width).to.be.above(50);
    });
    await canvas.page
      .locator('[data-member="1"] [data-block-item="t"]')
      .and(canvas.page.locator('[aria-description*="Ada Lovelace is editing it"]'))
      .waitFor({ state: 'attached' });
    const refused = await canvas.page.evaluate(() => window.ben.editor.remove(['t']));
    expect(refused).to.include({ ok: false, code: 'block_locked' });
    await canvas.page.keyboard.press('Escape');
    await canvas.page.waitForSelector('[data-member="1"] [data-cobble-person-tag="lock"]', {
      state: 'detached',
    });
  });

  it('follow each other until they scroll, zoom, edit or press Escape [PR9, PR10, PR16]', async () => {
    await show();
    const middleOf = (member: number) => pageAt(member, { x: member * 640 + 320, y: 400 });
    const follow = async (): Promise<void> => {
      await canvas.page.evaluate(() => {
        window.ada.client.people.follow(window.ben.client.clientId ?? '');
      });
      await canvas.page.waitForSelector('[data-member="0"] [data-cobble-following]');
    };
    const isFollowing = () =>
      canvas.page.evaluate(() => window.ada.client.people.following !== null);
    for (const [reducedMotion, top] of [
      ['reduce', 500],
      ['no-preference', 200],
    ] as const) {
      await canvas.page.emulateMedia({ reducedMotion });
      await follow();
      await scroll(200, top);
      const target = await middleOf(1);
      while (Math.abs((await middleOf(0)).y - target.y) > 0.01);
    }
    expect(await canvas.page.evaluate(() => window.ben.client.people.followers.length)).to.equal(1);
    await canvas.page.click('[data-member="0"] [data-cobble-scroller]', {
      position: { x: 20, y: 20 },
    });
    expect(await isFollowing(), 'pressed').to.equal(false);
    await follow();
    await canvas.page.mouse.move(300, 300);
    await canvas.page.mouse.wheel(0, 100);
    await canvas.page.waitForSelector('[data-cobble-following]', { state: 'detached' });
    await follow();
    await canvas.page.keyboard.press('Escape');
    expect(await isFollowing(), 'Escape').to.equal(false);
    await follow();
    await canvas.page.evaluate(() => window.ada.editor.nudge(1, 0, ['a']));
    expect(await isFollowing(), 'edited').to.equal(false);
    await follow();
    await canvas.page.click('.cobble-following-stop');
    expect(await isFollowing(), 'button').to.equal(false);
    await canvas.page.waitForFunction(() =>
      [...document.querySelectorAll('[data-cobble-presence-announcer]')].some(({ textContent }) =>
        textContent.includes('No longer following Ben'),
      ),
    );
  });

  it("are told apart from the user's own other tab when their edits are announced [PR17]", async () => {
    await canvas.page.evaluate((blocks) => {
      window.harness.showRoom(blocks, ['Ada', 'Ada', 'Ben'], { columns: ['1fr'] });
    }, BLOCKS as NewBlock[]);
    await canvas.page.waitForFunction(() =>
      window.members.every(({ client }) => client.status === 'live' && client.peers.size === 2),
    );
    // Only then, the canvas listens to edits.
    await canvas.page.evaluate(() => window.harness.settle());
    const announced = canvas.page.locator('[data-cobble-announcer]');
    for (const [member, prefix] of [
      [1, 'Your other tab or device: '],
      [2, 'Someone else: '],
    ] as const) {
      await canvas.page.evaluate((index) => {
        window.members[index]?.editor.nudge(1, 0, ['a']).unwrap();
      }, member);
      await announced.filter({ hasText: prefix }).waitFor({ state: 'attached' });
    }
  });
});
