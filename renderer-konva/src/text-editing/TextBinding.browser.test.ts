import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import type { CDPSession } from 'playwright-core';
import { settle } from '../testing/settle.ts';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';

declare global {
  interface Window {
    /** Rich text with a paragraph per line. */
    rich: (text: string) => RichText;
    /** Ends what a test has subscribed to. */
    unsubscribe?: () => void;
  }
}

describe('a text that a host sets while it is edited', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();
  let client: CDPSession;
  before(async () => {
    const { page } = canvas;
    client = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      window.rich = (text) => ({
        type: 'doc',
        content: text.split('\n').map((line) => ({
          type: 'paragraph',
          attrs: { textAlign: null },
          ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
        })),
      });
    });
  });
  beforeEach(() => canvas.showGallery());
  afterEach(() =>
    canvas.page.evaluate(() => {
      window.unsubscribe?.();
      delete window.unsubscribe;
    }),
  );

  const edit = async (text: string): Promise<void> => {
    await canvas.page.evaluate((value) => {
      window.editor.update('text1', { content: { text: window.rich(value) } });
      window.editor.startTextEditing('text1');
    }, text);
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
  };
  const set = (text: string): Promise<void> =>
    canvas.page.evaluate((value) => {
      window.editor.setEditedText(window.rich(value)).unwrap();
    }, text);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) {
      await canvas.page.keyboard.press(key);
      // The browser reports a moved caret in a separate task.
      if (/Arrow|Home|End/.test(key)) await settle(canvas.page);
    }
  };
  const compose = (text: string) =>
    client.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  /** Composes a word, of which the last text is committed. */
  const composeAll = async (...texts: string[]): Promise<void> => {
    for (const text of texts) await compose(text);
    await client.send('Input.insertText', { text: texts.at(-1) ?? '' });
    await settle(canvas.page);
  };
  const shown = (): Promise<string> =>
    canvas.page.evaluate(() =>
      [...document.querySelectorAll('.ProseMirror > *')]
        .map(({ textContent }) => textContent)
        .join('\n'),
    );
  const stored = (uuid = 'text1'): Promise<string> =>
    canvas.page.evaluate((id) => {
      const content = window.editor.blocks.get(id)?.content as
        { text?: RichText; stickyNoteText?: { text: string } } | undefined;
      return (
        content?.stickyNoteText?.text ??
        (content?.text?.content ?? [])
          .map(({ content: runs = [] }) => runs.map(({ text = '' }) => text).join(''))
          .join('\n')
      );
    }, uuid);
  /** Checks the text on the canvas and that of the block, which may follow an input method later. */
  const expectText = async (text: string, message?: string): Promise<void> => {
    const isSame = async () => (await shown()) === text && (await stored()) === text;
    const end = performance.now() + 20_000;
    while (!(await isSame()) && performance.now() < end) await settle(canvas.page);
    expect(await shown(), message).to.equal(text);
    expect(await stored(), message).to.equal(text);
  };

  it('is as it was, to the letter, once what was typed is deleted, so that nothing has to be saved [RL1]', async () => {
    await canvas.page.evaluate(() => {
      const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }];
      window.editor.update('text1', { content: { text: { type: 'doc', content } } });
      window.editor.startTextEditing('text1');
    });
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
    await press('End', 'x');
    await expectText('onex');
    await press('Backspace');
    await expectText('one');
    expect(await canvas.page.evaluate(() => Object.keys(window.editor.progress.updated))).to.eql(
      [],
    );
  });

  it('is shown on the canvas, so that the next key does not discard it [TX13]', async () => {
    const { page } = canvas;
    await edit('one');
    await press('End');
    await set('set by the host');
    await expectText('set by the host');
    await press('!');
    await expectText('set by the host!');
    await page.evaluate(() => {
      window.editor.update('text1', { content: { text: window.rich('updated\nby the host') } });
    });
    await expectText('updated\nby the host');
    await press('?');
    await expectText('updated\nby the host?');
    await press('Escape');
    expect(await stored()).to.equal('updated\nby the host?');

    await page.evaluate(() => window.editor.startTextEditing('note1'));
    await page.waitForFunction(() => window.harness.session()?.uuid === 'note1');
    await page.evaluate(() => window.editor.setEditedText('a note\nfor you').unwrap());
    expect(await shown()).to.equal('a note\nfor you');
    await press('End', '!');
    expect(await stored('note1')).to.equal('a note\nfor you!');
  });

  it('keeps the formats that the host sets, and the caret in text that stays, so that the user types on there [TX13]', async () => {
    const { page } = canvas;
    await edit('one two three');
    await press('Home', 'Control+ArrowRight');
    await set('ONE AND A HALF two three');
    await press('x');
    await expectText('ONE AND A HALFx two three');
    await press('Control+a');
    await page.evaluate(() => {
      const heading = { type: 'heading', attrs: { level: 2, textAlign: 'center', sizePx: null } };
      const marks = [{ type: 'bold' }];
      const run = { type: 'text', text: 'Title', marks };
      const paragraph = { type: 'paragraph', attrs: { textAlign: null } };
      const item = { type: 'list_item', content: [paragraph] };
      const list = { type: 'bullet_list', content: [item] };
      const content = [{ ...heading, content: [run] }, list];
      window.editor.setEditedText({ type: 'doc', content }).unwrap();
    });
    expect(await page.locator('.ProseMirror h2 strong').textContent()).to.equal('Title');
    expect(await page.locator('.ProseMirror ul li').count()).to.equal(1);
    await page.evaluate(() => {
      const heading = { type: 'heading', attrs: { level: 2, textAlign: null, sizePx: null } };
      window.editor.setEditedText({ type: 'doc', content: [heading] }).unwrap();
      window.editor.setEditedText(window.rich('')).unwrap();
    });
    const { type } = await page.evaluate(
      () =>
        (window.editor.blocks.get('text1')?.content as { text: RichText }).text.content?.[0] ?? {
          type: 'none',
        },
    );
    expect(type, 'an empty paragraph instead of a heading').to.equal('paragraph');
  });

  it('is one step for undo, apart from what was typed before and after it [TX13]', async () => {
    await edit('one');
    await press('End', '!');
    await set('set by the host');
    await press('End', '?');
    for (const text of ['set by the host', 'one!', 'one', 'one']) {
      await press('Control+z');
      await expectText(text);
    }
    for (const text of ['one!', 'set by the host', 'set by the host?']) {
      await press('Control+Shift+z');
      await expectText(text);
    }
  });

  it('is undone with the key when a host changes what each key types [TX13]', async () => {
    const { page } = canvas;
    await edit('one');
    await press('End');
    await page.evaluate(() => {
      window.unsubscribe = window.editor.onProgress(() => {
        const { text } = window.editor.blocks.get('text1')?.content as { text: RichText };
        const typed = text.content?.[0]?.content?.[0]?.text ?? '';
        if (typed !== typed.toUpperCase())
          window.editor.setEditedText(window.rich(typed.toUpperCase()));
      });
    });
    await page.keyboard.type('ab c');
    await expectText('ONEAB C');
    await press('Control+z');
    await expectText('ONE');
  });

  it('waits until an input method has composed a word, and neither is lost [TX13]', async () => {
    const { page } = canvas;
    for (const [before, left, during, host, after, expected] of [
      ['ab', 0, 'にほ', 'ABに', '日本', 'AB日本'],
      ['ab', 0, 'にほ', 'abに and more', '日本', 'ab日本 and more'],
      ['ab', 0, 'にほ', 'new', '日本', 'new日本'],
      ['one two', 3, 'にほ', 'ONE にTWO', '日本', 'ONE 日本TWO'],
      ['one two', 3, 'にほ', '# one にtwo #', '日本', '# one 日本two #'],
      ['one two', 3, 'にほ', 'first\none にtwo\nlast', '日本', 'firstone 日本twolast'],
      // What the host makes of the word itself is replaced by what is composed.
      ['one two', 3, 'ka', 'ONE KTWO', 'kä', 'ONE käTWO'],
    ] as const) {
      await edit(before);
      await press('End', ...Array.from({ length: left }, () => 'ArrowLeft'));
      await compose(during.slice(0, 1));
      await set(host);
      const composing = `${before.slice(0, before.length - left)}${during.slice(0, 1)}`;
      expect(await shown(), 'while composing').to.equal(
        composing + before.slice(-left || Infinity),
      );
      expect(await stored()).to.equal(host);
      await compose(during);
      await compose(after);
      await client.send('Input.insertText', { text: after });
      await page.waitForFunction(
        (text) => document.querySelector('.ProseMirror')?.textContent === text,
        expected,
      );
      await press('!');
      expect(await stored(), host).to.equal(await shown());
      await press('Escape');
    }
  });

  it('is one step for undo apart from a composed word that it has waited for, or undoing that would discard it [TX13]', async () => {
    const { page } = canvas;
    for (const end of ['the word', 'a key right after it'] as const) {
      await edit('ab');
      await press('End');
      await compose('に');
      await set('ABに');
      if (end !== 'the word')
        await page.evaluate(() => {
          document
            .querySelector('.ProseMirror')
            ?.addEventListener(
              'compositionend',
              () => getSelection()?.getRangeAt(0).insertNode(document.createTextNode('!')),
              { once: true },
            );
        });
      await compose('にほ');
      await client.send('Input.insertText', { text: '日本' });
      const typed = end === 'the word' ? '日本' : '日本!';
      await page.waitForFunction(
        (text) => document.querySelector('.ProseMirror')?.textContent === text,
        `AB${typed}`,
      );
      await press('End', '?');
      for (const text of [`AB${typed}`, `ab${typed}`, 'ab', 'ab']) {
        await press('Control+z');
        await expectText(text, `${end}: undo`);
      }
      for (const text of [`ab${typed}`, `AB${typed}`, `AB${typed}?`]) {
        await press('Control+Shift+z');
        await expectText(text, `${end}: redo`);
      }
      await press('Escape');
    }
  });

  it('contains a word of an earlier composition and one of a later, whatever the host sets between and after them [TX14]', async () => {
    const { page } = canvas;
    await edit('');
    await composeAll('a', 'ab', 'abc');
    for (const host of ['x', 'xy', 'xyz and more']) {
      await set(host);
      await expectText(host, 'after the word');
    }
    await press('End', '!');
    await expectText('xyz and more!');

    await press('Escape');
    await edit('one two');
    await press('End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await composeAll('に', 'にほ', '日本');
    await compose('ほ');
    await set('# one 「日本」ほtwo #');
    await composeAll('ほん', '本');
    await press('!');
    await expectText('# one 「日本」本!two #', 'in a later composition');

    await press('Escape');
    await edit('one two');
    await press('End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await compose('に');
    await set('new');
    await composeAll('にほ', 'にほん');
    await press('!');
    await expectText('newにほん!', 'a text without the word');

    await press('Escape');
    await edit('');
    await page.keyboard.type('iiii ');
    await compose('x');
    await set('İİİİ x');
    await composeAll('xy');
    await press('!');
    await expectText('İİİİ xy!', 'a character that is longer in lower case');
  });

  it('has the case that the host corrects, while a word is composed and after it [TX14]', async () => {
    for (const moment of ['while', 'after'] as const) {
      await edit('');
      await compose('iph');
      await compose('iphone');
      if (moment === 'while') await set('iPhone');
      await composeAll('iphone');
      if (moment === 'after') await set('iPhone');
      await expectText('iPhone', moment);
      await press('End', '!');
      await expectText('iPhone!', moment);
      await press('Escape');
    }
  });

  it('is the one that is edited when editing begins again on the same block in one task [TX13]', async () => {
    const { page } = canvas;
    const cases: Record<string, () => void> = {
      'an update': () => {
        window.editor.stopTextEditing();
        window.editor.update('text1', { content: { text: window.rich('by the host') } }).unwrap();
        window.editor.startTextEditing('text1');
      },
      undo: () => {
        window.editor.stopTextEditing();
        window.editor.undo();
        window.editor.startTextEditing('text1');
      },
      'a listener that edits on': () => {
        window.unsubscribe = window.editor.onModeChange(({ name }) => {
          if (name !== 'layout') return;
          window.unsubscribe?.();
          window.editor.update('text1', { content: { text: window.rich('by the host') } }).unwrap();
          window.editor.startTextEditing('text1');
        });
        window.editor.stopTextEditing();
      },
      'loading a page': () => {
        const { stablePage } = window.editor;
        const { text1, ...things } = stablePage.things;
        const content = { ...text1?.content, text: window.rich('by the host') };
        if (!text1) throw new Error('no text1');
        window.editor.load({ ...stablePage, things: { ...things, text1: { ...text1, content } } });
        window.editor.startTextEditing('text1');
      },
    };
    for (const [name, run] of Object.entries(cases)) {
      await canvas.showGallery();
      await edit(name === 'undo' ? 'by the host' : 'one');
      await press('End', '!');
      await page.evaluate(run);
      await page.waitForFunction(() => window.harness.session() !== null);
      await settle(page);
      await expectText('by the host', name);
      await press('Control+z');
      await expectText('by the host', `${name}: undo goes back to the start of editing`);
      await press('End', 'x');
      await expectText('by the hostx', name);
      await press('Escape');
      expect(await stored(), name).to.equal('by the hostx');
      await canvas.page.evaluate(() => {
        window.unsubscribe?.();
      });
    }
  });
});
