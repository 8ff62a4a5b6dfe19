import { expect } from 'chai';
import fc from 'fast-check';
import type { Editor } from '../editor/Editor.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { richTextFromPlain } from '../text/richText.ts';
import { expectTypedOutcome } from './expectTypedOutcome.ts';
import { makeTestEditor } from './makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from './makeTestPage.ts';

type Call = (this: Editor, ...values: readonly unknown[]) => unknown;

const throwError = (): never => {
  throw new Error('from the input');
};

function deep(levels: number, inArray: boolean): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = inArray ? [value] : { content: value };
  return value;
}

function* endless(): Generator<string> {
  for (;;) yield 'a';
}

/** Values that a script may pass by mistake or on purpose. Created on each use. */
const ODD_VALUES: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => NaN,
  () => Infinity,
  () => -1,
  () => 1e308,
  () => 0.5,
  () => 700,
  () => 1n,
  () => Symbol('x'),
  () => true,
  () => '',
  () => 'a',
  () => 't',
  () => 'b',
  () => 's1',
  () => 'nowhere',
  () => '__proto__',
  () => 'x'.repeat(100_000),
  () => [],
  () => [null],
  () => ['a'],
  () => ['a', 't', 'b', 'n'],
  () => ['a', 5],
  () => [undefined],
  () => [{ type: 'shape', position: { x: 1n } }, { type: 'text' }],
  () => new Array<unknown>(50_000_000),
  () => endless(),
  () => ({}),
  () => ({ type: 'shape' }),
  () => ({ type: Symbol('x'), position: null, content: [] }),
  () => ({ x: 0.1, y: 0.2, width: 0.3, height: 0.4 }),
  () => ({ x: 1n, y: NaN, width: '1', height: {} }),
  () => ({ position: { x: 1n }, styles: { opacity: Symbol('x') }, content: { text: throwError } }),
  () => ({ position: { x: 0.3 }, styles: { opacity: 0.5 } }),
  () => ({ opacityPercent: 1n, paddingPx: NaN }),
  () => ({ height: Infinity, width: Symbol('x') }),
  () => ({ scale: 5 }),
  () => ({ scale: true, select: throwError }),
  () => ({ tool: 'pen', color: 7, widthPx: -1 }),
  () => ({ added: {}, updated: { a: [null, null] }, removed: {} }),
  () => ({ added: { z: null }, updated: {}, removed: null }),
  () => ({ added: {}, updated: {}, removed: {}, page: { from: {}, to: { settings: 5 } } }),
  () => ({ ID: 1.5, settings: null, style: 'red', relativeHeight: NaN }),
  () => ({ settings: { referenceWidth: 1n }, style: { margin: { deep: deep(60, false) } } }),
  () => ({ settings: { title: 'x' }, style: {}, things: { a: null } }),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}') as unknown,
  () => ({ type: 'pointerdown', x: NaN, y: 1n, pxPerUnit: 0 }),
  () => ({ type: 'pointerdown', x: 0.1, y: 0.05, pxPerUnit: 600 }),
  () => ({ type: 'keydown', key: 'd' }),
  () => richTextFromPlain('Hello'),
  () => ({ type: 'doc', content: [{ type: 'nothing' }] }),
  () => Object.create({ inherited: 'a' }) as unknown,
  () => new Date(0),
  () => new Map([['a', 1]]),
  () => new Map([['a', { x: 0.1, y: 0.1, patch: { content: { shapeColor: 5 } } }]]),
  () => new Map<unknown, unknown>([[5, { altText: 'x' }]]),
  () => new Map([['a', { position: { x: 0.4 } }]]),
  () => () => undefined,
  () => ({ toString: throwError, valueOf: throwError, [Symbol.toPrimitive]: throwError }),
  () => ({ [Symbol.iterator]: throwError }),
  () => Object.defineProperty({ x: 1 }, 'y', { get: throwError, enumerable: true }),
  () => Object.defineProperty({}, 'type', { get: throwError, enumerable: true }),
  () =>
    new Proxy(
      {},
      { get: throwError, has: throwError, ownKeys: throwError, getPrototypeOf: throwError },
    ),
  () => new Proxy([], { get: throwError }),
  () => deep(60, false),
  () => deep(20_000, false),
  () => deep(20_000, true),
];

/** Lazy, because fast-check inspects its values. */
const oddValue: fc.Arbitrary<() => unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_VALUES), weight: 8 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => () => value), weight: 1 },
  { arbitrary: fc.anything({ withBigInt: true }).map((value) => () => value), weight: 1 },
);

function makeEditor(): Editor {
  const editor = makeTestEditor([
    makeTestBlock('a', { position: { x: 0.1 } }),
    makeTestText('t', 'Hi'),
    makeTestBlock('b', {
      type: 'rich-button',
      content: { richButtonText: { text: 'Go' }, richButtonColor: '#123456' },
    }),
    makeTestBlock('n', {
      type: 'sticky-note',
      content: { stickyNoteColor: '#FFEE88', stickyNoteText: { text: 'Note' } },
    }),
    makeTestSection('g', { parentUuid: 's1', position: { width: 0.3, height: 0.3 } }),
    makeTestBlock('inside', { parentUuid: 'g' }),
  ]);
  parsePage(editor.page);
  return editor;
}

