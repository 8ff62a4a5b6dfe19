import { expect } from 'chai';
import fc from 'fast-check';
import type { Block } from '../model/Block.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../testing/makeTestPage.ts';

const EVERYWHERE = { x: -10, y: -10, width: 100, height: 100 };

function grid(count: number, parentUuid: string): Block[] {
  return Array.from({ length: count }, (_, index) =>
    makeTestBlock(`b${String(index)}`, {
      parentUuid,
      position: { x: (index % 20) / 20, y: Math.floor(index / 20) / 20, zIndex: 50_000 + index },
    }),
  );
}

describe('the index of a page', () => {
  it('equals a new index, order included, after a change to hundreds of blocks', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's2', position: { x: 0.2, y: 0.1 } }),
      ...grid(300, 'g'),
    ]);
    expect(editor.index.search(EVERYWHERE)).to.have.length(303);
    const all = Array.from({ length: 300 }, (_, index) => `b${String(index)}`);
    editor.updateEach(
      new Map(all.map((uuid, index) => [uuid, { position: { x: (index % 7) / 10, y: 0.3 } }])),
    );
    const fresh = makeTestEditor([], { page: editor.page });
    expect(editor.index.search(EVERYWHERE)).to.eql(fresh.index.search(EVERYWHERE));
    expect(editor.index.at({ x: 0.45, y: 1.45 })).to.eql(fresh.index.at({ x: 0.45, y: 1.45 }));
    for (const uuid of ['b0', 'b299', 'g', 's2'])
      expect(editor.index.boundsOf(uuid)).to.eql(fresh.index.boundsOf(uuid));
    editor.remove(all);
    expect(editor.index.search(EVERYWHERE)).to.eql(['s1', 's2']);
    expect(editor.index.boundsOf('b0')).to.equal(null);
  });

  it('equals a new index after any edits (law)', () => {
    const step = fc.record({
      kind: fc.constantFrom('move', 'remove', 'undo', 'group', 'section', 'front'),
      uuid: fc.constantFrom('b0', 'b1', 'b2', 'b3'),
      x: fc.integer({ min: -5, max: 15 }).map((tenths) => tenths / 10),
      y: fc.integer({ min: 0, max: 19 }).map((tenths) => tenths / 10),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const editor = makeTestEditor(grid(4, 's1'));
        for (const { kind, uuid, x, y } of steps) {
          if (kind === 'move') editor.update(uuid, { position: { x, y } });
          else if (kind === 'remove') editor.remove([uuid]);
          else if (kind === 'undo') editor.undo();
          else if (kind === 'front') editor.reorder('front', [uuid]);
          else if (kind === 'section') editor.moveSection('s2', x > 0.5 ? 'up' : 'down');
          else {
            editor.select([uuid, 'b3']);
            editor.group();
          }
          const fresh = makeTestEditor([], { page: editor.page });
          expect(editor.index.search(EVERYWHERE)).to.eql(fresh.index.search(EVERYWHERE));
          expect(editor.index.boundsOf(uuid)).to.eql(fresh.index.boundsOf(uuid));
        }
      }),
      { numRuns: 60 },
    );
  });
});
