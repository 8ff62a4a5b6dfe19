import { expect } from 'chai';
import fc from 'fast-check';
import { boxesIntersect, unionBoxes } from '../../geometry/boxes.ts';
import { insertedSize, uploadedImageSize } from '../../geometry/insertedSize.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

const at = (editor: Editor, uuid: string) => editor.blocks.get(uuid)?.position;
const codeOf = (result: ReturnType<Editor['flip']>): string => (result.ok ? 'ok' : result.code);

const anyPositions = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 80 }).map((each) => each / 100),
    y: fc.integer({ min: 0, max: 150 }).map((each) => each / 100),
    width: fc.integer({ min: 5, max: 40 }).map((each) => each / 100),
    height: fc.integer({ min: 5, max: 40 }).map((each) => each / 100),
    rotationDeg: fc.constantFrom(0, 0, 0, 30, -45, 90),
  }),
  { minLength: 1, maxLength: 9 },
);

/** Whether two lengths are equal up to rounding errors, which are far below a tenth of a px. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4;

/** The gaps between columns or rows, whose boxes have the same start. */
function gapsBetween(spans: readonly { readonly start: number; readonly end: number }[]): number[] {
  const gaps: number[] = [];
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let line = sorted[0];
  for (const span of sorted) {
    if (!line) continue;
    if (isSame(span.start, line.start)) line = { ...line, end: Math.max(line.end, span.end) };
    else {
      gaps.push(span.start - line.end);
      line = span;
    }
  }
  return gaps;
}

function editorWith(positions: readonly object[]): Editor {
  const editor = makeTestEditor([
    makeTestSection('s1', { position: { height: 6 } }),
    ...positions.map((position, index) => makeTestBlock(`b${String(index)}`, { position })),
  ]);
  editor.select(positions.map((_, index) => `b${String(index)}`));
  return editor;
}

describe('the bounds of a selection', () => {
  it('contain all selected blocks, in any section, group and order', () => {
    const editor = makeTestEditor([
      makeTestSection('s1', { position: { height: 1 } }),
      makeTestSection('s2', { position: { height: 1 }, content: { groupOrder: 1 } }),
      makeTestBlock('low', { parentUuid: 's2', position: { x: 0.4, y: 0.3, width: 0.1 } }),
      makeTestBlock('high', { position: { x: 0.1, y: 0.2, rotationDeg: 30 } }),
      makeTestSection('g', { parentUuid: 's1', position: { x: 0.5, y: 0.4 }, type: 'group' }),
      makeTestBlock('inner', { parentUuid: 'g', position: { x: 0.1, y: 0.1, width: 0.2 } }),
      makeTestBlock('next', { parentUuid: 's2', position: { x: 0.7, y: 0.5 } }),
    ]);
    for (const ids of [
      ['low'],
      ['high', 'low', 'inner'],
      ['inner', 'high'],
      ['low', 'next', 'high'],
      ['s2', 'inner'],
    ]) {
      editor.select(ids);
      const expected = unionBoxes(ids.flatMap((uuid) => editor.index.boundsOf(uuid) ?? []));
      const box = editor.selectionBox;
      for (const key of ['x', 'y', 'width', 'height'] as const)
        expect(box?.[key], ids.join()).to.be.closeTo(expected?.[key] ?? NaN, 1e-9);
    }
  });
});

