import { expect } from 'chai';
import fc from 'fast-check';
import { makeClipboardText, parseClipboardText } from '../../clipboard/clipboardText.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import { parsePage } from '../../model/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../../testing/makeTestPage.ts';

const tree = () => [
  makeTestSection('g', { parentUuid: 's1', position: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 } }),
  makeTestBlock('a', { parentUuid: 'g' }),
  makeTestText('t', '</script><!--cobble-blocks-end-->', { position: { x: 0.5, y: 0.5 } }),
];

function copied(uuids: readonly string[]): string {
  const editor = makeTestEditor(tree());
  editor.select(uuids);
  return editor.copy() ?? '';
}

describe('the clipboard', () => {
  it('refuses what would come to lie where no page can hold it', () => {
    const editor = makeTestEditor(tree());
    const before = editor.page;
    const far = makeClipboardText({
      pageID: 7,
      referenceWidth: 10_000,
      blocks: [makeTestBlock('far', { position: { x: 900, y: 0.1 } })],
    });
    expect(editor.paste(far)).to.deep.include({ ok: false, code: 'clipboard_invalid' });
    expect(editor.paste(copied(['a']), { x: NaN, y: 0 })).to.deep.include({ ok: false });
    expect(editor.page.things).to.deep.equal(before.things);
  });

  it('pastes 32 px further on the same page, under fresh ids, selected', () => {
    const editor = makeTestEditor(tree());
    editor.select(['g', 't']);
    const text = editor.copy() ?? '';
    expect(text).to.match(/^<!--cobble-blocks-start-->.*<!--cobble-blocks-end-->$/s);
    const pasted = editor.paste(`words ${text} words`);
    expect(pasted).to.deep.include({ ok: true });
    const [text2, group] = [...editor.selection].map((uuid) => editor.blocks.get(uuid));
    const step = 32 / 600;
    expect(editor.boxOf(text2?.uuid ?? '')?.x).to.be.closeTo(
      (text2?.type === 'text' ? 0.5 : 0.1) + step,
      1e-6,
    );
    expect(group).not.to.equal(undefined);
    expect(editor.blocks.size).to.equal(8);
    parsePage(editor.page);
    editor.paste(text);
    const again = editor.boxOf([...editor.selection][0] ?? '');
    const first = editor.boxOf(text2?.uuid ?? '');
    expect((again?.x ?? 0) - (first?.x ?? 0)).to.be.closeTo(step, 1e-6);
    editor.undo();
    editor.undo();
    expect(editor.page).to.eql(makeTestPage(tree()));
  });

  it('pastes at a point, and on another page by a jitter in the same px', () => {
    const other = makeTestEditor([], {
      page: makeTestPage([], {
        ID: 8,
        settings: { editorVersion: '0.7.0', referenceWidth: 1200 },
      }),
    });
    other.paste(copied(['g']), { x: 0.5, y: 1.5 });
    const [group] = other.selection;
    expect(other.boxOf(group ?? '')).to.eql({ x: 0.45, y: 1.475, width: 0.1, height: 0.05 });
    expect(other.blocks.get(group ?? '')?.parentUuid).to.equal('s2');
    other.paste(copied(['g']));
    const [second] = other.selection;
    expect(other.boxOf(second ?? '')?.x).to.be.closeTo(0.05 + 36 / 1200, 1e-6);
  });

  it('cuts, and leaves out what is being uploaded', () => {
    const image = makeTestBlock('i', { type: 'image', content: { url: 'blob:x' } });
    const editor = makeTestEditor([makeTestBlock('a'), image]);
    expect(editor.copy()).to.equal(null);
    expect(editor.cut()).to.include({ code: 'nothing_selected' });
    editor.select(['i']);
    expect(editor.copy()).to.equal(null);
    editor.select(['a', 'i']);
    const cut = editor.cut();
    expect(editor.blocks.has('a')).to.equal(false);
    expect(cut.ok && parseClipboardText(cut.value).blocks.map((each) => each.uuid)).to.eql(['a']);
  });

  it('pastes sections after the last one', () => {
    const editor = makeTestEditor();
    editor.paste(copied(['s1']));
    expect(editor.sectionIds.slice(0, 2)).to.eql(['s1', 's2']);
    expect(editor.sectionIds).to.have.length(3);
    parsePage(editor.page);
  });

  it('respects the cap', () => {
    const editor = makeTestEditor([], { maxBlocks: 3 });
    expect(editor.paste(copied(['g']))).to.include({ code: 'things_per_page_limit_exceeded' });
    expect(editor.blocks.size).to.equal(2);
  });

  it('refuses what is hostile or no copy at all, and changes nothing', () => {
    const editor = makeTestEditor();
    const before = editor.page;
    const good = copied(['g', 't']);
    const wrap = (blocks: readonly unknown[]) =>
      makeClipboardText({ pageID: 7, referenceWidth: 600, blocks: blocks as never });
    const group = (uuid: string, parentUuid: string) => makeTestSection(uuid, { parentUuid });
    const hostile = [
      '',
      'hello',
      good.slice(0, -40),
      good.replace('"format":1', '"format":2'),
      good.replace('"styles":{', '"styles":{"__proto__":{},'),
      good.replace('#FFB52E', 'red;background:url(x)'),
      wrap([]),
      wrap([null]),
      wrap([makeTestBlock('a'), makeTestBlock('a')]),
      wrap([group('g', 'h'), group('h', 'g')]),
      wrap([group('g', 'g')]),
      wrap([makeTestBlock('a'), makeTestBlock('b', { parentUuid: 'a' })]),
      wrap([makeTestBlock('a', { properties: { hyperlink: 'javascript:1' } })]),
      wrap([makeTestBlock('a', { type: 'image', content: { url: 'data:x' } })]),
    ];
    for (const text of hostile)
      expect(editor.paste(text), text.slice(0, 200)).to.include({ code: 'clipboard_invalid' });
    expect(editor.page).to.eql(before);
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  });

  it('never throws anything but clipboard_invalid (law)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (blocks, referenceWidth) => {
        const json = JSON.stringify({
          format: 1,
          editorVersion: '0.7.0',
          pageID: 1,
          referenceWidth,
          blocks,
        });
        try {
          parseClipboardText(`<!--cobble-blocks-start-->${json}<!--cobble-blocks-end-->`);
        } catch (error) {
          expect(error).to.be.instanceOf(CobbleError).with.property('code', 'clipboard_invalid');
        }
      }),
    );
  });
});
