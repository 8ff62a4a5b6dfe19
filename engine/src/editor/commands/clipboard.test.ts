import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../../blocks/BlockDefinition.ts';
import { defineKit } from '../../blocks/defineKit.ts';
import type { Kit } from '../../blocks/Kit.ts';
import { makeClipboardText, parseClipboardText } from '../../clipboard/clipboardText.ts';
import type { Block } from '../../model/Block.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

const nested = (uuid: string, options: Parameters<typeof makeTestSection>[1] = {}) =>
  makeTestSection(uuid, {
    parentUuid: 's1',
    position: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 },
    ...options,
  });

const tree = () => [
  nested('g'),
  makeTestBlock('a', { parentUuid: 'g' }),
  makeTestText('t', '</script><!--cobble-blocks-end-->', { position: { x: 0.5, y: 0.5 } }),
];

/** Creates an editor of a page with another id and, optionally, another reference width. */
function editorOfOtherPage(referenceWidth = 600, random = 0.5): Editor {
  const settings = { editorVersion: '0.7.0', referenceWidth };
  const page = makeTestPage([], { ID: 8, settings });
  let ids = 0;
  const createId = () => `new-${String(++ids)}`;
  return makeTestEditor([], { page, environment: { random: () => random, createId } });
}

function copied(uuids: readonly string[], blocks: readonly Block[] = tree()): string {
  const editor = makeTestEditor(blocks);
  editor.select(uuids);
  return editor.copy()?.html ?? '';
}

function paste(editor: Editor<Kit>, text: string, at?: { x: number; y: number }): readonly Block[] {
  expect(editor.paste(text, at)).to.include({ ok: true });
  parsePage(editor.page, { kits: editor.kits });
  return editor.selectedBlocks;
}

