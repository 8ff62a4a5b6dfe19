import { expect } from 'chai';
import type { Editor } from './Editor.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { safeParsePage } from '../parsing/parsePage.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../testing/makeTestPage.ts';

describe('settling at a commit', () => {
  const child = (parentUuid: string) =>
    makeTestBlock('a', { parentUuid, position: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } });

  it('keeps the size of a card, and fits a group without styles to its contents', () => {
    for (const [styles, isCard] of [
      [{}, false],
      [{ background: { color: 'white' } }, true],
      [{ border: { widthPx: 1, style: 'solid', color: 'black' } as const }, true],
    ] as const) {
      const group = makeTestSection('g', {
        parentUuid: 's1',
        styles,
        position: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
      });
      const editor = makeTestEditor([group, child('g')]);
      editor.update('a', { position: { x: 0.15 } });
      const { width } = editor.blocks.get('g')?.position ?? {};
      expect(width).to.equal(isCard ? 0.5 : 0.2);
      // In both cases, nothing moves on the page.
      expect(editor.boxOf('a')?.x).to.be.closeTo(0.25, 1e-6);
    }
  });

  it('tells how tall sections were before they grew, apart from what someone has chosen, or a refused image would take that back [P17]', () => {
    const low = { type: 'shape', parentUuid: 's1', position: { y: 1.2, height: 0.25 } } as const;
    const heights = (edit: (editor: Editor) => unknown, byHook?: number) => {
      const editor = makeTestEditor([child('s1')]);
      if (byHook !== undefined)
        editor.onBeforeCommit(() => editor.resizeSection('s1', { height: byHook }));
      edit(editor);
      const { height } = editor.blocks.get('s1')?.position ?? {};
      return [height, editor.history.entries.at(-1)?.heightsBeforeGrowth];
    };
    const add = (editor: Editor) => editor.add(low);
    expect(heights(add)).to.eql([1.5, { s1: 1 }]);
    expect(heights((editor) => editor.resizeSection('s1', { height: 2 }))).to.eql([2, {}]);
    for (const height of [1.1, 2])
      expect(
        heights((editor) =>
          editor.run(() => {
            editor.resizeSection('s1', { height });
            add(editor);
          }),
        ),
      ).to.eql(height === 2 ? [2, {}] : [1.5, { s1: 1.1 }]);
    expect(heights(add, 2), 'a hook').to.eql([2, {}]);
    expect(heights(add, 1.2), 'a hook').to.eql([1.5, { s1: 1.2 }]);
  });

  it('keeps the height of every section when a block in the first one is removed', () => {
    const tall = makeTestBlock('tall', {
      parentUuid: 's2',
      position: { x: 0, y: 0.2, width: 0.2, height: 3 },
    });
    const editor = makeTestEditor([child('s1'), tall]);
    editor.remove(['a']);
    expect(editor.blocks.get('s1')?.position.height).to.equal(1);
    // The last section was too short for its contents when the page was loaded, and stays so.
    expect(editor.blocks.get('s2')?.position.height).to.equal(1);
  });

  it('leaves no group empty that the same edit has made, which nobody could select and remove [E29]', () => {
    const groups = ({ blocks }: Editor) =>
      [...blocks.values()].flatMap(({ uuid, type, parentUuid }) =>
        type === 'group' && parentUuid !== undefined ? [uuid] : [],
      );
    for (const empty of [
      (editor: Editor) => editor.remove('a'),
      (editor: Editor) => editor.moveInto('s1', ['a']),
      (editor: Editor, group: string) => {
        editor.group([group]).unwrap();
        return editor.remove('a');
      },
      (editor: Editor) => {
        editor.startTextEditing('a');
        editor.setEditedText('');
        editor.stopTextEditing();
      },
    ]) {
      const editor = makeTestEditor([makeTestText('a', 'Hi')]);
      const first = editor.page.things;
      editor.begin();
      const group = editor.group(['a']).unwrap();
      empty(editor, group);
      editor.commit();
      expect(groups(editor)).to.eql([]);
      editor.undo();
      expect(editor.page.things).to.eql(first);
    }
  });

  it('leaves no group empty whose only block is at the same place in another group then [E29]', () => {
    const others = ['b', 'c'].map((uuid, at) =>
      makeTestBlock(uuid, { position: { x: 0.5, y: 0.5, zIndex: 50_100 + 100 * at } }),
    );
    const editor = makeTestEditor([child('s1'), ...others]);
    const group = editor.group(['a', 'b']).unwrap();
    editor.remove('b').unwrap();
    const { position } = editor.blocks.get('a') ?? {};
    const other = editor.group(['a', 'c']).unwrap();
    expect(editor.blocks.get('a')).to.deep.include({ parentUuid: other, position });
    expect(editor.blocks.has(group)).to.equal(false);
  });

  it('shrinks the last section when the lowest block of a group in it is removed, as when it is in no group [P19]', () => {
    const low = (parentUuid: string, y: number) =>
      makeTestBlock('low', { parentUuid, position: { y } });
    const heightWithout = (blocks: Parameters<typeof makeTestEditor>[0]) => {
      const editor = makeTestEditor([
        makeTestSection('s2', { order: 1, position: { height: 3 } }),
        ...(blocks ?? []),
      ]);
      editor.remove(['low']);
      return editor.blocks.get('s2')?.position.height;
    };
    const group = makeTestSection('g', {
      parentUuid: 's2',
      position: { x: 0, y: 1.2, width: 0.3, height: 1.6 },
    });
    const expected = heightWithout([child('s2'), low('s2', 2.7)]);
    expect(heightWithout([child('s2'), group, low('g', 1.5)])).to.equal(expected);
    const high = makeTestBlock('high', { parentUuid: 'g', position: { y: 0, height: 0.2 } });
    expect(heightWithout([group, high, low('g', 1.5)])).to.equal(1.45);
  });

  it('limits a section’s width to 1366 px, and rounds it to steps of 50 px [M12]', () => {
    const editor = makeTestEditor();
    editor.resizeSection('s1', { width: 3 });
    expect((editor.boxOf('s1')?.width ?? 0) * 600).to.be.closeTo(1366, 1e-3);
    editor.resizeSection('s1', { width: 1340 / 600 });
    expect((editor.boxOf('s1')?.width ?? 0) * 600).to.be.closeTo(1350, 1e-3);
  });

  it('grows a section for a moved block, and updates the page’s height', () => {
    const editor = makeTestEditor([child('s2')]);
    editor.update('a', { position: { y: 0.95, height: 0.5 } });
    expect(editor.blocks.get('s2')?.position.height).to.be.closeTo(1.5, 1e-6);
    expect(editor.fields.relativeHeight).to.be.closeTo(2.5, 1e-6);
  });

  it('grows a section for a block that moves in the same entry as a new reference width [P17, P18]', () => {
    for (const scale of [true, false])
      for (const isMovedFirst of [true, false]) {
        const editor = makeTestEditor([
          child('s2'),
          makeTestBlock('across', { parentUuid: 's1', position: { y: 0.9, height: 0.4 } }),
          makeTestBlock('b', { parentUuid: 's1', position: { x: 0.5, y: 0.1, height: 0.2 } }),
        ]);
        const factor = scale ? 1 : 600 / 800;
        editor.run(() => {
          if (!isMovedFirst) editor.setReferenceWidth(800, { scale }).unwrap();
          const unit = isMovedFirst ? 1 : factor;
          editor.update('a', { position: { y: 0.95 * unit } }).unwrap();
          editor.update('b', { position: { y: 1.5 * unit } }).unwrap();
          if (isMovedFirst) editor.setReferenceWidth(800, { scale }).unwrap();
        });
        expect(editor.blocks.get('b')?.parentUuid).to.equal('s2');
        expect(editor.boxOf('b')?.y).to.be.closeTo(1.5 * factor, 1e-5);
        expect(editor.boxOf('s2')?.height).to.be.closeTo(1.15 * factor + 0.05, 1e-5);
        // This block has not moved, so it stays in its section and does not make it grow.
        expect(editor.blocks.get('across')?.parentUuid).to.equal('s1');
        expect(editor.boxOf('s1')?.height).to.be.closeTo(factor, 1e-5);
      }
  });

  it('keeps the page’s own margin below the contents of a section, even 0 [P17]', () => {
    for (const margin of [0, 0.4]) {
      const editor = makeTestEditor([child('s2')]);
      const heightOf = () => editor.blocks.get('s2')?.position.height;
      editor.updatePage({ style: { margin } });
      editor.update('a', { position: { y: 0.95, height: 0.5 } });
      expect(heightOf()).to.be.closeTo(1.45 + margin, 1e-6);
      editor.slice('s2', 2.44, 0.5);
      editor.slice('s2', 2.44, -0.9);
      expect(heightOf(), 'slicing keeps the margin').to.be.closeTo(1.45 + margin, 1e-6);
      editor.resizeSection('s2', { height: 3 });
      editor.fitSection('s2');
      expect(heightOf()).to.be.closeTo(1.45 + margin, 1e-6);
    }
  });

  describe('at the limits of a page', () => {
    type TestEditor = ReturnType<typeof makeTestEditor>;
    const at = (uuid: string, x: number, y: number, parentUuid = 's1') =>
      makeTestBlock(uuid, { parentUuid, position: { x, y, width: 0.5, height: 0.5 } });
    const group = (x: number, width = 0.5) =>
      makeTestSection('g', { parentUuid: 's1', position: { x, y: 0, width, height: 0.5 } });

    /** Makes an edit, checks that its page can be stored, and returns the editor. */
    function edited(
      edit: (editor: TestEditor) => { readonly ok: boolean },
      blocks: Parameters<typeof makeTestEditor>[0] = [],
      isAccepted = true,
      measureTextHeight: (() => number) | null = null,
    ): TestEditor {
      const editor = makeTestEditor(blocks, { environment: { measureTextHeight } });
      const before = editor.page;
      expect(edit(editor).ok).to.equal(isAccepted);
      if (!isAccepted) expect(editor.page).to.deep.equal(before);
      const parsed = safeParsePage(editor.page);
      expect(parsed.ok, JSON.stringify(parsed).slice(0, 200)).to.equal(true);
      return editor;
    }

    it('keeps the page storable when a section would become too tall [P17]', () => {
      const tall = (editor: TestEditor) =>
        expect(editor.blocks.get('s1')?.position.height).to.equal(1000);
      const position = { x: 0.1, y: 999.4, width: 0.5, height: 0.58 };
      tall(edited((editor) => editor.add({ type: 'shape', parentUuid: 's1', position })));
      tall(edited((editor) => editor.nudge(0, 600 * 900, 'a'), [at('a', 0, 99.8)]));
      tall(edited((editor) => editor.fitSection('s1'), [at('a', 0, 999.9)]));
      const editor = edited((each) => each.update('a', { position: { y: 999 } }), [at('a', 0, 0)]);
      expect(editor.undo()).to.equal(true);
    });

    it('keeps a text that is too tall for a page, which can be edited again [T6, P17]', () => {
      const text = makeTestText('t', 'Hi');
      const rotated = makeTestText('r', 'Hi', {
        position: { ...text.position, x: -900, rotationDeg: 90 },
      });
      const inGroup = makeTestText('t', 'Hi', {
        parentUuid: 'g',
        position: { ...text.position, x: 0, y: 500 },
      });
      let heightPx = 1e6;
      for (const blocks of [[text], [rotated], [group(0), at('top', 0, 0, 'g'), inGroup]]) {
        const uuid = blocks.at(-1)?.uuid ?? '';
        heightPx = 1e6;
        const editor = edited(
          (each) => each.update(uuid, { content: { fontSize: 80 } }),
          blocks,
          true,
          () => heightPx,
        );
        expect(editor.blocks.get(uuid)?.position.height).to.equal(1000);
        heightPx = 58;
        expect(editor.update(uuid, { content: { fontSize: 20 } }).ok).to.equal(true);
        expect(editor.blocks.get(uuid)?.position.height).to.be.closeTo(0.1, 1e-6);
      }
    });

    it('keeps the page storable when the heights of its sections exceed the maximum [P20]', () => {
      const editor = makeTestEditor();
      for (let count = 0; count < 11; count++)
        editor.resizeSection(editor.addSection().unwrap(), { height: 1000 });
      expect(editor.fields.relativeHeight).to.equal(10_000);
      expect(safeParsePage(editor.page).ok).to.equal(true);
    });

    it('refuses what would put a block too far from its parent, and changes nothing [J9]', () => {
      edited((each) => each.group(['a', 'b']), [at('a', -900, 0), at('b', 900, 0)], false);
      edited((each) => each.ungroup('g'), [group(900), at('a', 900, 0, 'g')], false);
      edited((each) => each.duplicate('a'), [at('a', 1000, 0)], false);
      edited((each) => each.resizeSection('s1', { width: 2 }), [at('a', 1000, 0)], false);
      edited((each) => each.flip('horizontal', 'g'), [group(0, 1), at('a', -1000, 0, 'g')], false);
    });
  });
});
