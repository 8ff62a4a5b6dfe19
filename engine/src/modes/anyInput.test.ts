import { expect } from 'chai';
import fc from 'fast-check';
import { parsePage } from '../parsing/parsePage.ts';
import { EMPTY_CHANGE } from '../model/Change.ts';
import { stickyNote } from '../blocks/sticky-note/stickyNote.ts';
import type { Editor } from '../editor/Editor.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../testing/makeTestPage.ts';
import { HANDLE_NAMES, type InputEvent } from '../editor/InputEvent.ts';

type Step = (editor: Editor) => unknown;

const flag = fc.boolean();
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const coordinate = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: -0.3, max: 2.3, noNaN: true }) },
  // Points where the blocks are.
  { weight: 20, arbitrary: fc.constantFrom(0.12, 0.15, 0.45, 0.65, 0.75, 1.3) },
  { weight: 1, arbitrary: fc.constantFrom(-1e9, 1e9, 1e308, -1e308, 5e-324) },
);
const pointer = fc.record({
  pointerId: fc.constantFrom(1, 1, 1, 2, 3),
  isPrimary: fc.constantFrom(undefined, true, false),
  x: coordinate,
  y: coordinate,
  pxPerUnit: fc.constantFrom(600, 600, 600, 60, 9000),
  pointerType: fc.constantFrom(
    'mouse' as const,
    'mouse' as const,
    'touch' as const,
    'pen' as const,
  ),
  pressure: fc.double({ min: 0, max: 1, noNaN: true }),
  button: fc.constantFrom(0, 0, 0, 0, 1, 2),
  shift: flag,
  alt: flag,
  ctrl: flag,
});
const section = fc.constantFrom('s1', 's2', 'g', 'gone');
const pressTarget = fc.record({
  handle: rarely(fc.constantFrom(...HANDLE_NAMES)),
  sectionEdge: rarely(section),
  sectionSide: rarely(fc.record({ section, side: fc.constantFrom('left', 'right') })),
  slicer: rarely(flag),
  rail: rarely(fc.constantFrom('left', 'right')),
});
const KEYS = [
  ...['Escape', 'Enter', 'Tab', 'Delete', 'Backspace', 'ArrowLeft', 'ArrowDown', 'Shift', 'Alt'],
  ...[
    'Control',
    'a',
    'd',
    'e',
    'g',
    'h',
    'l',
    'n',
    'o',
    'r',
    's',
    't',
    'v',
    'w',
    'y',
    'z',
    '[',
    ']',
  ],
  ...['constructor', '__proto__', 'ф', ''],
];
const key = fc.record({
  key: fc.constantFrom(...KEYS),
  code: rarely(fc.constantFrom('KeyA', 'KeyD', 'BracketLeft', 'toString', 'Space')),
  shift: flag,
  alt: flag,
  ctrl: flag,
});

const anyEvent: fc.Arbitrary<InputEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(pointer, pressTarget)
      .map(([fields, target]): InputEvent => ({ type: 'pointerdown', ...fields, ...target })),
  },
  {
    weight: 12,
    arbitrary: pointer.map((fields): InputEvent => ({ type: 'pointermove', ...fields })),
  },
  { weight: 6, arbitrary: pointer.map((fields): InputEvent => ({ type: 'pointerup', ...fields })) },
  {
    weight: 1,
    arbitrary: rarely(fc.constantFrom(1, 2, 3)).map((pointerId): InputEvent => ({
      type: 'pointercancel',
      pointerId,
    })),
  },
  {
    weight: 1,
    arbitrary: pointer.map((fields): InputEvent => ({ type: 'doubleclick', ...fields })),
  },
  { weight: 1, arbitrary: pointer.map((fields): InputEvent => ({ type: 'longpress', ...fields })) },
  { weight: 5, arbitrary: key.map((fields): InputEvent => ({ type: 'keydown', ...fields })) },
  { weight: 2, arbitrary: key.map((fields): InputEvent => ({ type: 'keyup', ...fields })) },
);

const input: fc.Arbitrary<Step> = anyEvent.map((event): Step => (editor) => {
  editor.dispatch(event);
});

/** Starts of gestures, so that the events that follow happen during one. */
const gestureStart: fc.Arbitrary<Step> = fc
  .record({
    uuids: fc.constantFrom(['a'], ['t'], ['g'], ['a', 't', 'n'], ['n', 'inner']),
    handle: fc.option(fc.constantFrom(...HANDLE_NAMES)),
    pointerType: fc.constantFrom('mouse' as const, 'touch' as const, 'pen' as const),
    alt: flag,
    second: flag,
  })
  .map(({ uuids, handle, pointerType, alt, second }): Step => (editor) => {
    editor.dispatch({ type: 'pointercancel' });
    editor.dispatch({ type: 'keydown', key: 'Escape' });
    editor.select(uuids);
    const box = editor.boxOf([...editor.selection][0] ?? '');
    if (!box) return;
    const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const finger = { ...center, pxPerUnit: 600, pointerType, pointerId: 1, alt };
    editor.dispatch({ type: 'pointerdown', ...finger, ...(handle && { handle }) });
    if (second && pointerType === 'touch')
      editor.dispatch({ type: 'pointerdown', ...finger, x: center.x + 0.1, pointerId: 2 });
    else editor.dispatch({ type: 'pointermove', ...finger, x: center.x + 0.05 });
  });