describe('the clipboard', () => {
  it('contains blocks between markers that no text inside can imitate [X1]', () => {
    const text = copied(['t', 'g']);
    expect(text).to.match(
      /^<div data-cobble-blocks="&lt;!--cobble-blocks-start--&gt;{[^<>"]*&lt;!--cobble-blocks-end--&gt;">/,
    );
    const { blocks, ...rest } = parseClipboardText(`words ${text} words`);
    expect(rest).to.eql({ pageID: 7, referenceWidth: 600, warnings: [] });
    expect(blocks.map(({ uuid }) => uuid)).to.eql(['g', 'a', 't']);
    expect(makeTestEditor().copy()).to.equal(null);
  });

  it('gives children of groups their position on the page [X1]', () => {
    const [loose] = parseClipboardText(copied(['a'])).blocks;
    expect(loose?.position).to.include({ x: 0.1, y: 0.1 });
  });

  it('pastes 32 px to the lower right on the same page, and further each time [X2]', () => {
    const editor = makeTestEditor(tree());
    editor.select(['g', 't']);
    const text = editor.copy()?.html ?? '';
    const step = 32 / 600;
    for (const times of [1, 2]) {
      const [group, child] = paste(editor, text);
      expect(editor.boxOf(group?.uuid ?? '')?.x).to.be.closeTo(0.1 + times * step, 1e-6);
      expect(editor.boxOf(child?.uuid ?? '')?.y).to.be.closeTo(0.5 + times * step, 1e-6);
    }
    expect(editor.blocks.size).to.equal(11);
    editor.undo();
    editor.undo();
    expect(editor.page).to.eql(makeTestPage(tree()));
  });

  it('pastes centred on a point, into the section there [X2]', () => {
    const editor = editorOfOtherPage(1200);
    const [group] = paste(editor, copied(['g']), { x: 0.5, y: 1.5 });
    expect(editor.boxOf(group?.uuid ?? '')).to.eql({ x: 0.45, y: 1.475, width: 0.1, height: 0.05 });
    expect(group?.parentUuid).to.equal('s2');
  });

  it('pastes 8 to 64 px to the lower right on another page [X3]', () => {
    for (const [random, px] of [
      [0, 8],
      [1, 64],
    ] as const) {
      const editor = editorOfOtherPage(600, random);
      const [group] = paste(editor, copied(['g']));
      expect(editor.boxOf(group?.uuid ?? '')?.x).to.be.closeTo(0.1 + px / 600, 1e-6);
    }
  });

  it('keeps sizes in px and the distance from the centre at another reference width [X3]', () => {
    const centered = makeTestBlock('c', {
      position: { x: 0.4, y: 0.2, width: 0.2, height: 0.1 },
      positionOn: { mobile: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 } },
    });
    const editor = editorOfOtherPage(1200, 0);
    const [block] = paste(editor, copied(['c'], [centered]));
    const jitter = 8 / 1200;
    expect(block?.position.width).to.equal(0.1);
    expect(block?.position.x).to.be.closeTo(0.45 + jitter, 1e-6);
    expect(block?.position.y).to.be.closeTo(0.1 + jitter, 1e-6);
    const [section] = paste(editor, copied(['s1'], [centered]));
    expect(section?.position).to.include({ width: 1, height: 0.5 });
    const [child] = editor.childrenOf(section?.uuid ?? '');
    expect(child?.position).to.include({ x: 0.45, y: 0.1, width: 0.1, height: 0.05 });
    expect(child?.positionOn).to.eql(centered.positionOn);
  });

  it('gives copies new ids and parents, and updates reading orders [X4]', () => {
    const content = {
      groupDisplay: 'freeform',
      groupOrder: 0,
      readingOrder: ['b', 'missing', 'a'],
    };
    const blocks = [
      nested('g', { content }),
      nested('h', { parentUuid: 'g' }),
      makeTestBlock('a', { parentUuid: 'g' }),
      makeTestBlock('b', { parentUuid: 'g' }),
      makeTestBlock('c', { parentUuid: 'h' }),
    ];
    for (const [editor, copy] of [
      [editorOfOtherPage(), (editor: Editor) => editor.paste(copied(['g'], blocks))],
      [makeTestEditor(blocks), (editor: Editor) => editor.duplicate(['g'])],
    ] as const) {
      expect(copy(editor)).to.include({ ok: true });
      const [group] = editor.selectedBlocks;
      const inside = editor.childrenOf(group?.uuid ?? '');
      const [a, b, h] = inside.map(({ uuid }) => uuid);
      expect(inside.map(({ type }) => type)).to.eql(['shape', 'shape', 'group']);
      expect(editor.childrenOf(h ?? '')).to.have.length(1);
      expect((group?.content as { readingOrder?: unknown }).readingOrder).to.eql([b, a]);
      parsePage(editor.page);
    }
  });

  describe('HTML ids', () => {
    const link = { type: 'link', attrs: { href: '#about' } };
    const linkedText = (text: string) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [link] }] }],
    });
    const about = makeTestBlock('about', { properties: { htmlId: 'about' } });
    const arrow = makeTestBlock('arrow', { properties: { hyperlink: '#about' } });
    const note = makeTestText('note', '', { content: { text: linkedText('see about') } });
    const named = (editor: Editor) => editor.selectedBlocks.map(({ properties }) => properties);

    it('are kept if they are new to the page, and dropped otherwise [X5]', () => {
      const editor = editorOfOtherPage();
      paste(editor, copied(['about'], [about]));
      expect(named(editor)).to.eql([{ htmlId: 'about' }]);
      paste(editor, copied(['about'], [about]));
      expect(named(editor)).to.eql([{}]);
    });

    it('are replaced when a copy links to them, in rich text too [X5]', () => {
      const editor = editorOfOtherPage();
      const text = copied(['about', 'arrow', 'note'], [about, arrow, note]);
      paste(editor, text);
      expect(named(editor)).to.eql([{ htmlId: 'about' }, { hyperlink: '#about' }, {}]);
      for (const id of ['about-2', 'about-3']) {
        paste(editor, text);
        expect(named(editor)).to.eql([{ htmlId: id }, { hyperlink: `#${id}` }, {}]);
        expect(JSON.stringify(editor.selectedBlocks[2])).to.contain(`"href":"#${id}"`);
      }
      paste(editor, copied(['arrow'], [about, arrow]));
      expect(named(editor), 'the target of the link was not copied').to.eql([
        { hyperlink: '#about' },
      ]);
    });
  });

  it('pastes unlocked, on top and selected [X6]', () => {
    const editor = makeTestEditor([
      makeTestBlock('a', { locked: true, position: { zIndex: 99_999 } }),
      makeTestBlock('b', { position: { zIndex: 7 } }),
    ]);
    editor.select(['a', 'b']);
    const pasted = paste(editor, editor.copy()?.html ?? '');
    const [section = ''] = editor.sectionIds;
    const order = editor.childrenOf(section).map(({ uuid }) => uuid);
    expect(order.slice(0, 2)).to.eql(['b', 'a']);
    expect(order.slice(2)).to.eql(pasted.map(({ uuid }) => uuid));
    expect(pasted.map(({ locked }) => locked)).to.eql([undefined, undefined]);
    expect(editor.cut(), 'the copies are unlocked').to.include({ ok: true });
    editor.select(['a']);
    expect(editor.cut()).to.include({ code: 'block_locked' });
  });

  it('pastes sections after the last one [X7]', () => {
    const editor = makeTestEditor();
    paste(editor, copied(['s2', 's1', 'a']));
    expect(editor.sectionIds.slice(0, 2)).to.eql(['s1', 's2']);
    expect(editor.sectionIds).to.have.length(4);
    expect(editor.selectedBlocks.map(({ type }) => type)).to.eql(['group', 'group']);
  });

  it('skips blocks that are uploading [X8]', () => {
    const image = makeTestBlock('i', { type: 'image', content: { url: 'blob:x' } });
    const editor = makeTestEditor([
      makeTestBlock('a'),
      image,
      nested('g'),
      { ...image, uuid: 'child', parentUuid: 'g' },
    ]);
    expect(editor.cut()).to.include({ code: 'nothing_selected' });
    editor.select(['i']);
    expect(editor.copy()).to.equal(null);
    editor.select(['a', 'i', 'g']);
    const ids = parseClipboardText(editor.copy()?.html ?? '').blocks.map(({ uuid }) => uuid);
    expect(ids).to.eql(['a', 'g']);
  });

  it('refuses to cut a block that is uploading, which would be lost [X8]', () => {
    const image = makeTestBlock('i', { type: 'image', content: { url: 'blob:x' } });
    const editor = makeTestEditor([makeTestBlock('a'), nested('g'), { ...image, parentUuid: 'g' }]);
    const before = editor.page;
    editor.select(['a', 'g']);
    expect(editor.cut()).to.include({ code: 'cannot_clone_while_uploading' });
    expect(editor.page).to.equal(before);
    editor.select(['a']);
    expect(editor.cut().ok).to.equal(true);
    expect(editor.blocks.has('a')).to.equal(false);
  });

  it('refuses a paste over the cap as a whole [X9]', () => {
    const editor = makeTestEditor([], { maxBlocks: 3 });
    const refused = editor.paste(copied(['g']));
    expect(refused).to.deep.include({ code: 'things_per_page_limit_exceeded' });
    expect(editor.blocks.size).to.equal(2);
    paste(editor, copied(['t']));
  });

  it('validates kit blocks and remaps ids in their content, and keeps unknown types unchanged [X12]', () => {
    const bell = defineBlock({
      type: 'bell',
      content: z.looseObject({ rings: z.number(), next: z.string().optional() }),
      defaultContent: () => ({ rings: 1 }),
      remapIds: (content, idOf) => ({ ...content, next: idOf(content.next ?? '') ?? '' }),
    });
    const kits = [defineKit({ block: bell })];
    const page = makeTestPage([
      makeTestBlock('bell', { type: 'bell', content: { rings: 2, next: 'odd' } }),
      makeTestBlock('odd', {
        type: 'from-the-future',
        content: { list: [{ deep: null }], words: 'about' },
      }),
    ]);
    const editor = makeTestEditor([], { page, kits });
    editor.select(['bell', 'odd']);
    const text = editor.copy()?.html ?? '';
    const [pasted, odd] = paste(editor, text);
    expect(pasted?.content).to.eql({ rings: 2, next: odd?.uuid });
    expect(odd?.content).to.eql({ list: [{ deep: null }], words: 'about' });
    const [unknown] = paste(makeTestEditor(), text);
    expect(unknown?.content, 'without the kit').to.eql({ rings: 2, next: 'odd' });
    const bad = makeClipboardText({
      pageID: 1,
      referenceWidth: 600,
      blocks: [makeTestBlock('b', { type: 'bell', content: { rings: 'many' } })],
    });
    const { blocks, warnings } = parseClipboardText(bad, kits);
    expect(blocks[0]?.content, 'kept').to.eql({ rings: 'many' });
    expect(warnings.map(({ path }) => path)).to.eql(['blocks.0.content.rings']);
  });

  it('keeps a phone position within the same section only [X13]', () => {
    const mobile = { x: 0.1, y: 0.2, width: 0.5, height: 0.5 };
    const block = makeTestBlock('a', { positionOn: { mobile } });
    const editor = makeTestEditor([block]);
    const [near] = paste(editor, copied(['a'], [block]));
    expect(near?.positionOn?.mobile?.x).to.be.closeTo(0.1 + 32 / 600, 1e-6);
    editor.duplicate(['a']);
    const [double] = editor.selectedBlocks;
    expect(double?.positionOn?.mobile?.x).to.be.closeTo(0.1 + 36 / 600, 1e-6);
    const [far] = paste(editor, copied(['a'], [block]), { x: 0.5, y: 1.5 });
    expect(far).not.to.have.property('positionOn');
  });

  it('refuses positions that a page cannot store [X11]', () => {
    const editor = makeTestEditor(tree(), {
      page: makeTestPage(tree(), { settings: { editorVersion: '0.7.0', referenceWidth: 375 } }),
    });
    const before = editor.page;
    const far = makeClipboardText({
      pageID: 7,
      referenceWidth: 1366,
      blocks: [makeTestBlock('far', { position: { x: 900, y: 0.1 } })],
    });
    expect(editor.paste(far)).to.deep.include({ ok: false, code: 'clipboard_invalid' });
    expect(editor.paste(copied(['a']), { x: NaN, y: 0 })).to.deep.include({ ok: false });
    expect(editor.page.things).to.deep.equal(before.things);
    const phone = makeTestBlock('p', {
      positionOn: { mobile: { x: 1000, y: 0, width: 1, height: 1 } },
    });
    const [pasted] = paste(editor, copied(['p'], [phone]));
    expect(pasted).not.to.have.property('positionOn');
  });

  it('gives other programs the text of the blocks in reading order [X20]', () => {
    const editor = makeTestEditor([
      makeTestText('last', 'Closed\non Mondays', { position: { y: 0.8, height: 0.1 } }),
      makeTestText('right', 'Spelt & rye <3', { position: { x: 0.5, y: 0.2, zIndex: 10 } }),
      makeTestText('left', 'Bread', { position: { x: 0, y: 0.2, zIndex: 20 } }),
      makeTestBlock('shape', { position: { x: 0, y: 0.5 } }),
      makeTestText('below', 'Open daily', { parentUuid: 's2' }),
    ]);
    editor.select(['below', 'last', 'shape', 'right', 'left']);
    const copied = editor.copy();
    expect(copied?.text).to.equal('Bread\nSpelt & rye <3\nClosed\non Mondays\nOpen daily');
    expect(copied?.html).to.match(
      /"><p>Bread<\/p><p>Spelt &amp; rye &lt;3<\/p><p>Closed<\/p><p>on Mondays<\/p><p>Open daily<\/p><\/div>$/,
    );
    editor.select(['s1']);
    expect(editor.copy()?.text).to.equal('Bread\nSpelt & rye <3\nClosed\non Mondays');
    editor.select(['shape']);
    expect(editor.copy()).to.have.property('text', '');
  });

  it('is pasted as `copy` and `cut` return it, in whatever HTML it arrives [X1, X20]', () => {
    const altText =
      'A "loaf" & <b>more</b>, it\u00a0\'s &quot;good&quot; &lt;!--cobble-blocks-end--&gt;';
    const editor = makeTestEditor([makeTestBlock('a', { altText })]);
    editor.select(['a']);
    const { html, text } = editor.copy() ?? { html: '', text: '' };
    // Browsers serialise HTML again, with more or fewer escapes, and add markup of their own.
    const written = [
      html,
      `<html><body>\n<!--StartFragment-->${html}<!--EndFragment-->\n</body></html>`,
      html.replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      html.replaceAll('&quot;', '&#34;'),
      `<meta charset="utf-8">${html.replace('<div ', '<div style="color: red" ')}`,
    ];
    for (const each of [{ html, text }, ...written]) {
      expect(editor.paste(each)).to.include({ ok: true });
      expect(editor.selectedBlocks[0]?.altText).to.equal(altText);
    }
    expect(editor.paste(text)).to.include({ code: 'clipboard_invalid' });
    const cut = editor.cut();
    expect(cut.ok && editor.paste(cut.value)).to.include({ ok: true });
    expect(editor.paste({ text } as never)).to.include({ code: 'clipboard_invalid' });
  });

  it('reads copies of older editors from plain text [X1]', () => {
    const altText = 'see &lt;!--cobble-blocks-end--&gt;, &quot;there&quot;';
    const plain = makeClipboardText({
      pageID: 1,
      referenceWidth: 600,
      blocks: [makeTestBlock('a', { altText })],
    }).replaceAll('\\u0026', '&');
    const editor = makeTestEditor();
    expect(editor.paste(`Words ${plain} around`)).to.include({ ok: true });
    expect(editor.selectedBlocks[0]?.altText).to.equal(altText);
  });
});
