import { expect } from 'chai';
import fc from 'fast-check';
import { boxesIntersect } from '../../geometry/boxes.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';
import { zIndicesBetween } from '../zOrder.ts';

const orderOf = (editor: Editor): string[] => editor.childrenOf('s1').map(({ uuid }) => uuid);
const zOf = (editor: Editor): Record<string, number> =>
  Object.fromEntries(editor.childrenOf('s1').map(({ uuid, position }) => [uuid, position.zIndex]));

describe('the paint order', () => {
  const stack = fc.array(
    fc.record({
      z: fc.oneof(
        fc.constantFrom(-1000, 0, 1, 49_999, 50_000, 100_000, 101_000),
        fc.integer({ min: 49_990, max: 50_010 }),
      ),
      x: fc.integer({ min: 0, max: 10 }).map((each) => each / 10),
      chosen: fc.boolean(),
    }),
    { minLength: 1, maxLength: 9 },
  );
  const to = fc.constantFrom('front', 'back', 'forward', 'backward' as const);

  it('of other blocks is kept by any move, within the safe range (law) [E1]', () => {
    fc.assert(
      fc.property(stack, fc.array(to, { minLength: 1, maxLength: 4 }), (blocks, directions) => {
        const editor = makeTestEditor(
          blocks.map(({ z, x }, index) =>
            makeTestBlock(`b${String(index)}`, { position: { zIndex: z, x } }),
          ),
        );
        const chosen = blocks.flatMap((each, index) => (each.chosen ? `b${String(index)}` : []));
        if (chosen.length === 0) return;
        for (const direction of directions) {
          const before = orderOf(editor);
          const zBefore = zOf(editor);
          editor.reorder(direction, chosen);
          const after = orderOf(editor);
          for (const side of [true, false]) {
            const part = (ids: string[]): string[] =>
              ids.filter((uuid) => chosen.includes(uuid) === side);
            expect(part(after)).to.deep.equal(part(before));
          }
          const indexIn = (ids: string[]): number => ids.indexOf(chosen[0] ?? '');
          if (direction === 'front') expect(after.slice(-chosen.length)).to.have.members(chosen);
          if (direction === 'back') expect(after.slice(0, chosen.length)).to.have.members(chosen);
          if (direction === 'forward') expect(indexIn(after)).to.be.at.least(indexIn(before));
          if (direction === 'backward') expect(indexIn(after)).to.be.at.most(indexIn(before));
          const zAfter = zOf(editor);
          for (const [uuid, z] of Object.entries(zAfter))
            if (z !== zBefore[uuid]) expect(z).to.be.within(0, 100_000);
        }
        let undone = 0;
        while (editor.undo()) undone += 1;
        expect(undone).to.be.at.most(directions.length);
        blocks.forEach(({ z }, index) => {
          expect(zOf(editor)[`b${String(index)}`]).to.equal(z);
        });
      }),
      { numRuns: 150 },
    );
  });

  it('changes with a step forward past an overlapping block, or the next one (law) [E2]', () => {
    fc.assert(
      fc.property(stack, (blocks) => {
        const editor = makeTestEditor(
          blocks.map(({ x }, index) =>
            makeTestBlock(`b${String(index)}`, { position: { zIndex: 50_000 + index, x } }),
          ),
        );
        const before = orderOf(editor);
        const [uuid = ''] = before;
        const box = editor.boxOf(uuid);
        editor.reorder('forward', [uuid]);
        const passed = orderOf(editor).slice(0, orderOf(editor).indexOf(uuid));
        const overlapping = before.slice(1).findIndex((each) => {
          const other = editor.boxOf(each);
          return box && other && boxesIntersect(box, other);
        });
        expect(passed).to.deep.equal(before.slice(1, overlapping < 0 ? 2 : overlapping + 2));
      }),
      { numRuns: 100 },
    );
  });

  it('is written only to the moved blocks, in steps of 5 or smaller ones, if there is a gap [E3]', () => {
    const editor = makeTestEditor(
      ['a', 'b', 'c'].map((uuid, index) =>
        makeTestBlock(uuid, { position: { zIndex: 50_000 + index * 5 } }),
      ),
    );
    editor.reorder('front', ['a']);
    expect(zOf(editor)).to.deep.equal({ b: 50_005, c: 50_010, a: 50_015 });
    editor.reorder('backward', ['a']);
    expect(zOf(editor)).to.deep.equal({ b: 50_005, a: 50_007, c: 50_010 });
    editor.reorder('back', ['c', 'a']);
    expect(zOf(editor)).to.deep.equal({ a: 49_995, c: 50_000, b: 50_005 });
  });

  it('is respaced around the median in steps of 5 if there is no gap, or no space in the safe range [E3]', () => {
    const editor = makeTestEditor(
      ['a', 'b', 'c'].map((uuid, index) => makeTestBlock(uuid, { position: { zIndex: index } })),
    );
    editor.reorder('backward', ['c']);
    expect(zOf(editor)).to.deep.equal({ a: 49_995, c: 50_000, b: 50_005 });
    const top = makeTestEditor(
      ['a', 'b'].map((uuid, index) =>
        makeTestBlock(uuid, { position: { zIndex: 99_996 + index } }),
      ),
    );
    top.reorder('front', ['a']);
    expect(zOf(top)).to.deep.equal({ b: 49_998, a: 50_003 });
    expect(zIndicesBetween(0, 3, 2)).to.deep.equal([1, 2]);
    expect(zIndicesBetween(0, 3, 3)).to.equal(null);
    expect(zIndicesBetween(null, 4, 1)).to.equal(null);
    expect(zIndicesBetween(null, null, 1)).to.deep.equal([50_000]);
  });
});
