import { expect } from 'chai';
import fc from 'fast-check';
import { boundsOfRotated } from '../geometry/boxes.ts';
import type { Page } from '../model/Page.ts';
import { applyChange, type Change, invertChange } from '../model/Change.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../testing/makeTestPage.ts';
import type { Editor } from './Editor.ts';

type Step = (editor: Editor, pick: (index: number) => string) => unknown;

const length = fc.double({ min: -0.5, max: 2.5, noNaN: true });
const index = fc.nat(50);
const indexes = fc.array(index, { minLength: 1, maxLength: 3 });

/** Most commands, with random arguments. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('shape', 'text', 'image', 'sticky-note', 'rich-button').map(
    (type): Step =>
      (editor) =>
        editor.add({ type }),
  ),
  fc.tuple(index, length, length).map(
    ([chosen, x, y]): Step =>
      (editor, pick) =>
        editor.update(pick(chosen), { position: { x, y } }),
  ),
  fc.tuple(index, length, fc.integer({ min: -180, max: 180 })).map(
    ([chosen, width, rotationDeg]): Step =>
      (editor, pick) =>
        editor.update(pick(chosen), { position: { width: Math.abs(width), rotationDeg } }),
  ),
  indexes.map(
    (chosen): Step =>
      (editor, pick) =>
        editor.remove(chosen.map(pick)),
  ),
  indexes.map(
    (chosen): Step =>
      (editor, pick) =>
        editor.duplicate(chosen.map(pick)),
  ),
  fc.tuple(fc.constantFrom('front', 'back', 'forward', 'backward'), indexes).map(
    ([to, chosen]): Step =>
      (editor, pick) =>
        editor.reorder(to, chosen.map(pick)),
  ),
  indexes.map((chosen): Step => (editor, pick) => {
    editor.select(chosen.map(pick));
    return editor.group();
  }),
  indexes.map((chosen): Step => (editor, pick) => {
    editor.select(chosen.map(pick));
    return editor.ungroup();
  }),
  indexes.map((chosen): Step => (editor, pick) => {
    editor.select(chosen.map(pick));
    const text = editor.copy();
    return text === null ? null : editor.paste(text);
  }),
  fc
    .tuple(indexes, fc.constantFrom('left', 'right', 'top', 'middle', 'center'))
    .map(([chosen, edge]): Step => (editor, pick) => {
      editor.select(chosen.map(pick));
      return editor.align(edge);
    }),
  index.map(
    (chosen): Step =>
      (editor) =>
        editor.addSection(chosen % 4),
  ),
  index.map(
    (chosen): Step =>
      (editor, pick) =>
        editor.moveSection(pick(chosen), 'down'),
  ),
  fc.tuple(index, length).map(
    ([chosen, height]): Step =>
      (editor) =>
        editor.resizeSection(editor.sectionIds[chosen % editor.sectionIds.length] ?? '', {
          height,
          width: Math.abs(height) + 0.5,
        }),
  ),
  indexes.map(
    (chosen): Step =>
      (editor, pick) =>
        editor.setLocked(true, chosen.map(pick)),
  ),
  fc.tuple(index, length, length).map(
    ([chosen, y, by]): Step =>
      (editor, pick) =>
        editor.slice(pick(chosen), y, by - 1),
  ),
  fc.tuple(fc.integer({ min: 300, max: 1400 }), fc.boolean()).map(
    ([px, scale]): Step =>
      (editor) =>
        editor.setReferenceWidth(px, { scale }),
  ),
  fc.tuple(indexes, fc.nat(5), length).map(([chosen, command, number]): Step => (editor, pick) => {
    editor.select(chosen.map(pick));
    return [
      () => editor.flip('horizontal'),
      () => editor.flip('vertical'),
      () => editor.tidy(),
      () => editor.scale(number),
      () => editor.cycleTextAlign(),
      () =>
        editor.setSliderStyles({ opacityPercent: number * 100, paddingPx: number * 50, blurPx: 3 }),
    ][command]?.();
  }),
  fc.tuple(index, length, fc.boolean()).map(
    ([chosen, factor, fits]): Step =>
      (editor, pick) =>
        fits ? editor.fitSection(pick(chosen)) : editor.scaleSection(pick(chosen), factor),
  ),
  fc.tuple(index, indexes).map(
    ([chosen, others]): Step =>
      (editor, pick) =>
        editor.setReadingOrder(pick(chosen), others.map(pick)),
  ),
  fc.tuple(index, length, length).map(
    ([chosen, x, y]): Step =>
      (editor, pick) =>
        editor.placeOnPhone(pick(chosen), { x, y, width: Math.abs(y), height: 0.5 }),
  ),
  fc.constantFrom(true, false).map(
    (monkey): Step =>
      (editor) =>
        monkey ? editor.unleashChaosMonkey() : editor.replacePage(makeEditor().page),
  ),
  fc.boolean().map(
    (locked): Step =>
      (editor) =>
        editor.setLocked(locked, editor.blocks.keys()),
  ),
);

const CAP = 14;

function makeEditor(): Editor {
  return makeTestEditor(
    [
      makeTestBlock('a', { position: { x: 0.1, y: 0.1, rotationDeg: 20 } }),
      makeTestSection('g', { parentUuid: 's2', position: { width: 0.4, height: 0.4 } }),
      makeTestText('t', 'Hi', { parentUuid: 'g' }),
    ],
    { maxBlocks: CAP },
  );
}

function run(editor: Editor, command: Step): void {
  const ids = [...editor.blocks.keys()];
  command(editor, (chosen) => ids[chosen % ids.length] ?? '');
}

/** Expects equal pages. The order of blocks in `things` does not count: undo does not restore it. */
function expectSamePages(a: Page, b: Page): void {
  expect({ ...a, things: { ...a.things } }).to.eql({ ...b, things: { ...b.things } });
}

