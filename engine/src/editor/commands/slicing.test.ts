import { expect } from 'chai';
import fc from 'fast-check';
import { rotatedBounds } from '../../geometry/rotation.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

const small = [
  makeTestSection('s1', { position: { height: 1 } }),
  makeTestBlock('high', { position: { y: 0.1, height: 0.1 } }),
  makeTestBlock('low', { position: { x: 0.5, y: 0.6, height: 0.1 } }),
];
const y = (editor: Editor, uuid: string): number => editor.blocks.get(uuid)?.position.y ?? NaN;
const height = (editor: Editor, uuid = 's1'): number =>
  editor.blocks.get(uuid)?.position.height ?? NaN;

describe('slicing a section', () => {
  it('inserts space: blocks that start below move down, the section grows, blocks above stay [P1]', () => {
    const editor = makeTestEditor(small);
    expect(editor.slice('s1', 0.4, 0.25)).to.deep.equal({ ok: true, value: 0.25 });
    expect([y(editor, 'high'), y(editor, 'low'), height(editor)]).to.deep.equal([0.1, 0.85, 1.25]);
    expect(editor.fields.relativeHeight).to.equal(2.25);
    editor.undo();
    expect([y(editor, 'low'), height(editor)]).to.deep.equal([0.6, 1]);
  });

  it('takes a vertical position in page space, which includes the sections above [P1]', () => {
    const editor = makeTestEditor([makeTestBlock('b', { parentUuid: 's2', position: { y: 0.3 } })]);
    editor.slice('s2', 1.2, 0.5);
    expect(y(editor, 'b')).to.equal(0.8);
    expect([height(editor, 's1'), height(editor, 's2')]).to.deep.equal([1, 1.5]);
  });

  it('removes only empty space [P2]', () => {
    const editor = makeTestEditor(small);
    expect(editor.slice('s1', 0.4, -5)).to.deep.equal({ ok: true, value: -0.4 });
    expect([y(editor, 'high'), y(editor, 'low'), height(editor)]).to.deep.equal([0.1, 0.2, 0.6]);
    expect(editor.slice('s1', 0.15, -0.1), 'a block crosses the cut').to.deep.equal({
      ok: true,
      value: 0,
    });
    expect(editor.slice('s1', 0.5, -5), 'below all blocks').to.deep.equal({
      ok: true,
      value: -0.25,
    });
    expect(height(editor)).to.equal(0.35);
  });

  it('is computed from the stable page while it is dragged, and is one history entry [P3]', () => {
    const editor = makeTestEditor(small);
    editor.begin();
    for (const by of [0.1, 0.7, -0.2, 0.3]) editor.slice('s1', 0.4, by);
    editor.commit();
    expect([y(editor, 'low'), height(editor)]).to.deep.equal([0.9, 1.3]);
    editor.begin();
    for (const by of [0.1, 0]) editor.slice('s1', 0.4, by);
    expect(editor.commit(), 'back where it began').to.equal(null);
    editor.undo();
    expect([y(editor, 'low'), editor.canUndo]).to.deep.equal([0.6, false]);
  });

  it('is refused for a locked section, a block that is not a section or an invalid number [P3]', () => {
    const editor = makeTestEditor(small);
    expect(editor.slice('low', 0, 1)).to.include({ ok: false, code: 'unknown_block' });
    expect(editor.slice('s1', 0, NaN)).to.include({ ok: false, code: 'input_invalid' });
    expect(editor.slice('s1', 0, 1e9)).to.include({ ok: false, code: 'invalid_block' });
    editor.setLocked(true, ['s1']);
    expect(editor.slice('s1', 0, 1)).to.include({ ok: false, code: 'block_locked' });
  });

  it('removes inserted space that no block crosses, and makes no blocks overlap (law) [P2]', () => {
    const length = fc.integer({ min: 0, max: 1500 }).map((each) => each / 1000);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(length, fc.integer({ min: -180, max: 180 })), { maxLength: 6 }),
        length,
        fc.integer({ min: -1000, max: 1000 }),
        (blocks, at, thousandths) => {
          const editor = makeTestEditor([
            makeTestSection('s1', { position: { height: 3 } }),
            ...blocks.map(([top, rotationDeg], index) =>
              makeTestBlock(`b${String(index)}`, { position: { y: top, rotationDeg } }),
            ),
          ]);
          const spans = () =>
            editor.childrenOf('s1').map((block) => {
              const { y: top, height: size } = rotatedBounds(block);
              return { top, bottom: top + size };
            });
          const before = spans();
          const sliced = editor.slice('s1', at, thousandths / 1000);
          if (!sliced.ok) throw new Error(sliced.code);
          const after = spans();
          after.forEach((each, at) => {
            const shift = each.top - (before[at]?.top ?? 0);
            expect(Math.min(Math.abs(shift), Math.abs(shift - sliced.value))).to.be.below(2e-6);
            after.forEach((other, index) => {
              const [previous, otherBefore] = [before[at], before[index]];
              if (!previous || !otherBefore || each.top >= other.bottom - 5e-6) return;
              if (each.bottom <= other.top + 5e-6) return;
              expect(
                previous.top < otherBefore.bottom && previous.bottom > otherBefore.top,
              ).to.equal(true);
            });
          });
          const isCrossed = before.some(({ top, bottom }) => top < at && bottom > at);
          if (sliced.value <= 0 || isCrossed) return;
          editor.slice('s1', at, -sliced.value);
          spans().forEach((each, at) => {
            expect(each.top).to.be.closeTo(before[at]?.top ?? 0, 3e-6);
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});
