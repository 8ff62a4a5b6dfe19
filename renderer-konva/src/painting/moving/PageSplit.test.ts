import type { Editor, NewBlock } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { makeEditor } from '../../testing/makeEditor.ts';
import { liftedIds } from './PageSplit.ts';
import { splitPage } from './PageSplit.ts';

const shapes = (count: number): NewBlock[] =>
  Array.from({ length: count }, (_, order) => ({
    uuid: `s${String(order).padStart(2, '0')}`,
    type: 'shape',
    position: { x: 0.1, y: 0.1, width: 0.2, height: 0.2, zIndex: 50_000 + order },
  }));
const order = (editor: Editor): string[] =>
  editor.sectionIds.flatMap((section) => editor.childrenOf(section).map(({ uuid }) => uuid));

describe('a page split by lifted blocks', () => {
  it('keeps the paint order of bands and runs', () => {
    const editor = makeEditor(shapes(9));
    fc.assert(
      fc.property(fc.subarray(order(editor), { minLength: 1, maxLength: 4 }), (ids) => {
        const split = splitPage(editor, new Set(ids));
        const bands = new Map<number, string[]>();
        for (const uuid of order(editor)) {
          const block = editor.blocks.get(uuid);
          if (!block || !split || split.lifted.has(uuid)) continue;
          const band = split.bandOf(block);
          bands.set(band, [...(bands.get(band) ?? []), uuid]);
        }
        const painted = [...(bands.get(0) ?? [])];
        split?.runs.forEach((run, at) => painted.push(...run, ...(bands.get(at + 1) ?? [])));
        expect(painted).to.deep.equal(order(editor));
      }),
      { numRuns: 100 },
    );
  });

  it('lifts many scattered blocks as one run, above the idle blocks between them', () => {
    const editor = makeEditor(shapes(20));
    const odd = order(editor).filter((_, order) => order % 2 === 1);
    const split = splitPage(editor, new Set(odd));
    expect(split?.runs).to.deep.equal([odd]);
    const between = editor.blocks.get('s10');
    expect(between && split?.bandOf(between)).to.equal(0);
  });

  it('is null while nothing is lifted, and lifts the whole group of a selected block', () => {
    const editor = makeEditor(shapes(4));
    expect(splitPage(editor, liftedIds(editor))).to.equal(null);
    editor.select(['s01', 's02']);
    const group = editor.group();
    if (!group.ok) throw new Error(group.code);
    editor.select(['s01']);
    expect(liftedIds(editor).size).to.equal(0);
    editor.begin();
    expect([...liftedIds(editor)]).to.deep.equal([editor.blocks.get('s01')?.parentUuid]);
  });
});