describe('the laws of the editor', () => {
  it('random commands leave a valid page, within the cap, as tall as its sections (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const editor = makeEditor();
        for (const each of steps) {
          const { relativeHeight } = editor.fields;
          run(editor, each);
          parsePage(editor.page);
          expect(editor.blocks.size).to.be.at.most(CAP);
          const height = editor.sectionIds.reduce(
            (sum, uuid) => sum + (editor.boxOf(uuid)?.height ?? 0),
            0,
          );
          expect(editor.fields.relativeHeight, String(relativeHeight)).to.be.closeTo(height, 1e-5);
          for (const uuid of editor.selection) expect(editor.blocks.has(uuid)).to.equal(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('n undos return to the start, and n redos to the end (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const editor = makeEditor();
        const start = editor.page;
        for (const each of steps) run(editor, each);
        const end = editor.page;
        let undone = 0;
        while (editor.undo()) undone += 1;
        expectSamePages(editor.page, start);
        for (let left = undone; left > 0; left--) expect(editor.redo()).to.equal(true);
        expect(editor.redo()).to.equal(false);
        expectSamePages(editor.page, end);
      }),
      { numRuns: 150 },
    );
  });

  it('cancel restores the stable page, and edits in progress do not change it (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const editor = makeEditor();
        const start = editor.page;
        editor.begin();
        for (const each of steps) {
          run(editor, each);
          expectSamePages(editor.stablePage, start);
        }
        editor.cancel();
        expectSamePages(editor.page, start);
        expect(editor.canUndo).to.equal(false);
        expect(editor.hasPublishableChanges).to.equal(false);
      }),
      { numRuns: 100 },
    );
  });

  it('applying the reported changes gives each page, even after a round trip through JSON (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const editor = makeEditor();
        let replica = editor.page;
        let before = editor.page;
        editor.onChange((change) => {
          replica = applyChange(replica, JSON.parse(JSON.stringify(change)) as Change);
          expectSamePages(applyChange(editor.page, invertChange(change)), before);
        });
        for (const each of steps) {
          before = editor.page;
          run(editor, each);
          expectSamePages(replica, editor.page);
        }
        before = editor.page;
        editor.undo();
        expectSamePages(replica, editor.page);
      }),
      { numRuns: 100 },
    );
  });

  it('the index matches the positions of all blocks (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const editor = makeEditor();
        for (const each of steps) {
          run(editor, each);
          const found = editor.index.search({ x: -99, y: -99, width: 999, height: 999 });
          expect(found).to.have.members([...editor.blocks.keys()]);
          for (const [uuid, block] of editor.blocks) {
            const box = editor.boxOf(uuid);
            const rotationDeg = block.type === 'group' ? 0 : block.position.rotationDeg;
            const expected = box && boundsOfRotated(box, rotationDeg);
            const found = editor.index.boundsOf(uuid);
            expect(found?.x).to.be.closeTo(expected?.x ?? NaN, 1e-9);
            expect(found?.y).to.be.closeTo(expected?.y ?? NaN, 1e-9);
            expect(found?.width).to.be.closeTo(expected?.width ?? NaN, 1e-9);
          }
        }
      }),
      { numRuns: 80 },
    );
  });
});
