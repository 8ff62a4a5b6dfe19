import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Result } from '../../model/Result.ts';
import { VIEW_ONLY } from '../../permissions/Permissions.ts';
import { checkTree } from '../../parsing/checkTree.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

const card = { styles: { background: { color: '#FFFFFF' } } };
const at = (x: number, y: number) => ({ position: { x, y, width: 0.1, height: 0.1 } });

/** Two sections; in the first a card with one block, and three blocks beside it. */
const make = (): Editor =>
  makeTestEditor([
    makeTestSection('s2', { order: 1 }),
    makeTestSection('card', { parentUuid: 's1', ...card, position: { x: 0.5, y: 0.1 } }),
    makeTestBlock('inside', { parentUuid: 'card', ...at(0.05, 0.05) }),
    makeTestBlock('a', at(0.1, 0.1)),
    makeTestBlock('b', at(0.2, 0.2)),
    makeTestBlock('c', at(0.3, 0.3)),
  ]);

const childrenOf = (editor: Editor, uuid: string) =>
  editor.childrenOf(uuid).map((block) => block.uuid);

describe('moving blocks into a section or group', () => {
  it('keeps their position on the page and their order, and is one history entry [E50]', () => {
    const editor = make();
    const before = editor.page;
    const { x: xOfA = 0 } = editor.boxOf('a') ?? {};
    const { y: yOfB = 0 } = editor.boxOf('b') ?? {};
    expect(editor.moveInto('card', ['b', 'a'])).to.deep.equal({ ok: true, value: null });
    expect(childrenOf(editor, 'card')).to.eql(['inside', 'a', 'b']);
    expect(editor.boxOf('a')?.x).to.be.closeTo(xOfA, 1e-6);
    expect(editor.boxOf('b')?.y).to.be.closeTo(yOfB, 1e-6);
    editor.undo();
    expect(editor.page).to.deep.equal(before);
  });

  it('moves them out of a group, which fits its contents or disappears [E50]', () => {
    const editor = make();
    const group = editor.group(['a', 'b']).unwrap();
    const box = editor.boxOf('a');
    editor.moveInto('s1', 'a').unwrap();
    expect(editor.boxOf('a')).to.deep.equal(box);
    expect(editor.boxOf(group)).to.deep.equal(editor.boxOf('b'));
    editor.moveInto('s2', 'b').unwrap();
    expect(editor.blocks.has(group)).to.equal(false);
    expect(editor.blocks.get('b')?.parentUuid).to.equal('s2');
  });

  it('places them at an index of the z-order [E50]', () => {
    const editor = make();
    editor.moveInto('card', ['a', 'b']).unwrap();
    editor.moveInto('card', 'c', { index: 1 }).unwrap();
    expect(childrenOf(editor, 'card')).to.eql(['inside', 'c', 'a', 'b']);
    editor.moveInto('card', ['inside', 'c'], { index: 99 }).unwrap();
    expect(childrenOf(editor, 'card')).to.eql(['a', 'b', 'inside', 'c']);
    editor.moveInto('card', 'c', { index: 0 }).unwrap();
    expect(childrenOf(editor, 'card')).to.eql(['c', 'a', 'b', 'inside']);
  });

  it('removes them from the reading order of their former parent [E50]', () => {
    const editor = make();
    editor.setReadingOrder('s1', ['b', 'a', 'c']).unwrap();
    editor.moveInto('s2', ['a']).unwrap();
    const section = editor.blocks.get('s1');
    expect(section?.type === 'group' && section.content.readingOrder).to.eql(['b', 'c']);
  });

  it('is refused for cycles, sections, invalid parents, locked blocks and too many levels [E50]', () => {
    const editor = make();
    const pathOf = (parent: string, uuids: string | string[]) => {
      const before = editor.page;
      const refused = editor.moveInto(parent, uuids);
      expect(editor.page).to.equal(before);
      return refused.ok ? 'ok' : [refused.code, refused.details?.message ?? refused.details?.uuid];
    };
    expect(pathOf('card', [])).to.eql(['nothing_selected', undefined]);
    expect(pathOf('missing', 'a')).to.eql(['unknown_block', 'missing']);
    expect(pathOf('card', ['a', 'missing'])).to.eql(['unknown_block', 'missing']);
    expect(pathOf('b', 'a')).to.eql(['invalid_block', 'must be a section or group']);
    expect(pathOf('card', 's2')).to.eql(['invalid_block', 'cannot contain sections']);
    const group = editor.group(['card', 'b']).unwrap();
    expect(pathOf('card', group)).to.eql(['invalid_block', 'is inside one of the blocks']);
    expect(pathOf(group, group)).to.eql(['invalid_block', 'is inside one of the blocks']);
    editor.setLocked(true, 'a').unwrap();
    expect(pathOf('card', 'a')).to.eql(['block_locked', 'a']);
    editor.setLocked(true, 'inside').unwrap();
    expect(pathOf('s2', 'card')).to.eql(['selection_locked', 'inside']);
    editor.setLocked(true, 's2').unwrap();
    expect(pathOf('s2', 'c')).to.eql(['block_locked', 's2']);

    const levels = Array.from({ length: MAX_GROUP_DEPTH - 1 }, (_, index) =>
      makeTestSection(`g${String(index)}`, {
        parentUuid: index === 0 ? 's1' : `g${String(index - 1)}`,
        ...card,
      }),
    );
    const deep = makeTestEditor([
      ...levels,
      makeTestSection('other', { parentUuid: 's1', ...card }),
    ]);
    const last = `g${String(MAX_GROUP_DEPTH - 2)}`;
    expect(deep.add({ type: 'shape', parentUuid: 'other', uuid: 'x' }).ok).to.equal(true);
    expect(deep.moveInto(last, 'other')).to.deep.include({ code: 'invalid_block' });
    expect(deep.moveInto(last, 'x').ok).to.equal(true);
  });

  it('keeps blocks that are over another section in the one they were moved into [E50]', () => {
    const editor = make();
    editor.moveInto('s2', 'card').unwrap();
    const box = editor.boxOf('b');
    editor.moveInto('s2', ['b', 'card'], { index: 0 }).unwrap();
    expect(editor.blocks.get('card')?.parentUuid).to.equal('s2');
    expect(editor.boxOf('b')?.y).to.be.closeTo(box?.y ?? 0, 1e-6);
  });

  it('leaves a valid tree and can be undone, whatever is moved where [E50]', () => {
    const id = fc.constantFrom('s1', 's2', 'card', 'inside', 'a', 'b', 'c');
    const move = fc.record({ parent: id, uuids: fc.array(id, { maxLength: 3 }), index: fc.nat(4) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 6 }), (moves) => {
        const editor = make();
        const before = editor.page;
        for (const { parent, uuids, index } of moves) {
          const boxes = uuids.map((uuid) => editor.boxOf(uuid));
          const moved = editor.moveInto(parent, uuids, { index });
          expect(checkTree(editor.page.things)).to.equal(null);
          if (moved.ok)
            uuids.forEach((uuid, each) => {
              expect(editor.boxOf(uuid)?.x).to.be.closeTo(boxes[each]?.x ?? 0, 1e-5);
              expect(editor.boxOf(uuid)?.y).to.be.closeTo(boxes[each]?.y ?? 0, 1e-5);
            });
        }
        while (editor.undo());
        expect(editor.page).to.deep.equal(before);
      }),
    );
  });
});

