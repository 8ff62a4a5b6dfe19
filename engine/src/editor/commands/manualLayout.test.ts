import { expect } from 'chai';
import type { Block } from '../../model/Block.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

const blocks = [
  makeTestBlock('a', { position: { y: 0.1 } }),
  makeTestBlock('b', { position: { y: 0.3 } }),
  makeTestBlock('c', { position: { y: 0.5 } }),
  makeTestSection('g', { parentUuid: 's2', position: { width: 0.5, height: 0.5 } }),
  makeTestBlock('deep', { parentUuid: 'g' }),
];

function tabThrough(editor: Editor, count: number): string[] {
  editor.clearSelection();
  return Array.from({ length: count }, () => {
    editor.dispatch({ type: 'keydown', key: 'Tab' });
    return [...editor.selection].join();
  });
}

describe('the reading order', () => {
  it('is the author’s, in Tab order too, or follows positions if there is none [P9]', () => {
    const editor = makeTestEditor(blocks);
    expect(tabThrough(editor, 4)).to.deep.equal(['a', 'b', 'c', 'g']);
    expect(editor.setReadingOrder('s1', ['c', 'a']).ok).to.equal(true);
    expect(tabThrough(editor, 4)).to.deep.equal(['c', 'b', 'a', 'g']);
    parsePage(editor.page);
    editor.undo();
    expect(tabThrough(editor, 2)).to.deep.equal(['a', 'b']);
    editor.redo();
    editor.setReadingOrder('s1', null);
    expect(editor.blocks.get('s1')?.content).to.not.have.property('readingOrder');
    expect(tabThrough(editor, 2)).to.deep.equal(['a', 'b']);
  });

  it('lists children only, each once [P9]', () => {
    const editor = makeTestEditor(blocks);
    const refusal = (parent: string, ids: readonly string[]) => {
      const result = editor.setReadingOrder(parent, ids);
      return result.ok ? 'ok' : result.code;
    };
    expect(refusal('s1', ['deep'])).to.equal('unknown_block');
    expect(refusal('s1', ['ghost'])).to.equal('unknown_block');
    expect(refusal('ghost', [])).to.equal('unknown_block');
    expect(refusal('a', [])).to.equal('invalid_block');
    expect(refusal('s1', ['a', 'a'])).to.equal('invalid_block');
    editor.setLocked(true, ['s1']);
    expect(refusal('s1', ['a'])).to.equal('block_locked');
    expect(editor.stablePage.things.s1?.content).to.not.have.property('readingOrder');
  });

  it('reads rows in the direction of the page’s language, in Tab order and when ungrouping [P26]', () => {
    const at = (x: number): Partial<Block['position']> => ({ x, y: 0.1, width: 0.2, height: 0.2 });
    const row = ['a', 'b', 'c'].map((id, index) =>
      makeTestBlock(id, { position: at(index * 0.3) }),
    );
    const editor = makeTestEditor(row);
    expect(tabThrough(editor, 3)).to.deep.equal(['a', 'b', 'c']);
    editor.updatePage({ settings: { lang: 'ar-EG' } });
    expect(tabThrough(editor, 3)).to.deep.equal(['c', 'b', 'a']);
    editor.select(['b', 'c']);
    const group = editor.group();
    if (!group.ok) throw new Error(group.code);
    editor.setReadingOrder('s1', [group.value, 'a']);
    editor.select([group.value]);
    editor.ungroup();
    expect(tabThrough(editor, 3)).to.deep.equal(['c', 'b', 'a']);
    editor.updatePage({ settings: { lang: 'arn' } });
    editor.setReadingOrder('s1', null);
    expect(tabThrough(editor, 3), 'Mapudungun is not Arabic').to.deep.equal(['a', 'b', 'c']);
  });

  it('is unchanged by setting the current order [P9]', () => {
    const editor = makeTestEditor(blocks);
    editor.setReadingOrder('s1', ['b', 'a']);
    editor.setReadingOrder('s1', ['b', 'a']);
    editor.undo();
    expect(editor.canUndo).to.equal(false);
  });
});