describe('flipping', () => {
  it('mirrors positions, rotations, shapes and images about the centre; text stays readable [E6]', () => {
    const editor = makeTestEditor([
      makeTestBlock('shape', { position: { x: 0.1, y: 0.2, width: 0.2 } }),
      makeTestText('text', 'Hi', { position: { x: 0.6, y: 0.2, width: 0.3, rotationDeg: 20 } }),
      makeTestBlock('image', {
        type: 'image',
        position: { x: 0.35, y: 0.2 },
        content: { url: '' },
      }),
    ]);
    editor.select(['shape', 'text', 'image']);
    const bounds = editor.selectionBox;
    editor.flip('horizontal');
    expect(at(editor, 'shape')?.x).to.be.closeTo(
      (bounds?.x ?? 0) * 2 + (bounds?.width ?? 0) - 0.3,
      1e-6,
    );
    expect(at(editor, 'text')).to.include({ rotationDeg: -20 });
    const flipOf = (uuid: string) => editor.blocks.get(uuid)?.styles.flip;
    expect([flipOf('shape'), flipOf('image')]).to.deep.equal([{ x: true }, { x: true }]);
    expect(editor.blocks.get('text')?.styles).to.not.have.property('flip');
    editor.flip('vertical');
    const both = { x: true, y: true };
    expect([flipOf('shape'), flipOf('image')]).to.deep.equal([both, both]);
    parsePage(editor.page);
  });

  it('mirrors the contents of groups within the group [E6]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1', position: { width: 0.6, height: 0.4 } }),
      makeTestBlock('left', { parentUuid: 'g' }),
      makeTestBlock('right', { parentUuid: 'g', position: { x: 0.4, y: 0.3, rotationDeg: 0 } }),
    ]);
    editor.select(['g']);
    editor.flip('horizontal');
    expect([at(editor, 'left')?.x, at(editor, 'right')?.x]).to.deep.equal([0.4, 0]);
    editor.flip('vertical');
    expect([at(editor, 'left')?.y, at(editor, 'right')?.y]).to.deep.equal([0.3, 0]);
  });

  it('twice restores the page, and keeps the selection in place (law) [E6]', () => {
    fc.assert(
      fc.property(
        anyPositions,
        fc.constantFrom('horizontal', 'vertical' as const),
        (positions, axis) => {
          const editor = editorWith(positions);
          const before = editor.selectionBox;
          const blocks = [...editor.blocks.values()];
          editor.flip(axis);
          for (const key of ['x', 'y', 'width', 'height'] as const)
            expect(editor.selectionBox?.[key]).to.be.closeTo(before?.[key] ?? NaN, 4e-6);
          editor.flip(axis);
          for (const block of blocks) {
            const now = editor.blocks.get(block.uuid);
            expect(now?.styles).to.deep.equal(block.styles);
            expect(now?.position.rotationDeg).to.equal(block.position.rotationDeg);
            expect(now?.position.x).to.be.closeTo(block.position.x, 4e-6);
            expect(now?.position.y).to.be.closeTo(block.position.y, 4e-6);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('tidying', () => {
  it('arranges a messy selection into rows and columns [E7]', () => {
    const editor = editorWith([
      { x: 0.1, y: 0.12, width: 0.2, height: 0.2 },
      { x: 0.42, y: 0.1, width: 0.2, height: 0.2 },
      { x: 0.12, y: 0.41, width: 0.2, height: 0.1 },
      { x: 0.39, y: 0.45, width: 0.1, height: 0.2 },
    ]);
    editor.tidy();
    const [a, b, c, d] = ['b0', 'b1', 'b2', 'b3'].map((uuid) => at(editor, uuid));
    expect([a?.x, a?.y]).to.deep.equal([0.1, 0.1]);
    expect(b?.y).to.equal(a?.y);
    expect(d?.y).to.equal(c?.y);
    expect(c?.x).to.equal(a?.x);
    expect(d?.x).to.equal(b?.x);
  });

  it('centres the blocks of a row vertically, and leaves a single block unchanged [E7]', () => {
    const row = editorWith([
      { x: 0, y: 0.1, width: 0.1, height: 0.3 },
      { x: 0.2, y: 0.2, width: 0.1, height: 0.1 },
      { x: 0.6, y: 0.15, width: 0.1, height: 0.2 },
    ]);
    row.tidy();
    const middles = ['b0', 'b1', 'b2'].map((uuid) => {
      const box = at(row, uuid);
      return Math.round(((box?.y ?? 0) + (box?.height ?? 0) / 2) * 1e5);
    });
    expect(new Set(middles).size).to.equal(1);
    expect(at(row, 'b1')?.x).to.be.closeTo(0.3, 1e-6);
    const one = editorWith([{ x: 0.3, y: 0.3, width: 0.1, height: 0.1 }]);
    const before = one.page;
    one.tidy();
    expect(one.page).to.equal(before);
  });

  it('makes gaps equal, and keeps the order of each row from left to right (law) [E7]', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const editor = editorWith(positions);
        const boxes = () =>
          [...editor.selection].flatMap((uuid) => editor.index.boundsOf(uuid) ?? []);
        const before = boxes();
        editor.tidy();
        const after = boxes();
        const middles = after.map(({ y, height }) => y + height / 2);
        const isOneRow = middles.every((middle) => isSame(middle, middles[0] ?? NaN));
        const columns = after.map(({ x, width }) => ({ start: x, end: x + width }));
        const rows = after.map(({ y, height }) => ({ start: y, end: y + height }));
        for (const lines of isOneRow ? [columns] : [columns, rows]) {
          const [first = 0, ...others] = gapsBetween(lines);
          expect(first).to.be.at.least(0);
          for (const gap of others) expect(gap).to.be.closeTo(first, 1e-5);
        }
        after.forEach((a, i) => {
          after.forEach((b, j) => {
            const [oldA, oldB] = [before[i], before[j]];
            if (!oldA || !oldB || !(isOneRow || isSame(a.y, b.y))) return;
            if (oldA.x < oldB.x - 1e-5) expect(a.x).to.be.below(b.x);
          });
        });
      }),
      { numRuns: 100 },
    );
  });

  it('leaves no overlap, and changes nothing when repeated (law) [E7]', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const editor = editorWith(positions);
        editor.tidy();
        const bounds = [...editor.selection].map((uuid) => editor.index.boundsOf(uuid));
        bounds.forEach((a, i) => {
          bounds.forEach((b, j) => {
            if (a && b && i < j)
              expect(boxesIntersect(a, b), `${String(i)} ${String(j)}`).to.equal(false);
          });
        });
        const before = [...editor.selection].map((uuid) => ({ ...at(editor, uuid) }));
        editor.tidy();
        [...editor.selection].forEach((uuid, index) => {
          expect(at(editor, uuid)?.x).to.be.closeTo(before[index]?.x ?? NaN, 1e-5);
          expect(at(editor, uuid)?.y).to.be.closeTo(before[index]?.y ?? NaN, 1e-5);
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe('scaling', () => {
  it('scales font sizes, paddings, borders and contents of groups about the centre [E8]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', {
        parentUuid: 's1',
        position: { x: 0.2, y: 0.2, width: 0.4, height: 0.2 },
      }),
      makeTestText('t', 'Hi', {
        parentUuid: 'g',
        position: { x: 0.1, width: 0.2 },
        styles: {
          paddingPx: 12,
          border: { widthPx: 2, style: 'solid', color: '#123456' },
          borderRadiusPx: 8,
        },
      }),
    ]);
    editor.select(['g']);
    editor.scale(1.5);
    expect(at(editor, 't')).to.include({ width: 0.3 });
    expect(editor.blocks.get('t')?.content).to.include({ fontSize: 33 });
    expect(editor.blocks.get('t')?.styles).to.deep.equal({
      paddingPx: 18,
      border: { widthPx: 3, style: 'solid', color: '#123456' },
      borderRadiusPx: 12,
    });
    const box = editor.boxOf('t');
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).to.be.closeTo(0.4, 1e-5);
  });

  it('stops when the smallest block reaches the minimum size, and accepts only positive factors [E8, J13]', () => {
    const editor = editorWith([{ width: 0.3, height: 0.06 }]);
    editor.scale(0.01);
    expect(at(editor, 'b0')).to.include({ width: 0.15, height: 0.03 });
    for (const factor of [0, -1, NaN, Infinity, '2', undefined] as readonly number[])
      for (const refused of [editor.scale(factor), editor.scaleSection('s1', factor)])
        expect(refused, String(factor)).to.deep.include({
          ok: false,
          code: 'input_invalid',
          details: { path: 'factor', message: 'must be a finite number above 0' },
        });
    expect(codeOf(editor.scale(1e9))).to.equal('invalid_block');
  });

  it('keeps font sizes of texts, notes and buttons at 10 px or more [E8]', () => {
    const size = { width: 0.5, height: 0.5 };
    const editor = makeTestEditor([
      makeTestText('t', 'Hi', { position: size }),
      makeTestBlock('n', {
        type: 'sticky-note',
        position: size,
        content: { stickyNoteColor: '#FFE56B', stickyNoteText: { text: 'Hi', size: 20 } },
      }),
      makeTestBlock('b', {
        type: 'rich-button',
        position: size,
        content: { richButtonColor: '#2B4EFF', richButtonText: { text: 'Hi', size: 25 } },
      }),
    ]);
    editor.select(['b']);
    editor.scale(0.1);
    expect(at(editor, 'b')).to.include({ width: 0.2 });
    expect(editor.blocks.get('b')?.content).to.deep.include({
      richButtonText: { text: 'Hi', size: 10 },
    });
    editor.remove(['b']);
    editor.select(['t']);
    editor.scale(0.1);
    expect(editor.blocks.get('t')?.content).to.include({ fontSize: 10 });
    editor.select(['n']);
    editor.scale(0.1);
    expect(at(editor, 'n')).to.include({ width: 0.25 });
    editor.scaleSection('s1', 0.1);
    expect(editor.blocks.get('n')?.content).to.deep.include({
      stickyNoteText: { text: 'Hi', size: 10 },
    });
  });

  it('of a section scales its height and contents, and its width up to the desktop width [P16]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { x: 0.4, y: 0.5 } })]);
    editor.scaleSection('s1', 2);
    expect(at(editor, 's1')).to.include({ height: 2, width: 2 });
    expect(editor.boxOf('a')).to.deep.include({ width: 0.4, y: 1 });
    expect(editor.boxOf('a')?.x).to.be.closeTo(0.5 + (0.4 - 0.5) * 2, 1e-6);
    editor.scaleSection('s1', 2);
    expect(at(editor, 's1')?.width).to.be.closeTo(1366 / 600, 1e-5);
    expect(editor.boxOf('a')?.x).to.be.closeTo(0.5 + (0.4 - 0.5) * 4, 1e-5);
    expect(editor.fields.relativeHeight).to.equal(5);
  });

  it('fits a section to its contents and a margin, or to the default height [P16]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { position: { y: 0.5 } })]);
    editor.fitSection('s1');
    expect(at(editor, 's1')?.height).to.equal(0.65);
    editor.fitSection('s2');
    expect(at(editor, 's2')?.height).to.be.closeTo(200 / 600, 1e-6);
    expect(codeOf(editor.fitSection('a'))).to.equal('unknown_block');
  });
});