describe('edits of given blocks', () => {
  it('leave the others and the selection alone [E49]', () => {
    const others: readonly ((editor: Editor) => { readonly ok: boolean })[] = [
      (editor) => editor.align('left', ['a', 'b']),
      (editor) => editor.distribute('horizontal', ['a', 'b']),
      (editor) => editor.flip('vertical', ['a', 'b']),
      (editor) => editor.tidy(['a', 'b']),
      (editor) => editor.scale(1.5, ['a', 'b']),
      (editor) => editor.nudge(8, 0, 'a'),
      (editor) => editor.setHtmlId('hello', 'a'),
      (editor) => editor.moveInto('card', 'a'),
      (editor) => editor.cut(['a', 'b']),
    ];
    for (const edit of others) {
      const editor = make();
      editor.select(['c']);
      const { c } = editor.page.things;
      expect(edit(editor), String(edit)).to.include({ ok: true });
      expect(editor.page.things.c, String(edit)).to.equal(c);
      expect([...editor.selection], String(edit)).to.eql(['c']);
    }
  });

  it('act on the selection by default [E49]', () => {
    const editor = make();
    editor.select(['a', 'b']);
    editor.align('left').unwrap();
    expect(editor.boxOf('a')?.x).to.equal(editor.boxOf('b')?.x);
    expect(editor.copy()).to.eql(editor.copy(['a', 'b']));
    expect(editor.copy('a')).not.to.eql(editor.copy());
    const group = editor.group().unwrap();
    expect(childrenOf(editor, group)).to.have.members(['a', 'b']);
    expect(editor.ungroup(group).unwrap()).to.have.members(['a', 'b']);
    expect(editor.align('left', 5 as never)).to.include({ code: 'input_invalid' });
  });

  it('are refused for an id that is not on the page, such as a stale one, which would be left out silently [E49]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestText('t', 'Hi')]);
    editor.select(['a', 't']);
    const arranging: Readonly<Record<string, (ids: string[]) => Result<unknown>>> = {
      reorder: (ids) => editor.reorder('back', ids),
      align: (ids) => editor.align('left', ids),
      distribute: (ids) => editor.distribute('vertical', ids),
      flip: (ids) => editor.flip('vertical', ids),
      tidy: (ids) => editor.tidy(ids),
      scale: (ids) => editor.scale(2, ids),
      nudge: (ids) => editor.nudge(1, 1, ids),
      group: (ids) => editor.group(ids),
      ungroup: (ids) => editor.ungroup(ids),
      moveInto: (ids) => editor.moveInto('s2', ids),
    };
    const others: typeof arranging = {
      update: (ids) => editor.update(ids, { altText: 'x' }),
      stage: (ids) => editor.stage({ altText: 'x' }, ids),
      setSliderStyles: (ids) => editor.setSliderStyles({ opacityPercent: 50 }, ids),
      setAutowidth: (ids) => editor.setAutowidth(true, ids),
      setLocked: (ids) => editor.setLocked(true, ids),
      cycleTextAlign: (ids) => editor.cycleTextAlign(ids),
      remove: (ids) => editor.remove(ids),
      duplicate: (ids) => editor.duplicate(ids),
      cut: (ids) => editor.cut(ids),
    };
    const { page } = editor;
    const unknown = { code: 'unknown_block', 'details.uuid': 'stale' };
    for (const [name, edit] of Object.entries({ ...arranging, ...others }))
      for (const ids of [['stale'], ['t', 'stale']])
        expect(edit(ids), name).to.nested.include(unknown);
    for (const [name, edit] of Object.entries(arranging))
      expect(edit(['s1', 'a']), name).to.have.property('code', 'invalid_block');
    expect(() => editor.copy(['t', 'stale']))
      .to.throw(CobbleError)
      .that.nested.includes(unknown);
    expect(editor.page).to.equal(page);
    editor.configure({ permissions: VIEW_ONLY });
    for (const [name, edit] of Object.entries({ ...arranging, ...others }))
      expect(edit(['stale']), name).to.have.property('code', 'not_permitted');
  });
});
