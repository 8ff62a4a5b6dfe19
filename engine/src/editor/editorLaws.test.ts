import { expect } from 'chai';
import fc from 'fast-check';
import { boundsOfRotated } from '../geometry/boxes.ts';
import type { Page } from '../model/Page.ts';
import { applyChange, type Change, invertChange } from '../model/Change.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../testing/makeTestPage.ts';
import type { Editor } from './Editor.ts';

type Step = (editor: Editor, pick: (at: number) => string) => unknown;

const length = fc.double({ min: -0.5, max: 2.5, noNaN: true });
const at = fc.nat(50);
const several = fc.array(at, { minLength: 1, maxLength: 3 });

/** Any command with random arguments. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('shape', 'text', 'image', 'sticky-note', 'rich-button').map(
    (type): Step =>
      (editor) =>
        editor.add({ type }),
  ),
  fc.tuple(at, length, length).map(
    ([which, x, y]): Step =>
      (editor, pick) =>
        editor.update(pick(which), { position: { x, y } }),
  ),
  fc.tuple(at, length, fc.integer({ min: -180, max: 180 })).map(
    ([which, width, rotationDeg]): Step =>
      (editor, pick) =>
        editor.update(pick(which), { position: { width: Math.abs(width), rotationDeg } }),
  ),
  several.map(
    (which): Step =>
      (editor, pick) =>
        editor.remove(which.map(pick)),
  ),
  several.map(
    (which): Step =>
      (editor, pick) =>
        editor.duplicate(which.map(pick)),
  ),
  fc.tuple(fc.constantFrom('front', 'back', 'forward', 'backward'), several).map(
    ([to, which]): Step =>
      (editor, pick) =>
        editor.reorder(to, which.map(pick)),
  ),
  several.map((which): Step => (editor, pick) => {
    editor.select(which.map(pick));
    return editor.groupSelection();
  }),
  several.map((which): Step => (editor, pick) => {
    editor.select(which.map(pick));
    return editor.ungroupSelection();
  }),
  several.map((which): Step => (editor, pick) => {
    editor.select(which.map(pick));
    const text = editor.copy();
    return text === null ? null : editor.paste(text);
  }),
  fc
    .tuple(several, fc.constantFrom('left', 'right', 'top', 'middle', 'center'))
    .map(([which, edge]): Step => (editor, pick) => {
      editor.select(which.map(pick));
      return editor.align(edge);
    }),
  at.map(
    (which): Step =>
      (editor) =>
        editor.addSection(which % 4),
  ),
  at.map(
    (which): Step =>
      (editor, pick) =>
        editor.moveSection(pick(which), 'down'),
  ),
  fc.tuple(at, length).map(
    ([which, height]): Step =>
      (editor) =>
        editor.resizeSection(editor.sectionIds[which % editor.sectionIds.length] ?? '', {
          height,
          width: Math.abs(height) + 0.5,
        }),
  ),
  several.map(
    (which): Step =>
      (editor, pick) =>
        editor.setLocked(true, which.map(pick)),
  ),
  fc.tuple(at, length, length).map(
    ([which, y, by]): Step =>
      (editor, pick) =>
        editor.slice(pick(which), y, by - 1),
  ),
  fc.tuple(fc.integer({ min: 300, max: 1400 }), fc.boolean()).map(
    ([px, scale]): Step =>
      (editor) =>
        editor.setReferenceWidth(px, { scale }),
  ),
  fc.tuple(several, fc.nat(5), length).map(([which, command, number]): Step => (editor, pick) => {
    editor.select(which.map(pick));
    return [
      () => editor.flip('horizontal'),
      () => editor.flip('vertical'),
      () => editor.tidy(),
      () => editor.scaleSelection(number),
      () => editor.cycleTextAlign(),
      () =>
        editor.setSliderStyles({ opacityPercent: number * 100, paddingPx: number * 50, blurPx: 3 }),
    ][command]?.();
  }),
  fc.tuple(at, length, fc.boolean()).map(
    ([which, factor, fits]): Step =>
      (editor, pick) =>
        fits ? editor.fitSection(pick(which)) : editor.scaleSection(pick(which), factor),
  ),
  fc.tuple(at, several).map(
    ([which, others]): Step =>
      (editor, pick) =>
        editor.setReadingOrder(pick(which), others.map(pick)),
  ),
  fc.tuple(at, length, length).map(
    ([which, x, y]): Step =>
      (editor, pick) =>
        editor.placeOnPhone(pick(which), { x, y, width: Math.abs(y), height: 0.5 }),
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

function run(editor: Editor, one: Step): void {
  const ids = [...editor.blocks.keys()];
  one(editor, (which) => ids[which % ids.length] ?? '');
}

/** The blocks of a page by id, sorted. Undo does not restore their order. */
function same(a: Page, b: Page): void {
  expect({ ...a, things: { ...a.things } }).to.eql({ ...b, things: { ...b.things } });
}

describe('the laws of the editor', () => {
  it('any commands leave a valid page, within the cap, as high as its sections (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const editor = makeEditor();
        for (const one of steps) {
          const { relativeHeight } = editor.fields;
          run(editor, one);
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

  it('n undos and n redos return to the start (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const editor = makeEditor();
        const start = editor.page;
        for (const one of steps) run(editor, one);
        const end = editor.page;
        let undone = 0;
        while (editor.undo()) undone += 1;
        same(editor.page, start);
        for (let left = undone; left > 0; left--) expect(editor.redo()).to.equal(true);
        expect(editor.redo()).to.equal(false);
        same(editor.page, end);
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
        for (const one of steps) {
          run(editor, one);
          same(editor.stablePage, start);
        }
        editor.cancel();
        same(editor.page, start);
        expect(editor.canUndo).to.equal(false);
        expect(editor.hasPublishableChanges).to.equal(false);
      }),
      { numRuns: 100 },
    );
  });

  it('applying the reported changes gives each page, also after JSON (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const editor = makeEditor();
        let replica = editor.page;
        let before = editor.page;
        editor.onChange((change) => {
          replica = applyChange(replica, JSON.parse(JSON.stringify(change)) as Change);
          same(applyChange(editor.page, invertChange(change)), before);
        });
        for (const one of steps) {
          before = editor.page;
          run(editor, one);
          same(replica, editor.page);
        }
        before = editor.page;
        editor.undo();
        same(replica, editor.page);
      }),
      { numRuns: 100 },
    );
  });

  it('the index matches the positions of all blocks (law)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const editor = makeEditor();
        for (const one of steps) {
          run(editor, one);
          const everything = editor.index.search({ x: -99, y: -99, width: 999, height: 999 });
          expect(everything).to.have.members([...editor.blocks.keys()]);
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
