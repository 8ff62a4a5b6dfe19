import type { RichText } from '@cobble/engine';
import { expect } from 'chai';
import { useCanvasHarness } from '../testing/useCanvasHarness.ts';
import { CLIPBOARDS } from '../testing/clipboardHtml.ts';

describe('pasting into a text', function () {
  this.timeout(60_000);
  const canvas = useCanvasHarness();
  before(() => canvas.showGallery());
  afterEach(() => canvas.page.keyboard.press('Escape'));

  const edit = async (uuid: string): Promise<void> => {
    await canvas.page.evaluate((id) => {
      const text = {
        type: 'doc',
        content: [
          { type: 'paragraph', attrs: { textAlign: null }, content: [{ type: 'text', text: 'x' }] },
        ],
      } as const;
      window.editor.select([]);
      window.editor.update('text1', { content: { text } });
      window.editor.startTextEditing(id);
    }, uuid);
    await canvas.page.waitForFunction(() => window.harness.session() !== null);
  };
  const paste = (data: Readonly<Record<string, string>>): Promise<void> =>
    canvas.page.evaluate((values) => {
      const clipboardData = new DataTransfer();
      for (const [type, value] of Object.entries(values)) clipboardData.setData(type, value);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, data);
  const text = async (): Promise<RichText> => {
    const content = await canvas.page.evaluate(() => window.editor.blocks.get('text1')?.content);
    return (content as { text: RichText }).text;
  };
  /** The text as lines: kind, content with marks in brackets, and a prefix for each list level. */
  const outline = async (): Promise<string[]> => {
    const lines: string[] = [];
    const walk = (node: Pick<RichText, 'content'>, prefix: string): void => {
      for (const child of node.content ?? []) {
        if (child.type === 'bullet_list') walk(child, `${prefix}* `);
        else if (child.type === 'ordered_list')
          walk(child, `${prefix}${String(child.attrs?.['order'])}. `);
        else if (child.type === 'list_item') walk(child, prefix);
        else {
          const kind = child.type === 'heading' ? `h${String(child.attrs?.['level'])} ` : '';
          const align = child.attrs?.['textAlign'];
          const content = (child.content ?? []).map((run) => {
            const text = run.type === 'hard_break' ? '/' : (run.text ?? '');
            const marks = (run.marks ?? []).map((mark) =>
              mark.type === 'link' ? String(mark.attrs?.['href']) : mark.type,
            );
            return marks.length > 0 ? `[${text}](${marks.join(' ')})` : text;
          });
          lines.push(
            prefix + kind + content.join('') + (typeof align === 'string' ? ` {${align}}` : ''),
          );
        }
      }
    };
    walk(await text(), '');
    return lines;
  };

  it("keeps Word's titles, nested and numbered lists, marks and links, but not its styling [PS4]", async () => {
    await edit('text1');
    await paste({ 'text/html': CLIPBOARDS.word, 'text/plain': 'x' });
    expect(await outline()).to.deep.equal([
      'h1 The bakery',
      'h1 Opening hours',
      '[Fresh](bold) bread, [“every day”](italic) & [more](underline) {center}',
      '\u00a0',
      '* Rye',
      '* * with seeds',
      '* Spelt',
      'Order:',
      '3. Call us',
      '3. Or [write](https://example.org/order)',
      'Monday',
      'closed',
      'The end',
    ]);
  });

  it("keeps Google Docs' bold text and nested lists [PS4]", async () => {
    await edit('text1');
    await paste({ 'text/html': CLIPBOARDS.docs, 'text/plain': 'x' });
    expect(await outline()).to.deep.equal([
      'h2 Market day',
      '[Loud](bold) and quiet, [a link](https://example.org/ underline) {right}',
      '* One',
      '* * [One a](italic)',
      '* Two',
    ]);
  });

  it("keeps web pages' headings, line breaks, numbered lists, preformatted text and table cells [PS4]", async () => {
    await edit('text1');
    await paste({ 'text/html': CLIPBOARDS.web, 'text/plain': 'x' });
    expect(await outline()).to.deep.equal([
      'h4 Small heading',
      'A [strong](bold) word/and a line',
      '2. two',
      '2. three',
      '2. * inside',
      'a  b',
      'Head\tcell',
    ]);
  });

  it('keeps the rows of a spreadsheet as lines with tabs, as on the canvas [PS4]', async () => {
    await edit('text1');
    const cells = [
      '<td style="font-weight:bold">Date</td><td>\n  City,\n  venue </td>',
      '<td></td><td><a href="https://example.org/">Berlin</a></td>',
    ];
    const html = `<table><tbody><tr>${cells.join('</tr><tr>')}</tr></tbody></table>`;
    await paste({ 'text/html': html, 'text/plain': 'Date\tCity' });
    expect(await outline()).to.deep.equal([
      '[Date](bold)\tCity, venue',
      '\t[Berlin](https://example.org/)',
    ]);
  });

  it('keeps all text of a web page, and does not join separate texts', async () => {
    await edit('text1');
    await paste({ 'text/html': CLIPBOARDS.parts, 'text/plain': 'x' });
    expect(await outline()).to.deep.equal([
      'Menu',
      'Term',
      'Meaning',
      'More',
      'inside',
      'Prices',
      'Rye\t3.50',
      'Order now or later',
      '',
      'after a blank line',
      '* [Title](bold)',
      '* text',
      'H2O, “so” 漢',
    ]);
  });

  it('removes everything hostile from HTML, and keeps its text [PS4]', async () => {
    await edit('text1');
    await paste({ 'text/html': CLIPBOARDS.hostile, 'text/plain': 'x' });
    expect(await outline()).to.deep.equal([
      'Hello bad worse data [good](https://example.org/ok)',
      'press',
      'End',
    ]);
    const shown = await canvas.page.locator('.ProseMirror').innerHTML();
    expect(shown).not.to.match(/script|onclick|onmouseover|style|iframe|svg|img|data:/i);
  });

  it('pastes plain text as one paragraph per line, and only plain text into notes', async () => {
    await edit('text1');
    await paste({ 'text/plain': 'one\ntwo <b>not bold</b>\r\nthree' });
    expect(await outline()).to.deep.equal(['one', 'two <b>not bold</b>', 'three']);
    await canvas.page.keyboard.press('Escape');
    await edit('note1');
    await paste({ 'text/html': CLIPBOARDS.web, 'text/plain': 'first\nsecond' });
    const note = await canvas.page.evaluate(() => window.editor.blocks.get('note1')?.content);
    expect(note).to.have.nested.property('stickyNoteText.text', 'first\nsecond');
  });

  it('does not show a text that the block cannot keep, which would be lost at the end [TX7]', async () => {
    const shown = async () => (await canvas.page.locator('.ProseMirror').innerText()).slice(0, 20);
    for (const [uuid, tooLong] of [
      ['text1', 100_001],
      ['note1', 20_001],
    ] as const) {
      await edit(uuid);
      await canvas.page.keyboard.press('Control+a');
      await canvas.page.keyboard.type('Rye');
      await paste({ 'text/plain': 'x'.repeat(tooLong) });
      expect(await shown(), uuid).to.equal('Rye');
      await canvas.page.keyboard.type(' and oats');
      expect(await shown(), uuid).to.equal('Rye and oats');
      await canvas.page.keyboard.press('Escape');
      const content = await canvas.page.evaluate(
        (id) => JSON.stringify(window.editor.blocks.get(id)?.content),
        uuid,
      );
      expect(content).to.contain('"Rye and oats"');
    }
  });

  it('turns a URL pasted over a selection into a link', async () => {
    await edit('text1');
    await paste({ 'text/plain': 'Order here' });
    await canvas.page.keyboard.press('Control+a');
    await paste({ 'text/plain': 'https://example.org/order' });
    expect(await outline()).to.deep.equal(['[Order here](https://example.org/order)']);
    await canvas.page.keyboard.press('Control+a');
    await paste({ 'text/plain': 'javascript:alert(1)' });
    expect(await outline()).to.deep.equal(['javascript:alert(1)']);
  });

  it('keeps the styling of text copied from Cobble', async () => {
    await edit('text1');
    await paste({
      'text/html':
        '<p data-pm-slice="1 1 []"><span style="color: #B8241A"><span style="font-size: 40px">Red</span></span></p>',
      'text/plain': 'Red',
    });
    expect(await outline()).to.deep.equal(['[Red](color font_size)']);
  });
});