/** Returns the names of all methods of an editor, by reflection. */
function methodNames(editor: Editor): readonly string[] {
  const names = new Set<string>();
  for (
    let owner: object = editor;
    owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object
  )
    // A method is bound to its editor when it is first read.
    for (const name of Object.getOwnPropertyNames(owner))
      if (name !== 'constructor' && typeof Reflect.get(editor, name) === 'function')
        names.add(name);
  return [...names];
}

/** States that an editor may be in when it is called. */
const STATES: Readonly<Record<string, (editor: Editor) => void>> = {
  idle: () => undefined,
  'with a selection': (editor) => {
    editor.select(['a', 't']);
  },
  'with an edit in progress': (editor) => {
    editor.begin();
    editor.update('a', { position: { x: 0.4 } });
  },
  'editing text': (editor) => {
    editor.startTextEditing('t');
  },
  'editing a button': (editor) => {
    editor.startTextEditing('b');
  },
  'editing a note': (editor) => {
    editor.startTextEditing('n');
  },
  drawing: (editor) => {
    editor.startDrawing();
  },
  dragging: (editor) => {
    editor.dispatch({ type: 'pointerdown', x: 0.15, y: 0.05, pxPerUnit: 600 });
    editor.dispatch({ type: 'pointermove', x: 0.4, y: 0.4, pxPerUnit: 600 });
  },
};

describe('calls of the editor', function () {
  this.timeout(300_000);

  const names = methodNames(makeEditor());

  it('are found by reflection, so that the law below covers all of them [J11]', () => {
    expect(names).to.include.members(['add', 'update', 'paste', 'dispatch', 'load', 'applyRemote']);
    expect(names.length).to.be.at.least(60);
  });

  it('return or throw a CobbleError for any arguments, and leave a valid page (law) [J11]', () => {
    for (const name of names)
      fc.assert(
        fc.property(
          fc.array(oddValue, { maxLength: 3 }),
          fc.constantFrom(...Object.keys(STATES)),
          (values, state) => {
            const editor = makeEditor();
            STATES[state]?.(editor);
            const call = Reflect.get(editor, name) as Call;
            const outcome = expectTypedOutcome(() =>
              call.apply(
                editor,
                values.map((make) => make()),
              ),
            );
            const { value } = 'value' in outcome ? outcome : {};
            if (typeof value === 'object' && value !== null && 'ok' in value && !value.ok)
              expect(value, name).to.have.property('code').that.is.a('string');
            parsePage(editor.page);
            editor.commit();
            parsePage(editor.page);
            while (editor.undo());
            parsePage(editor.page);
          },
        ),
        { numRuns: 20 },
      );
  });

  it('that return a Result report the code and path of an invalid argument [J11]', () => {
    const missing = null as never;
    const calls: Readonly<
      Record<string, (editor: Editor) => { readonly ok: boolean; readonly code?: string }>
    > = {
      'update with a number': (editor) => editor.update(5 as never, {}),
      'updateEach without a Map': (editor) => editor.updateEach(missing),
      'updateEach with number keys': (editor) => editor.updateEach(new Map([[5 as never, {}]])),
      'setReferenceWidth without options': (editor) => editor.setReferenceWidth(700, missing),
      setSliderStyles: (editor) => editor.setSliderStyles(missing, ['a']),
      'setSliderStyles with a string': (editor) =>
        editor.setSliderStyles({ blurPx: 'much' as never }, ['a']),
      remove: (editor) => editor.remove(missing),
      stage: (editor) => editor.stage({}, missing),
      nudge: (editor) => editor.nudge(1n as never, 0),
      setReadingOrder: (editor) => editor.setReadingOrder('s1', [undefined as never]),
      placeOnPhone: (editor) => editor.placeOnPhone('a', 0 as never),
      'paste at null': (editor) => editor.paste(editor.copy() ?? '', missing),
      add: (editor) => editor.add({ type: 'shape', position: { x: 1n as never } }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const editor = makeEditor();
      editor.select(['a']);
      const before = editor.page;
      const outcome = call(editor);
      expect(outcome.ok, name).to.equal(false);
      expect(outcome.code, name).to.match(/^(input_invalid|invalid_block)$/);
      expect(outcome, name).to.have.nested.property('details.path').that.is.a('string');
      expect(editor.page, name).to.equal(before);
      expect(editor.isInProgress, name).to.equal(false);
    }
  });

  it('refuse an option that cannot be read [J11]', () => {
    const unreadable = Object.defineProperty({}, 'select', { get: throwError, enumerable: true });
    const editor = makeEditor();
    expect(editor.add({ type: 'shape' }, unreadable)).to.have.nested.include({
      code: 'input_invalid',
      'details.path': 'options',
    });
  });

  it('that set text refuse values that are not text, in buttons and notes too [J11]', () => {
    for (const block of ['t', 'b', 'n']) {
      const editor = makeEditor();
      const refusals: string[] = [];
      editor.onRefusal((code) => refusals.push(code));
      editor.startTextEditing(block);
      expect(editor.setEditedText(null as never), block).to.include({ code: 'invalid_block' });
      expect(refusals, block).to.eql(['invalid_block']);
      expect(editor.setEditedText('Words').ok, block).to.equal(true);
    }
  });

  it('that take a listener reject other values, which would break later commits [J11]', () => {
    for (const name of ['onChange', 'onRefusal', 'onMenu', 'onRemovedByOthers'] as const)
      expect(() => makeEditor()[name](null as never), name)
        .to.throw()
        .with.property('code', 'input_invalid');
  });
});