/** Calls of a host between the events. */
const call: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    (editor) => editor.startDrawing(),
    (editor) => editor.commitDrawing(),
    (editor) => editor.stopDrawing(),
    (editor) => {
      editor.setTypewriter(true);
    },
    (editor) => editor.undo(),
    (editor) => editor.redo(),
    (editor) => {
      editor.stopTextEditing();
    },
    (editor) => {
      editor.setEditedText('');
    },
    (editor) => {
      editor.setEditedText('Words');
    },
  ),
  fc.constantFrom('a', 't', 'n', 'g').map(
    (uuid): Step =>
      (editor) =>
        editor.startTextEditing(uuid),
  ),
  fc
    .uniqueArray(fc.constantFrom('a', 't', 'n', 'g', 'inner', 'locked'))
    .map((uuids): Step => (editor) => {
      editor.select(uuids);
    }),
);

/** Removes a block as another user, during whatever is in progress. */
const remoteRemoval: fc.Arbitrary<Step> = fc
  .constantFrom('a', 't', 'n', 'inner')
  .map((uuid): Step => (editor) => {
    const block = editor.stablePage.things[uuid];
    if (block) editor.applyRemote({ ...EMPTY_CHANGE, removed: { [uuid]: block } });
  });

function makeEditor(): Editor {
  let now = 0;
  return makeTestEditor(
    [
      makeTestBlock('a', { position: { x: 0.1, y: 0.1, rotationDeg: 20 } }),
      makeTestText('t', 'Hi', { position: { x: 0.4, y: 0.1 } }),
      makeTestBlock('n', {
        type: 'sticky-note',
        position: { x: 0.7, y: 0.1 },
        content: stickyNote.defaultContent(() => 0.5),
      }),
      makeTestBlock('locked', { locked: true, position: { x: 0.1, y: 0.6 } }),
      makeTestSection('g', {
        parentUuid: 's2',
        position: { x: 0.2, y: 0.2, width: 0.4, height: 0.4 },
      }),
      makeTestBlock('inner', { parentUuid: 'g', position: { width: 0.4, height: 0.4 } }),
    ],
    // Each reading advances the clock, so that a pen is in use only some of the time.
    { maxBlocks: 16, environment: { now: () => (now += 40) } },
  );
}

/** Modes in which no edit is in progress. */
const MODES_WITHOUT_EDIT = new Set(['layout', 'pressing', 'brushing', 'drawing']);

function expectInvariants(editor: Editor): void {
  parsePage(editor.page);
  for (const uuid of editor.selection) expect(editor.blocks.has(uuid), uuid).to.equal(true);
  if (MODES_WITHOUT_EDIT.has(editor.mode.name))
    expect(editor.isInProgress, editor.mode.name).to.equal(false);
  expect(editor.drawing === null).to.equal(editor.mode.name !== 'drawing');
  if (editor.mode.name === 'layout') {
    expect(editor.guides).to.eql([]);
    expect(editor.marquee).to.equal(null);
  }
}

/** Releases all pointers, which must end any gesture, and ends what is in progress. */
function releaseAll(editor: Editor): void {
  for (const pointerId of [1, 2, 3])
    editor.dispatch({ type: 'pointerup', pointerId, x: 0.5, y: 0.5, pxPerUnit: 600 });
  expect(editor.mode.name).to.be.oneOf([
    'layout',
    'drawing',
    'text-editing',
    'inline-text-editing',
  ]);
  editor.dispatch({ type: 'pointercancel' });
  editor.reset();
  expect(editor.mode.name).to.equal('layout');
  expectInvariants(editor);
}

describe('any input', () => {
  it('leaves a valid page and state after every event, and can be undone completely (law) [M18]', () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 12, arbitrary: input },
        { weight: 2, arbitrary: gestureStart },
        { weight: 1, arbitrary: call },
      ),
      { minLength: 10, maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (each) => {
        const editor = makeEditor();
        const start = editor.page;
        for (const step of each) {
          step(editor);
          expectInvariants(editor);
        }
        releaseAll(editor);
        const end = editor.page;
        let undone = 0;
        while (editor.undo()) undone += 1;
        expect(editor.page.things).to.eql(start.things);
        for (; undone > 0; undone--) expect(editor.redo()).to.equal(true);
        expect(editor.page.things).to.eql(end.things);
      }),
      { numRuns: 120 },
    );
  });

  it('leaves a valid page and state when others remove blocks during a gesture (law) [M18]', () => {
    const steps = fc.array(
      fc.oneof(
        { weight: 12, arbitrary: input },
        { weight: 2, arbitrary: gestureStart },
        { weight: 1, arbitrary: call },
        { weight: 2, arbitrary: remoteRemoval },
      ),
      { minLength: 10, maxLength: 50 },
    );
    fc.assert(
      fc.property(steps, (each) => {
        const editor = makeEditor();
        for (const step of each) {
          step(editor);
          expectInvariants(editor);
        }
        releaseAll(editor);
      }),
      { numRuns: 80 },
    );
  });
});
