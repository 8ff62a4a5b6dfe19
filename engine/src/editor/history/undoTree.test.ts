import { expect } from 'chai';
import fc from 'fast-check';
import { createEditor } from '../../createEditor.ts';
import { MAX_GROUP_DEPTH } from '../../model/Block.ts';
import { diffPages } from '../../model/Change.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

/** Makes an edit as another user: in an editor of its own, whose change arrives as a remote one. */
function editRemotely(editor: Editor, edit: (peer: Editor) => unknown): void {
  const { stablePage } = editor;
  let ids = editor.history.entries.length;
  const createId = (): string => `peer-${String(++ids)}`;
  const peer = createEditor({ page: stablePage, environment: { createId } });
  edit(peer);
  editor.applyRemote(diffPages(stablePage, peer.stablePage));
}

const group = (uuid: string, parentUuid: string) =>
  makeTestSection(uuid, {
    parentUuid,
    position: { x: 0.1, y: 0.1, width: 0.5, height: 0.4 },
  });

/** A chain of groups `{prefix}1` to `{prefix}n`, each in the one before it. */
const nestedGroups = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    group(`${prefix}${String(at + 1)}`, at === 0 ? 's1' : `${prefix}${String(at)}`),
  );

describe('undo in nested groups', () => {
  const ways: Record<string, (editor: Editor, inner: string) => void> = {
    'a call without history': (editor) =>
      editor.run(() => editor.ungroup('outer').unwrap(), { history: false }),
    'someone who ungroups it': (editor) => editRemotely(editor, (peer) => peer.ungroup('outer')),
    'someone who moves its contents out': (editor, inner) =>
      editRemotely(editor, (peer) => peer.moveInto('s1', [inner, 'c']).unwrap()),
  };
  for (const [who, removeOuter] of Object.entries(ways))
    it(`keeps a group whose blocks cannot return to the outer group, removed by ${who}: otherwise the page cannot be opened again [H8] [H14]`, () => {
      const editor = makeTestEditor([
        group('outer', 's1'),
        makeTestBlock('a', { parentUuid: 'outer' }),
        makeTestBlock('b', { parentUuid: 'outer', position: { x: 0.3 } }),
        makeTestBlock('c', { parentUuid: 'outer', position: { x: 0.4, y: 0.3 } }),
      ]);
      const inner = editor.group(['a', 'b']).unwrap();
      removeOuter(editor, inner);
      const box = editor.boxOf('a');
      editor.undo();
      parsePage(editor.stablePage);
      expect(editor.blocks.get('a')?.parentUuid).to.equal(inner);
      expect(editor.boxOf('a')).to.eql(box);
      editor.redo();
      parsePage(editor.stablePage);
    });

  it('moves no group back to where it would be nested too deeply now [H8]', () => {
    const editor = makeTestEditor([
      ...nestedGroups('g', 2),
      ...nestedGroups('deep', MAX_GROUP_DEPTH - 2),
      makeTestBlock('a', { parentUuid: 'g1' }),
      makeTestBlock('b', { parentUuid: 'g2' }),
    ]);
    editor.moveInto('s1', 'g2').unwrap();
    const deepest = `deep${String(MAX_GROUP_DEPTH - 2)}`;
    editRemotely(editor, (peer) => peer.moveInto(deepest, 'g1').unwrap());
    editor.undo();
    parsePage(editor.stablePage);
    expect(editor.blocks.get('g2')?.parentUuid).to.equal('s1');
  });

  it('restores a block whose group someone else has dissolved since where it was on the page [H8]', () => {
    const editor = makeTestEditor([
      ...nestedGroups('g', 2),
      makeTestBlock('a', { parentUuid: 'g2', position: { x: 0.1, y: 0.05 } }),
      makeTestBlock('b', { parentUuid: 'g2', position: { x: 0.2, y: 0.2 } }),
    ]);
    const before = editor.boxOf('a');
    editor.update('a', { altText: 'A' }).unwrap();
    editor.remove('a').unwrap();
    for (const group of ['g1', 'g2']) editRemotely(editor, (peer) => peer.ungroup(group).unwrap());
    expect(editor.undo()).to.equal(true);
    parsePage(editor.stablePage);
    expect(editor.blocks.get('a')).to.include({ parentUuid: 's1', altText: 'A' });
    const after = editor.boxOf('a');
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(after?.[side], side).to.be.closeTo(before?.[side] ?? NaN, 1e-5);
    expect(editor.redo()).to.equal(true);
    expect(editor.blocks.has('a')).to.equal(false);
    expect(editor.undo()).to.equal(true);
    expect(editor.undo()).to.equal(true);
    expect(editor.blocks.get('a')?.altText).to.equal(undefined);
  });

  it('restores no block into another one that has the id of its removed group [H8]', () => {
    const editor = makeTestEditor([
      ...nestedGroups('g', 1),
      makeTestBlock('a', { parentUuid: 'g1' }),
    ]);
    editor.remove('g1').unwrap();
    editor.applyRemote(
      diffPages(editor.stablePage, {
        ...editor.stablePage,
        things: { ...editor.stablePage.things, g1: makeTestBlock('g1', { parentUuid: 's1' }) },
      }),
    );
    editor.undo();
    parsePage(editor.stablePage);
    expect([...editor.blocks.keys()]).not.to.include('a');
  });

  it('leaves a valid page, whatever others do to the groups meanwhile (law) [H8]', () => {
    type Edit = (editor: Editor, pick: (index: number) => string) => unknown;
    const index = fc.nat(30);
    const indexes = fc.array(index, { minLength: 1, maxLength: 3 });
    const edit: fc.Arbitrary<Edit> = fc.oneof(
      {
        weight: 3,
        arbitrary: indexes.map(
          (chosen): Edit =>
            (editor, pick) =>
              editor.group(chosen.map(pick)),
        ),
      },
      {
        weight: 3,
        arbitrary: indexes.map(
          (chosen): Edit =>
            (editor, pick) =>
              editor.ungroup(chosen.map(pick)),
        ),
      },
      {
        weight: 3,
        arbitrary: fc.tuple(index, indexes).map(
          ([parent, chosen]): Edit =>
            (editor, pick) =>
              editor.moveInto(pick(parent), chosen.map(pick)),
        ),
      },
      indexes.map(
        (chosen): Edit =>
          (editor, pick) =>
            editor.remove(chosen.map(pick)),
      ),
      index.map(
        (parent): Edit =>
          (editor, pick) =>
            editor.add({ type: 'shape', parentUuid: pick(parent) }),
      ),
      index.map(
        (chosen): Edit =>
          (editor, pick) =>
            editor.setLocked(!editor.blocks.get(pick(chosen))?.locked, pick(chosen)),
      ),
      fc.constant<Edit>((editor) => editor.addSection()),
    );
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ by: fc.constantFrom('user', 'peer', 'no history'), edit }),
      },
      { weight: 2, arbitrary: fc.record({ by: fc.constantFrom('undo', 'redo') }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const editor = makeTestEditor([
          ...nestedGroups('g', 3),
          ...nestedGroups('deep', MAX_GROUP_DEPTH - 2),
          ...['a', 'b', 'c', 'd', 'e'].map((uuid, at) =>
            makeTestBlock(uuid, { parentUuid: `g${String((at % 3) + 1)}` }),
          ),
        ]);
        const pick = (index: number): string => {
          // All blocks except the upper groups of the deep chain.
          const ids = [...editor.blocks.keys()].filter((uuid) => !/^deep.$|^deep1./.test(uuid));
          return ids[index % ids.length] ?? '';
        };
        for (const each of steps) {
          if (!('edit' in each)) editor[each.by]();
          else if (each.by === 'user') each.edit(editor, pick);
          else if (each.by === 'peer') editRemotely(editor, (peer) => each.edit(peer, pick));
          else editor.run(() => void each.edit(editor, pick), { history: false });
          parsePage(editor.stablePage);
        }
        while (editor.undo()) parsePage(editor.stablePage);
        while (editor.redo()) parsePage(editor.stablePage);
      }),
      { numRuns: 200 },
    );
  });
});
