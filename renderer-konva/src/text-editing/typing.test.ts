import { expect } from 'chai';
import type { RichText } from '@cobble/engine';
import { PNG } from 'pngjs';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';
import { settle } from '../testing/settle.ts';

const heading = (text: string) => ({
  type: 'heading',
  attrs: { level: 1, textAlign: 'center', sizePx: null },
  content: [
    {
      type: 'text',
      text,
      marks: [
        { type: 'link', attrs: { href: 'https://cobble.test', target: null } },
        { type: 'color', attrs: { color: '#B8241A' } },
      ],
    },
  ],
});
const paragraph = (text: string) => ({
  type: 'paragraph',
  attrs: { textAlign: null },
  content: text === '' ? [] : [{ type: 'text', text }],
});
const doc = (...content: RichText['content'] & object): RichText => ({ type: 'doc', content });

describe('typing in place', function () {
  this.timeout(90_000);
  const canvas = useCanvasHarness();
  beforeEach(() => canvas.showGallery());

  /** Edits text1 with all of its text selected. */
  const edit = async (text: RichText): Promise<void> => {
    await canvas.page.evaluate((value) => {
      window.editor.update('text1', { content: { text: value } });
      window.editor.startTextEditing('text1');
    }, text);
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
  };
  const blocks = async (): Promise<RichText['content'] & object> => {
    const content = await canvas.page.evaluate(() => window.editor.blocks.get('text1')?.content);
    return (content as { text: RichText }).text.content ?? [];
  };
  const RED = [{ type: 'color', attrs: { color: '#B8241A' } }];

  describe('after selecting all text keeps the format of its start [TX4]', () => {
    const texts = {
      'one heading': doc(heading('My name')),
      'a heading and a paragraph': doc(heading('My name'), paragraph('and more')),
      'a heading and an empty line': doc(heading('My name'), paragraph('')),
    };
    for (const [name, text] of Object.entries(texts))
      it(`in ${name}, whether the text is typed over or deleted first`, async () => {
        for (const key of process.env['CI']
          ? [null, 'Backspace', 'Delete', 'Control+x']
          : [null, 'Backspace']) {
          await edit(text);
          if (key !== null) {
            await canvas.page.keyboard.press('ArrowRight');
            await canvas.page.waitForFunction(
              () => window.harness.session()?.state.selection.empty,
            );
            await canvas.page.keyboard.press('Control+a');
            await canvas.page.keyboard.press(key);
          }
          await canvas.page.keyboard.type('Ada');
          await canvas.page.keyboard.press('Escape');
          const [first, ...rest] = await blocks();
          expect(first, key ?? 'typing').to.deep.equal({
            type: 'heading',
            attrs: { level: 1, textAlign: 'center', sizePx: null },
            content: [{ type: 'text', text: 'Ada', marks: RED }],
          });
          expect(rest).to.deep.equal([]);
        }
      });

    it('with an input method', async () => {
      await edit(texts['a heading and a paragraph']);
      const client = await canvas.page.context().newCDPSession(canvas.page);
      await client.send('Input.imeSetComposition', {
        text: 'に',
        selectionStart: 1,
        selectionEnd: 1,
      });
      await client.send('Input.insertText', { text: '日本' });
      await canvas.page.keyboard.press('Escape');
      const found = await blocks();
      expect(found.map((each) => each.type)).to.deep.equal(['heading']);
      expect(JSON.stringify(found)).to.contain('日本');
    });

    it('while a list stays a list, Enter keeps the heading, and undo restores everything', async () => {
      const item = { type: 'list_item', content: [paragraph('bread')] };
      await edit(doc({ type: 'bullet_list', content: [item, item] }));
      await canvas.page.keyboard.type('milk');
      expect((await blocks()).map((each) => each.type)).to.deep.equal(['bullet_list']);
      await canvas.page.keyboard.press('Escape');
      const text = texts['a heading and a paragraph'];
      await edit(text);
      await canvas.page.keyboard.press('Enter');
      expect((await blocks()).map((each) => each.type)).to.deep.equal(['heading', 'paragraph']);
      await canvas.page.keyboard.press('Control+z');
      expect(await blocks()).to.deep.equal(text.content);
    });

    it('unless another heading is chosen for all text', async () => {
      await edit(texts['a heading and a paragraph']);
      await canvas.page.evaluate(() => window.harness.session()?.setHeading(2));
      const levels = (await blocks()).map((each) => each.attrs?.level);
      expect(levels).to.deep.equal([2, 2]);
    });

    it('in plain text too', async () => {
      await canvas.page.evaluate(() => {
        window.editor.update('note1', {
          content: { stickyNoteText: { text: 'one\ntwo', align: 'center', color: '#B8241A' } },
        });
        window.editor.startTextEditing('note1');
      });
      await canvas.page.keyboard.type('three');
      const content = await canvas.page.evaluate(() => window.editor.blocks.get('note1')?.content);
      expect(content).to.deep.include({
        stickyNoteText: { text: 'three', align: 'center', color: '#B8241A' },
      });
    });
  });

  describe('Markdown shortcuts at the start of a line', () => {
    const typed = async (text: string): Promise<RichText['content'] & object> => {
      await edit(doc({ ...paragraph('x'), attrs: { textAlign: 'center' } }));
      await canvas.page.keyboard.type(text);
      return blocks();
    };

    it('make headings, which keep their alignment [TX3]', async () => {
      for (const level of [1, 2, 3, 4]) {
        const [first] = await typed(`${'#'.repeat(level)} Bread`);
        expect(first).to.deep.equal({
          type: 'heading',
          attrs: { level, textAlign: 'center', sizePx: null },
          content: [{ type: 'text', text: 'Bread' }],
        });
        await canvas.page.keyboard.press('Escape');
      }
      const [five] = await typed('##### Bread');
      expect(five?.type).to.equal('paragraph');
    });

    it('make bullet and numbered lists, and Backspace restores the typed characters [TX3]', async () => {
      for (const [marker, type] of [
        ['-', 'bullet_list'],
        ['*', 'bullet_list'],
        ['1.', 'ordered_list'],
      ] as const) {
        const [first, ...rest] = await typed(`${marker} Bread`);
        expect(first?.type, marker).to.equal(type);
        expect(JSON.stringify(first)).to.contain('"Bread"');
        expect(rest).to.deep.equal([]);
        await canvas.page.keyboard.press('Escape');
      }
      await typed('- ');
      await canvas.page.keyboard.press('Backspace');
      expect((await blocks())[0]).to.deep.include({
        type: 'paragraph',
        content: [{ type: 'text', text: '- ' }],
      });
    });

    it('have no effect in plain text [TX3]', async () => {
      await canvas.page.evaluate(() => window.editor.startTextEditing('note1'));
      await canvas.page.waitForFunction(() => window.harness.session() !== null);
      await canvas.page.keyboard.type('# - 1. ');
      const content = await canvas.page.evaluate(() => window.editor.blocks.get('note1')?.content);
      expect(content).to.have.nested.property('stickyNoteText.text', '# - 1. ');
    });
  });

  it('keeps headings, marks, links and lists of pasted HTML', async () => {
    await edit(doc(paragraph('x')));
    await canvas.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        'text/html',
        '<h1>Head</h1><p>Some <b>bold</b>, <i>italic</i> <a href="https://cobble.test/">link</a></p><ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>',
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    const found = await blocks();
    expect(found.map((each) => each.type)).to.deep.equal([
      'heading',
      'paragraph',
      'bullet_list',
      'ordered_list',
    ]);
    const marks = found[1]?.content?.flatMap((run) => run.marks?.map((mark) => mark.type) ?? []);
    expect(marks).to.deep.equal(['bold', 'italic', 'link']);
    expect(found[2]?.content).to.have.length(2);
  });

  it("reads Google Docs' HTML: `b` tags that are not bold, and styles instead of tags", async () => {
    await edit(doc(paragraph('x')));
    await canvas.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData(
        'text/html',
        '<b style="font-weight:normal"><p><span style="font-weight:400">plain </span><span style="font-weight:bold;font-style:italic">loud</span><span style="text-decoration:underline"> line</span></p></b>',
      );
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    const [first] = await blocks();
    const runs = first?.content?.map((run) => [
      run.text,
      run.marks?.map((mark) => mark.type) ?? [],
    ]);
    expect(runs).to.deep.equal([
      ['plain ', []],
      ['loud', ['bold', 'italic']],
      [' line', ['underline']],
    ]);
  });

  describe('a text without an explicit width', () => {
    const add = async (align: 'left' | 'center' | 'right') => {
      await canvas.page.evaluate((textAlign) => {
        const added = window.editor.add({
          type: 'text',
          uuid: 'new',
          position: { x: 0.4, y: 0.1, width: 149 / 600, height: 51.5 / 600 },
          content: { textAlign },
        });
        if (added.ok) window.editor.startTextEditing('new');
      }, align);
      await canvas.page.waitForFunction(() => window.harness.session() !== null);
    };
    const box = () =>
      canvas.page.evaluate(() => window.editor.boxOf('new') ?? { x: 0, y: 0, width: 0, height: 0 });
    const lines = () => canvas.page.evaluate(() => window.harness.compareEdited());

    it('grows to the right with its text, stays in the window, wraps at 90% of it, and is back where it was when it is short again [TX5] [TX15]', async () => {
      await add('left');
      expect((await box()).width * 600).to.be.closeTo(149, 0.01);
      await canvas.page.keyboard.type('Some words about bread');
      const line = await box();
      expect(line.x).to.equal(0.4);
      expect(line.width * 600).to.be.within(200, 330);
      expect(line.height * 600).to.be.closeTo(24 + 22 * 1.4 + 2, 1.5);
      await canvas.page.keyboard.type(' and the people who bake it');
      const long = await box();
      expect(long.x + long.width).to.be.closeTo(1, 0.001);
      expect(long.height).to.equal(line.height);
      await canvas.page.keyboard.type(' early in the morning');
      const wrapped = await box();
      expect(wrapped.width).to.be.within(0.7, 0.9);
      expect(wrapped.height * 600).to.be.closeTo(24 + 2 * 22 * 1.4 + 2, 2);
      expect((await lines())?.worstX).to.be.below(0.5);
      await canvas.page.keyboard.press('Control+a');
      await canvas.page.keyboard.type('Hi');
      const short = await box();
      expect(short.width * 600).to.be.below(60);
      expect(short.x).to.equal(0.4);
    });

    it('grows to both sides when centred, and to the left when right-aligned', async () => {
      await add('center');
      await canvas.page.keyboard.type('Bread and butter');
      const centered = await box();
      expect(centered.x + centered.width / 2).to.be.closeTo(0.4 + 149 / 1200, 1e-5);
      await canvas.page.keyboard.press('Control+a');
      await canvas.page.keyboard.press('Backspace');
      await canvas.page.keyboard.press('Escape');
      await add('right');
      await canvas.page.keyboard.type('Bread and butter');
      const right = await box();
      expect(right.x + right.width).to.be.closeTo(0.4 + 149 / 600, 1e-5);
    });
  });

  it("shows the colour of selected text, whatever the host's selection colour", async () => {
    await canvas.page.addStyleTag({ content: '::selection{background:#FFB52E;color:#1E1A16}' });
    await edit(doc(paragraph('MMMMMM')));
    await canvas.page.evaluate(() => window.harness.session()?.setColor('#00FF00'));
    await settle(canvas.page);
    const clip = await canvas.page.evaluate(() => window.harness.clientBoxOf('text1'));
    const image = PNG.sync.read(await canvas.page.screenshot({ clip }));
    let green = 0;
    for (let at = 0; at < image.data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = image.data.subarray(at, at + 3);
      if (g > 240 && r < 20 && b < 20) green += 1;
    }
    expect(green).to.be.above(50);
  });
});