describe('commands that move blocks', () => {
  it('are refused with nothing selected, for locked blocks and for groups that contain one [E9]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1' }),
      makeTestBlock('a', { parentUuid: 'g', locked: true }),
    ]);
    const commands = [
      () => editor.flip('horizontal'),
      () => editor.tidy(),
      () => editor.scale(2),
      () => editor.align('left'),
      () => editor.distribute('vertical'),
    ];
    for (const command of commands) expect(codeOf(command())).to.equal('nothing_selected');
    editor.select(['s1']);
    for (const command of commands) expect(codeOf(command())).to.equal('nothing_selected');
    editor.select(['a']);
    for (const command of commands) expect(codeOf(command())).to.equal('block_locked');
    editor.select(['g']);
    for (const command of commands) expect(codeOf(command())).to.equal('selection_locked');
    expect(editor.canUndo).to.equal(false);
  });
});

describe('external content', () => {
  it('is at most 480 px wide, an uploaded image at most 600 px on either side, with its aspect ratio [E10]', () => {
    expect(insertedSize(960, 540)).to.deep.equal({ width: 480, height: 270 });
    expect(insertedSize(200, 900)).to.deep.equal({ width: 200, height: 900 });
    expect(uploadedImageSize(1200, 600)).to.deep.equal({ width: 600, height: 300 });
    expect(uploadedImageSize(300, 1200)).to.deep.equal({ width: 150, height: 600 });
    expect(uploadedImageSize(20, 10)).to.deep.equal({ width: 20, height: 10 });
    for (const [width, height] of [
      [0, 5],
      [NaN, 1],
      [Infinity, 1],
      [-4, 3],
      [3, 0],
    ] as const)
      expect(insertedSize(width, height)).to.deep.equal({ width: 480, height: 480 });
  });
});
