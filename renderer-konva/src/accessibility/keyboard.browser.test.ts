import { expect } from 'chai';
import { readPixels } from '../testing/InputDriver.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';
import { settle } from '../testing/settle.ts';

/** Uses the canvas as a user without a pointer would. */
describe('the canvas with the keyboard alone', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();
  beforeEach(async () => {
    await canvas.page.evaluate(() => {
      // A test may have held some back.
      window.harness.holdTimers();
      window.harness.showBlocks(
        [
          ['star', 0.1],
          ['heart', 0.4],
          ['cloud', 0.7],
        ].map(([uuid, x]) => ({
          uuid: String(uuid),
          type: 'shape',
          altText: String(uuid),
          position: { x: Number(x), y: 0.05, width: 0.2, height: 0.2, rotationDeg: 0 },
        })),
      );
      window.editor.addSection();
    });
    await settle(canvas.page);
    await canvas.page.getByRole('treeitem', { name: 'cloud' }).waitFor({ state: 'attached' });
    await canvas.page.locator('[data-cobble-scroller]').focus();
  });

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await canvas.page.keyboard.press(key);
  };
  /** Waits until an item of the accessibility tree has the focus. */
  const focused = (name: string) =>
    canvas.page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      name,
    );
  const selection = () => canvas.page.evaluate(() => [...window.editor.selection]);
  const announced = (text: string | RegExp) =>
    canvas.page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
  const box = (uuid: string) =>
    canvas.page.evaluate((id) => {
      const at = window.editor.boxOf(id);
      return at && [at.x, at.y, at.width, at.height].map((each) => Math.round(each * 600));
    }, uuid);

  it('moves forwards and backwards with Tab, starts at the selection, and leaves before the first block [AY1]', async () => {
    await press('Tab');
    await focused('star');
    expect(await selection()).to.deep.equal(['star']);
    await press('Tab', 'Tab');
    await focused('cloud');
    await press('Shift+Tab');
    await focused('heart');
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await press('Tab');
    await focused('cloud');
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await press('Shift+Tab');
    await focused('heart');
    await press('Shift+Tab', 'Shift+Tab');
    expect(await canvas.page.evaluate(() => document.activeElement?.getAttribute('role'))).to.equal(
      'application',
    );
    await canvas.page.evaluate(() => {
      window.editor.clearSelection();
    });
    await press('Shift+Tab');
    expect(await canvas.page.evaluate(() => document.activeElement?.tagName)).to.equal('BODY');
  });

  it('marks the canvas that Tab has focused at all of its edges, over the page and its border [AY8]', async () => {
    const { page } = canvas;
    const frame = await page.locator('[data-cobble-canvas]').boundingBox();
    if (!frame) throw new Error('no canvas');
    const { x, y, width, height } = frame;
    const edges = [
      { x: x + width / 2, y, width: 40, height: 3 },
      { x: x + width / 2, y: y + height - 3, width: 40, height: 3 },
      { x, y: y + height / 2, width: 3, height: 40 },
      { x: x + width - 3, y: y + height / 2, width: 3, height: 40 },
    ];
    const marked = async () => {
      await settle(page);
      return Promise.all(
        edges.map(async (edge) => (await readPixels(page, edge)).count([43, 78, 255]) / 120),
      );
    };
    for (const style of [
      { backgroundColor: '#FFFFFF' },
      { border: { widthPx: 12, style: 'solid', color: '#2B8A3E' } } as const,
    ]) {
      await page.evaluate((next) => {
        window.editor.updatePage({ style: next }).unwrap();
      }, style);
      await press('Tab');
      await focused('star');
      expect(await marked(), 'a block has the focus').to.deep.equal([0, 0, 0, 0]);
      await press('Escape', 'Shift+Tab');
      await focused('Page canvas');
      expect(await marked()).to.deep.equal([1, 1, 1, 1]);
      await page.evaluate(() => {
        document.querySelector('[data-cobble-scroller]')?.scrollBy(0, 50);
      });
      expect(await marked(), 'scrolled').to.deep.equal([1, 1, 1, 1]);
    }
    await page.mouse.move(600, 500);
    await page.mouse.down();
    await page.mouse.up();
    expect(await marked(), 'the mouse needs no ring').to.deep.equal([0, 0, 0, 0]);
  });

  it("exposes a block's name, position and selection", async () => {
    await press('Tab');
    await focused('star');
    const tree = canvas.page.getByRole('tree', { name: 'Blocks on the page' });
    const star = tree.getByRole('treeitem', { name: 'star' });
    const attributes = await star.evaluate((element) =>
      Object.fromEntries(
        [...element.attributes]
          .filter(({ name }) => name.startsWith('aria-'))
          .map(({ name, value }) => [name.slice(5), value]),
      ),
    );
    expect(attributes).to.deep.equal({
      level: '2',
      posinset: '1',
      setsize: '3',
      selected: 'true',
      label: 'star',
      roledescription: 'shape',
      description: 'Section 1, 60 from the left, 30 from the top, 120 wide, 120 high',
    });
  });

  it('moves, resizes, rotates, reorders and locks, and announces each [KB5]', async () => {
    await press('Tab', 'Shift+ArrowRight');
    await announced('star: Section 1, 68 from the left');
    await press('Control+Shift+ArrowRight', 'Control+ArrowUp');
    expect(await box('star')).to.deep.equal([68, 30, 128, 119]);
    await announced('star: 128 wide, 119 high');
    await press('Shift+>');
    await announced('star rotated to 15 degrees');
    await press('Alt+Shift+<');
    await announced('star rotated to 14 degrees');
    await press(']');
    await announced('star: at the front');
    await press('Alt+[');
    await announced('star: 2 of 3, counted from the back');
    await press('Control+Shift+l');
    await announced('star locked');
    await press('ArrowRight', 'Control+Shift+l');
    await announced('star unlocked');
    expect(await box('star')).to.deep.equal([68, 30, 128, 119]);
    await press('Control+z');
    await announced('Undone. Star locked');
  });

  it('announces edits even if the host passes new messages with each one', async () => {
    await canvas.page.evaluate(() => {
      window.harness.renderOnChange();
    });
    await settle(canvas.page);
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await press('Tab');
    await focused('star');
    await press('Shift+ArrowRight');
    await announced('star: Section 1, 68 from the left');
  });

  it('does not announce each repetition of a held key', async () => {
    await press('Tab');
    await focused('star');
    // The delay of announcements would end between two keys on a slow machine.
    await canvas.page.evaluate(() => {
      window.harness.holdTimers(250);
    });
    await canvas.page.evaluate(() => {
      const announcements: string[] = [];
      Object.assign(window, { announcements });
      const status = document.querySelector('[data-cobble-announcer]');
      if (status)
        new MutationObserver(() => announcements.push(status.textContent)).observe(status, {
          childList: true,
          subtree: true,
          characterData: true,
        });
    });
    await canvas.page.keyboard.down('ArrowDown');
    for (let count = 0; count < 20; count += 1) await canvas.page.keyboard.down('ArrowDown');
    await canvas.page.keyboard.up('ArrowDown');
    const announcements = () =>
      canvas.page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);
    expect(await announcements(), 'while the key is held').to.eql([]);
    expect(await canvas.page.evaluate(() => window.harness.endTimers())).to.equal(1);
    const last = 'star: Section 1, 60 from the left, 51 from the top, 120 wide, 120 high';
    await announced(last);
    expect(await announcements()).to.eql([last]);
  });

  it('selects several blocks with Space, groups them, enters and leaves the group, and ungroups', async () => {
    await press('Tab', 'Space', 'Tab', 'Tab');
    await focused('cloud');
    expect(await selection()).to.deep.equal(['star', 'cloud']);
    await announced('2 blocks selected');
    await press('Control+g');
    await announced('2 blocks grouped');
    await canvas.page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-roledescription') === 'group',
    );
    expect(await canvas.page.evaluate(() => document.activeElement?.ariaExpanded)).to.equal(
      'false',
    );
    await press('Enter');
    await focused('star');
    expect(await canvas.page.evaluate(() => document.activeElement?.ariaLevel)).to.equal('3');
    await press('Tab');
    await focused('cloud');
    await press('ArrowRight');
    expect((await box('cloud'))?.[0]).to.equal(421);
    await press('Escape');
    await canvas.page.waitForFunction(
      () => document.activeElement?.getAttribute('aria-roledescription') === 'group',
    );
    await press('Control+Shift+g');
    await announced('2 blocks ungrouped');
    expect(await selection()).to.have.members(['star', 'cloud']);
  });

  it('deselects with Space', async () => {
    await press('Tab', 'Space', 'Tab', 'Space', 'Space');
    expect(await selection()).to.deep.equal(['star']);
    expect(await canvas.page.locator('[data-cobble-focus-ring="heart"]').count()).to.equal(1);
    await press('Enter');
    expect(await selection()).to.deep.equal(['heart']);
  });

  it('edits text and returns to its block', async () => {
    await canvas.page.evaluate(() =>
      window.editor.add({ type: 'sticky-note', uuid: 'note', position: { x: 0.1, y: 0.4 } }),
    );
    await press('Tab');
    await canvas.page.getByRole('treeitem', { name: 'sticky note' }).waitFor({ state: 'attached' });
    await canvas.page.locator('[data-block-item="note"]').focus();
    await press('Enter');
    await canvas.page.locator('.ProseMirror').waitFor();
    await canvas.page.keyboard.type('Bread');
    await press('Escape');
    await canvas.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-block-item') === 'note',
    );
    await focused('Bread');
  });

  it('says nothing about the earlier text of a block whose text is being edited [AY6]', async () => {
    const status = () =>
      canvas.page.evaluate(() => document.querySelector('[data-cobble-announcer]')?.textContent);
    const saysNothing = () =>
      canvas.page.waitForFunction(
        () => document.querySelector('[data-cobble-announcer]')?.textContent === '',
      );
    await canvas.page.evaluate(() => {
      window.editor.add({ type: 'text', uuid: 'text', position: { x: 0.1, y: 0.4 } });
      window.editor.select('text');
    });
    await announced('Lorem Ipsum selected');
    await canvas.page.evaluate(() => window.editor.startTextEditing('text'));
    await canvas.page.locator('.ProseMirror').waitFor();
    await saysNothing();
    await canvas.page.keyboard.type('Bread');
    expect(await status()).to.equal('');
    const field = canvas.page.getByRole('textbox', { name: 'text', exact: true });
    expect(await field.getAttribute('aria-description')).to.equal('Press Escape to stop editing');
    await press('Escape');
    await focused('Bread');
    await canvas.page.evaluate(() => {
      window.editor.setLocked(true, 'star');
      window.editor.select('text');
      window.editor.startTextEditing('text');
    });
    await announced('star locked');
    expect(await status()).not.to.contain('Bread');
    await press('Escape');
  });

  it('focuses the neighbour of a deleted block, a restored block and a duplicate', async () => {
    await press('Tab', 'Tab', 'Delete');
    await announced('heart deleted');
    await focused('cloud');
    expect(await selection()).to.deep.equal([]);
    expect(await canvas.page.locator('[data-cobble-focus-ring="cloud"]').count()).to.equal(1);
    await press('Control+z');
    await announced('Undone. Heart added');
    await focused('heart');
    await press('Control+d');
    await announced(/^heart added/);
    const [copy] = await selection();
    await canvas.page.waitForFunction(
      (uuid) => document.activeElement?.getAttribute('data-block-item') === uuid,
      copy,
    );
    expect(copy).not.to.equal('heart');
  });

  it('reaches sections with Esc, resizes and reorders them, and moves blocks between them', async () => {
    await press('Tab', 'Escape');
    await focused('Section 1');
    expect(await selection()).to.deep.equal([]);
    expect(await canvas.page.locator('[data-cobble-focus-ring]').count()).to.equal(1);
    const height = () =>
      canvas.page.evaluate(() => {
        const [first = ''] = window.editor.sectionIds;
        return Math.round((window.editor.boxOf(first)?.height ?? 0) * 600);
      });
    const before = await height();
    await press('Control+Shift+ArrowDown', 'Control+ArrowDown');
    expect(await height()).to.equal(before + 9);
    await announced(`Section 1: ${String(before + 9)} high, 3 blocks`);
    await press('ArrowDown');
    await focused('Section 2');
    await press('ArrowUp', 'Enter');
    await focused('star');
    await press('Alt+ArrowDown');
    await announced('star moved to Section 2');
    await press('Escape');
    await focused('Section 2');
    await press('Alt+ArrowUp');
    await announced('Section 1 and Section 2 changed places');
    await focused('Section 1');
    await canvas.page.evaluate(() => {
      window.editor.onRefusal((code) => (document.title = code));
    });
    await press('Delete');
    await announced('Section deleted');
    await focused('Section 1');
    await press('Delete');
    await canvas.page.waitForFunction(() => document.title === 'cannot_delete_last_section');
    await focused('Section 1');
  });

  it('runs what a host has bound to a key of a focused section, once, instead of the section’s own [M29]', async () => {
    await press('Tab', 'Escape');
    await focused('Section 1');
    await canvas.page.evaluate(() => {
      const runs: string[] = [];
      Object.assign(window, { runs });
      for (const key of ['ArrowDown', 'Alt+ArrowDown', 'Enter', 'Delete'])
        window.editor.bindKeys({ [key]: () => void runs.push(key) });
    });
    await press('ArrowDown', 'Alt+ArrowDown', 'Enter', 'Delete');
    await focused('Section 1');
    const [runs, sections] = await canvas.page.evaluate(() => [
      Reflect.get(window, 'runs') as string[],
      window.editor.sectionIds.length,
    ]);
    expect(runs).to.eql(['ArrowDown', 'Alt+ArrowDown', 'Enter', 'Delete']);
    expect(sections).to.equal(2);
  });

  it('moves the focus to the selected block when it returns from another element', async () => {
    await press('Tab', 'Tab');
    await focused('heart');
    await canvas.page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('button'), { id: 'elsewhere' }));
    });
    await canvas.page.locator('#elsewhere').focus();
    await press('Escape');
    await canvas.page.locator('[data-cobble-scroller]').focus();
    await focused('heart');
    await canvas.page.locator('#elsewhere').evaluate((button) => {
      button.remove();
    });
  });

  it('names a shape without alternative text by its shape', async () => {
    await canvas.page.evaluate(() => {
      window.editor.add({ type: 'shape', content: { shapeType: 'comment bubble' } });
    });
    await canvas.page
      .getByRole('treeitem', { name: 'comment bubble' })
      .waitFor({ state: 'attached' });
  });
});