describe('a phone position', () => {
  const phoneEditor = (): Editor => {
    const editor = makeTestEditor();
    editor.load({
      ...makeTestPage(blocks),
      settings: { ...editor.fields.settings, phoneLayout: 'automatic' },
    });
    return editor;
  };

  it('is refused on pages with a scaled phone layout, and can be removed [P12]', () => {
    const position = { x: 0.1, y: 2, width: 0.5, height: 0.5 };
    const editor = phoneEditor();
    editor.placeOnPhone('a', position);
    editor.updatePage({ settings: { phoneLayout: 'scaled' } });
    expect(editor.placeOnPhone('b', position)).to.deep.include({
      ok: false,
      code: 'invalid_block',
    });
    expect(editor.placeOnPhone('a', null).ok).to.equal(true);
    expect(editor.blocks.get('a')).to.not.have.property('positionOn');
    const withoutLayout = makeTestEditor(blocks);
    expect(
      withoutLayout.placeOnPhone('a', position).ok,
      'pages without a phone layout are scaled',
    ).to.equal(false);
  });

  it('is set and removed without moving the block on a desktop [P12]', () => {
    const editor = phoneEditor();
    const before = editor.blocks.get('a');
    editor.placeOnPhone('a', { x: 0.1, y: 2, width: 0.001, height: 0.5 });
    expect(editor.blocks.get('a')?.position).to.deep.equal(before?.position);
    expect(editor.blocks.get('a')?.positionOn).to.deep.equal({
      mobile: { x: 0.1, y: 2, width: 0.03, height: 0.5 },
    });
    expect(editor.fields.relativeHeight, 'the desktop page does not grow').to.equal(2);
    parsePage(editor.page);
    editor.placeOnPhone('a', null);
    expect(editor.blocks.get('a')).to.deep.equal(before);
    expect(editor.placeOnPhone('a', null).ok).to.equal(true);
  });

  it('is removed when the block moves to another section or into a group [P12]', () => {
    const editor = phoneEditor();
    const position = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
    for (const uuid of ['a', 'b']) editor.placeOnPhone(uuid, position);
    editor.update('a', { position: { y: 0.4 } });
    expect(editor.blocks.get('a')?.positionOn?.mobile).to.deep.equal(position);
    editor.update('a', { position: { y: 1.4 } });
    expect(editor.blocks.get('a')).to.include({ parentUuid: 's2' });
    expect(editor.blocks.get('a')).to.not.have.property('positionOn');
    editor.select(['b', 'c']);
    editor.group();
    expect(editor.blocks.get('b')).to.not.have.property('positionOn');
    editor.undo();
    expect(editor.blocks.get('b')?.positionOn?.mobile).to.deep.equal(position);
  });

  it('is limited to unlocked children of sections, and to positions that a page can store [P12]', () => {
    const editor = phoneEditor();
    const refusal = (uuid: string, x = 0) => {
      const result = editor.placeOnPhone(uuid, { x, y: 0, width: 1, height: 1 });
      return result.ok ? 'ok' : result.code;
    };
    expect(refusal('deep')).to.equal('invalid_block');
    expect(refusal('s1')).to.equal('invalid_block');
    expect(refusal('ghost')).to.equal('unknown_block');
    expect(refusal('a', 1e6)).to.equal('invalid_block');
    expect(refusal('a', NaN)).to.equal('input_invalid');
    editor.setLocked(true, ['a']);
    expect(refusal('a')).to.equal('block_locked');
    expect(refusal('g')).to.equal('ok');
  });
});

describe('restricted access', () => {
  it('can be set on a page without the field, and undo removes the field again [P13]', () => {
    const editor = makeTestEditor();
    const before = editor.page;
    editor.updatePage({ isRestricted: true });
    expect(editor.fields.isRestricted).to.equal(true);
    parsePage(editor.page);
    editor.undo();
    expect(editor.page).to.deep.equal(before);
    expect(editor.page).to.not.have.property('isRestricted');
    editor.redo();
    expect(editor.fields.isRestricted).to.equal(true);
    editor.updatePage({ isRestricted: false });
    expect(editor.fields.isRestricted).to.equal(false);
  });
});
