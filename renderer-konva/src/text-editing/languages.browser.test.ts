import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import type { CDPSession } from 'playwright-core';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';
import { settle } from '../testing/settle.ts';

describe('typing in any language and by any method', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();
  let client: CDPSession;
  before(async () => {
    client = await canvas.page.context().newCDPSession(canvas.page);
  });
  beforeEach(async () => {
    await canvas.page.evaluate(() => {
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
    await settle(canvas.page);
  });

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await canvas.page.keyboard.press(key);
      // The browser reports a moved caret in a separate task.
      if (/Arrow|Home/.test(key)) await settle(canvas.page);
    }
  };
  const edit = async (): Promise<void> => {
    await canvas.page.evaluate(() => window.editor.startTextEditing('text1'));
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
  };
  const leave = async (): Promise<void> => {
    await press('Escape');
    await canvas.page.waitForFunction(() => window.harness.session() === null);
  };
  const text = async (): Promise<RichText> => {
    const content = await canvas.page.evaluate(() => window.editor.blocks.get('text1')?.content);
    return (content as { text: RichText }).text;
  };
  const lines = async (): Promise<string[]> =>
    ((await text()).content ?? []).map((block) =>
      (block.content ?? []).map((run) => (run.type === 'hard_break' ? '/' : run.text)).join(''),
    );
  const insert = (text: string) => client.send('Input.insertText', { text });
  const compose = (text: string) =>
    client.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const closeToCanvas = async (): Promise<void> => {
    await settle(canvas.page);
    const boxes = await canvas.page.evaluate(() => window.harness.compareEdited());
    expect(boxes?.worstX, 'across').to.be.below(0.6);
    expect(boxes?.worstY, 'down').to.be.below(0.6);
  };

  it('keeps the text when a user moves by word beyond its start or end, and types on [TX9]', async () => {
    for (const [keys, expected] of [
      // Editing starts with all of the text selected.
      [['Control+ArrowRight'], 'abx'],
      [['Control+ArrowLeft'], 'xab'],
      [['Home', 'Control+ArrowLeft'], 'xab'],
      [['Home', 'Control+Shift+ArrowLeft'], 'xab'],
      [['End', 'Control+ArrowRight'], 'abx'],
      [['End', 'Control+Shift+ArrowRight'], 'abx'],
      [['End', 'Shift+Home', 'Control+ArrowLeft'], 'xab'],
    ] as const) {
      await edit();
      await press(...keys, 'x');
      expect(await lines(), keys.join()).to.eql([expected]);
      await leave();
      await canvas.page.evaluate(() => window.editor.undo());
      expect(await lines()).to.eql(['ab']);
    }
  });

  it('moves the caret in the direction of the key, not to the other edge, when a user moves by word from a line selected beside a line break [TX9]', async () => {
    for (const [typed, keys, expected] of [
      [['Shift+Enter', 'c d'], ['Shift+Home', 'Control+ArrowLeft'], 'x/c d'],
      [['Shift+Enter', 'c d'], ['Home', 'Shift+End', 'Control+ArrowLeft'], '/c xd'],
      [['Shift+Enter', 'c d'], ['Home', 'Control+Shift+ArrowLeft'], 'xc d'],
      [['c d', 'Shift+Enter'], ['ArrowUp', 'Shift+End', 'Control+ArrowRight'], 'c d/x'],
      [['c', 'Shift+Enter', 'd'], ['Shift+Home', 'Control+ArrowLeft'], 'cx/d'],
    ] as const) {
      await edit();
      for (const each of typed) {
        if (each === 'Shift+Enter') await press(each);
        else await insert(each);
      }
      await press(...keys, 'x');
      expect(await lines(), [...typed, ...keys].join()).to.eql([expected]);
      await leave();
    }
  });

  it('composes inside text, and undoes it as one step [TX2]', async () => {
    await edit();
    await press('ArrowRight', 'ArrowLeft');
    for (const step of ['ｎ', 'に', 'にほ', 'にほん', '日本']) await compose(step);
    await insert('日本');
    expect(await lines()).to.deep.equal(['a日本b']);
    await canvas.page.keyboard.type('!');
    await leave();
    expect(await lines()).to.deep.equal(['a日本!b']);
    await press('Control+z');
    expect(await lines(), 'leaving made one entry').to.deep.equal(['ab']);
    await press('Control+Shift+z');
    expect(await lines()).to.deep.equal(['a日本!b']);
  });

  it('removes a cancelled composition', async () => {
    await edit();
    await press('ArrowRight');
    await compose('한');
    await compose('');
    await insert('');
    await canvas.page.keyboard.type('c');
    expect(await lines()).to.deep.equal(['abc']);
  });

  it('moves over and deletes a combined emoji as one character', async () => {
    await edit();
    await press('ArrowRight');
    for (const emoji of ['👩‍👩‍👧', '👍🏽', '🇨🇭']) {
      await insert(emoji);
      await press('ArrowLeft');
      await canvas.page.keyboard.type('x');
      expect(await lines()).to.deep.equal([`abx${emoji}`]);
      await press('Backspace', 'ArrowRight', 'Backspace');
      expect(await lines(), emoji).to.deep.equal(['ab']);
    }
  });

  it('shows right-to-left and mixed text where the canvas paints it [TX2]', async () => {
    await edit();
    for (const text of [
      'שלום עולם',
      'مرحبا بالعالم',
      'שלום Cobble 2026, עולם',
      'Hello שלום world',
    ]) {
      await press('Control+a');
      await insert(text);
      expect(await lines()).to.deep.equal([text]);
      await closeToCanvas();
    }
    await press('Control+a');
    await insert('שלום');
    const caret = () =>
      canvas.page.evaluate(() => {
        const range = getSelection()?.getRangeAt(0);
        return range?.getBoundingClientRect().left ?? 0;
      });
    await press('Home');
    const start = await caret();
    await press('End');
    expect(await caret(), 'the end should be left of the start').to.be.below(start);
  });

  it("moves the caret in the arrows' direction in right-to-left text", async () => {
    await edit();
    const anchor = () =>
      canvas.page.evaluate(() => window.harness.session()?.state.selection.anchor ?? 0);
    for (const text of ['שלום עולם', 'مرحبا 12 بالعالم']) {
      await press('Control+a');
      await insert(text);
      // ProseMirror does not move the caret for 50 ms after text is inserted in one go.
      do await press('Home');
      while ((await anchor()) !== 1);
      await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight');
      expect(await anchor(), text).to.equal(3);
      await press('Shift+ArrowLeft', 'Backspace');
      expect(await lines()).to.deep.equal([text.slice(0, 2) + text.slice(3)]);
    }
    await press('Control+a');
    await insert('Hello שלום');
    do await press('Home');
    while ((await anchor()) !== 1);
    for (let step = 0; step < 10; step += 1) await press('ArrowRight');
    expect(await anchor(), 'reaches the end of mixed text').to.equal(11);
  });

  it("enables spell checking and autocorrect, and sets the text's language and a name", async () => {
    await canvas.page.evaluate(() => {
      window.editor.updatePage({ settings: { lang: 'pt-BR' } });
    });
    await edit();
    const field = canvas.page.getByRole('textbox', { name: 'text' });
    const attributes = await field.evaluate((element) =>
      ['spellcheck', 'autocorrect', 'autocapitalize', 'aria-multiline', 'lang'].map((each) =>
        element.getAttribute(each),
      ),
    );
    expect(attributes).to.deep.equal(['true', 'on', 'sentences', 'true', 'pt-BR']);
  });

  it('breaks lines with Shift+Enter and paragraphs with Enter, and indents lists with Tab', async () => {
    await edit();
    await press('ArrowRight', 'Shift+Enter');
    await canvas.page.keyboard.type('c');
    await press('Enter');
    await canvas.page.keyboard.type('- one');
    await press('Enter');
    await canvas.page.keyboard.type('two');
    await press('Tab');
    expect((await lines())[0]).to.equal('ab/c');
    const depth = async () => JSON.stringify(await text()).split('"bullet_list"').length - 1;
    expect(await depth()).to.equal(2);
    await press('Tab');
    expect(await depth(), 'a second Tab neither indents further nor leaves the text').to.equal(2);
    await press('Shift+Tab');
    expect(await depth()).to.equal(1);
    expect(await canvas.page.evaluate(() => window.harness.session() !== null)).to.equal(true);
  });

  it('leaves the text with Tab outside lists, and keeps what was typed', async () => {
    await edit();
    await canvas.page.keyboard.type('Bread');
    await press('Tab');
    await canvas.page.waitForFunction(() => window.harness.session() === null);
    expect(await lines()).to.deep.equal(['Bread']);
    await canvas.page.waitForFunction(
      () => document.activeElement?.getAttribute('data-block-item') === 'text1',
    );
  });

  it('removes a text that is left empty, and restores it with one undo [TX6]', async () => {
    // Nudge it first: the history entry of a newly added text would be dropped with the text.
    await canvas.page.evaluate(() => {
      window.editor.select(['text1']);
      window.editor.nudge(1, 0);
    });
    await edit();
    await press('Backspace');
    await leave();
    expect(await canvas.page.evaluate(() => window.editor.blocks.has('text1'))).to.equal(false);
    await canvas.page.evaluate(() => {
      window.editor.undo();
    });
    expect(await lines()).to.deep.equal(['ab']);
  });

  it('moves selected text by dragging, and not the block', async () => {
    await edit();
    await insert('Fish and bread');
    const positions = await canvas.page.evaluate(() => {
      const node = document.createTreeWalker(
        document.querySelector('.ProseMirror') ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      const text = node.nextNode();
      if (!text) throw new Error('no text node');
      return [0, 14].map((at) => {
        const range = document.createRange();
        range.setStart(text, at);
        const { x, y, height } = range.getBoundingClientRect();
        return { x, y: y + height / 2 };
      });
    });
    const [start = { x: 0, y: 0 }, end = { x: 0, y: 0 }] = positions;
    const anchor = () =>
      canvas.page.evaluate(() => window.harness.session()?.state.selection.anchor);
    // ProseMirror does not move the caret for 50 ms after text is inserted in one go.
    do await press('Home');
    while ((await anchor()) !== 1);
    await press(...['', '', '', ''].map(() => 'Shift+ArrowRight'));
    const before = await canvas.boxOf('text1');
    await canvas.input.drag([
      { x: start.x + 12, y: start.y },
      { x: end.x - 1, y: end.y },
    ]);
    expect((await lines()).join('')).to.match(/^ ?and bread ?Fish ?$/);
    expect(await canvas.boxOf('text1')).to.deep.equal(before);
    expect(await canvas.page.evaluate(() => window.editor.mode.name)).to.equal('text-editing');
  });

  it('keeps the caret visible above a phone’s keyboard', async () => {
    await canvas.page.evaluate(() => {
      window.editor.update('text1', { position: { y: 1 } });
    });
    await settle(canvas.page);
    await edit();
    await canvas.page.evaluate(() => {
      const viewport = window.visualViewport;
      if (!viewport) return;
      Object.defineProperty(viewport, 'height', { value: 420, configurable: true });
      viewport.dispatchEvent(new Event('resize'));
    });
    const bottom = await canvas.page.evaluate(
      () => getSelection()?.getRangeAt(0).getBoundingClientRect().bottom ?? 0,
    );
    expect(bottom).to.be.within(1, 420);
    expect(
      await canvas.page.locator('[data-cobble-scroller]').evaluate(({ scrollTop }) => scrollTop),
    ).to.be.greaterThan(0);
  });
});
