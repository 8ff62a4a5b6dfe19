import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';
import { type Harness, type HarnessPage, startHarness } from '../testing/startHarness.ts';
import { settle } from '../testing/settle.ts';

describe('writing in any language, by any means', function () {
  this.timeout(30_000);
  let harness: Harness;
  let opened: HarnessPage;
  let page: Page;
  let client: CDPSession;

  before(async () => {
    harness = await startHarness();
    opened = await harness.open();
    ({ page } = opened);
    page.setDefaultTimeout(10_000);
    client = await page.context().newCDPSession(page);
  });
  beforeEach(async () => {
    await page.evaluate(() => {
      window.harness.showBlocks([
        {
          type: 'text',
          uuid: 'text1',
          position: { x: 0.1, y: 0.1, width: 0.7, rotationDeg: 0 },
          content: {
            text: {
              type: 'doc',
              content: [
                {
                  type: 'paragraph',
                  attrs: { textAlign: null },
                  content: [{ type: 'text', text: 'ab' }],
                },
              ],
            },
          },
        },
      ]);
    });
    await settle(page);
  });
  afterEach(() => {
    expect(opened.errors).to.deep.equal([]);
  });
  after(() => harness.stop());

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const edit = async (): Promise<void> => {
    await page.evaluate(() => window.editor.startTextEditing('text1'));
    await page.waitForFunction(() => window.harness.session() !== null);
  };
  const leave = async (): Promise<void> => {
    await press('Escape');
    await page.waitForFunction(() => window.harness.session() === null);
  };
  const text = async (): Promise<RichText> => {
    const content = await page.evaluate(() => window.editor.blocks.get('text1')?.content);
    return (content as { text: RichText }).text;
  };
  const lines = async (): Promise<string[]> =>
    ((await text()).content ?? []).map((block) =>
      (block.content ?? []).map((run) => (run.type === 'hard_break' ? '/' : run.text)).join(''),
    );
  const insert = (words: string) => client.send('Input.insertText', { text: words });
  const compose = (words: string) =>
    client.send('Input.imeSetComposition', {
      text: words,
      selectionStart: words.length,
      selectionEnd: words.length,
    });
  const closeToCanvas = async (): Promise<void> => {
    await settle(page);
    const boxes = await page.evaluate(() => window.harness.compareEdited());
    expect(boxes?.worstX, 'across').to.be.below(0.6);
    expect(boxes?.worstY, 'down').to.be.below(0.6);
  };

  it('composes in the middle of words, and undoes it as one', async () => {
    await edit();
    await press('ArrowRight', 'ArrowLeft');
    for (const step of ['ｎ', 'に', 'にほ', 'にほん', '日本']) await compose(step);
    await insert('日本');
    expect(await lines()).to.deep.equal(['a日本b']);
    await page.keyboard.type('!');
    await leave();
    expect(await lines()).to.deep.equal(['a日本!b']);
    await press('Control+z');
    expect(await lines(), 'leaving made one entry').to.deep.equal(['ab']);
    await press('Control+Shift+z');
    expect(await lines()).to.deep.equal(['a日本!b']);
  });

  it('takes a composition that was given up back', async () => {
    await edit();
    await press('ArrowRight');
    await compose('한');
    await compose('');
    await insert('');
    await page.keyboard.type('c');
    expect(await lines()).to.deep.equal(['abc']);
  });

  it('goes over and deletes an emoji of several as one', async () => {
    await edit();
    await press('ArrowRight');
    for (const emoji of ['👩‍👩‍👧', '👍🏽', '🇨🇭']) {
      await insert(emoji);
      await press('ArrowLeft');
      await page.keyboard.type('x');
      expect(await lines()).to.deep.equal([`abx${emoji}`]);
      await press('Backspace', 'ArrowRight', 'Backspace');
      expect(await lines(), emoji).to.deep.equal(['ab']);
    }
  });

  it('writes from right to left and mixed, where the canvas paints it', async () => {
    await edit();
    for (const words of [
      'שלום עולם',
      'مرحبا بالعالم',
      'שלום Cobble 2026, עולם',
      'Hello שלום world',
    ]) {
      await press('Control+a');
      await insert(words);
      expect(await lines()).to.deep.equal([words]);
      await closeToCanvas();
    }
    await press('Control+a');
    await insert('שלום');
    const caret = () =>
      page.evaluate(() => {
        const range = getSelection()?.getRangeAt(0);
        return range?.getBoundingClientRect().left ?? 0;
      });
    await press('Home');
    const start = await caret();
    await press('End');
    expect(await caret(), 'the end is left of the start').to.be.below(start);
  });

  it('asks the browser to spell and correct, and says whose words they are', async () => {
    await edit();
    const field = page.getByRole('textbox', { name: 'ab' });
    const attributes = await field.evaluate((element) =>
      ['spellcheck', 'autocorrect', 'autocapitalize', 'aria-multiline'].map((each) =>
        element.getAttribute(each),
      ),
    );
    expect(attributes).to.deep.equal(['true', 'on', 'sentences', 'true']);
  });

  it('breaks lines by Shift+Enter, paragraphs by Enter, and indents lists by Tab', async () => {
    await edit();
    await press('ArrowRight', 'Shift+Enter');
    await page.keyboard.type('c');
    await press('Enter');
    await page.keyboard.type('- one');
    await press('Enter');
    await page.keyboard.type('two');
    await press('Tab');
    expect((await lines())[0]).to.equal('ab/c');
    const depth = async () => JSON.stringify(await text()).split('"bullet_list"').length - 1;
    expect(await depth()).to.equal(2);
    await press('Tab');
    expect(await depth(), 'no deeper, and not out of the text').to.equal(2);
    await press('Shift+Tab');
    expect(await depth()).to.equal(1);
    expect(await page.evaluate(() => window.harness.session() !== null)).to.equal(true);
  });

  it('is left by Tab where there is nothing to indent, and keeps what was typed', async () => {
    await edit();
    await page.keyboard.type('Bread');
    await press('Tab');
    await page.waitForFunction(() => window.harness.session() === null);
    expect(await lines()).to.deep.equal(['Bread']);
    await page.waitForFunction(
      () => document.activeElement?.getAttribute('data-mirror') === 'text1',
    );
  });

  it('goes away when it is left empty, as if nothing had been done, and comes back by undo', async () => {
    // A text that was only just added would be forgotten with its adding.
    await page.evaluate(() => {
      window.editor.select(['text1']);
      window.editor.nudge(1, 0);
    });
    await edit();
    await press('Backspace');
    await leave();
    expect(await page.evaluate(() => window.editor.blocks.has('text1'))).to.equal(false);
    await page.evaluate(() => {
      window.editor.undo();
    });
    expect(await lines()).to.deep.equal(['ab']);
  });

  it('keeps the caret above a phone’s keyboard', async () => {
    await page.evaluate(() => {
      window.editor.update('text1', { position: { y: 1 } });
    });
    await settle(page);
    await edit();
    await page.evaluate(() => {
      const viewport = window.visualViewport;
      if (!viewport) return;
      Object.defineProperty(viewport, 'height', { value: 420, configurable: true });
      viewport.dispatchEvent(new Event('resize'));
    });
    const bottom = await page.evaluate(
      () => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0,
    );
    expect(bottom).to.be.within(1, 420);
    expect(
      await page.locator('[data-cobble-scroller]').evaluate(({ scrollTop }) => scrollTop),
    ).to.be.greaterThan(0);
  });
});
