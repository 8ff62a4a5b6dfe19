import { expect } from 'chai';
import fc from 'fast-check';
import { reliableSimulation } from '../collaboration/testing/reliableSimulation.ts';
import { diffPages, isEmptyChange } from '../model/Change.ts';
import type { Block } from '../model/Block.ts';
import type { Page } from '../model/Page.ts';
import type { Result } from '../model/Result.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../testing/makeTestPage.ts';
import type { Editor } from './Editor.ts';
import type { EditorRefusal } from './EditorRefusal.ts';

const page = makeTestPage([
  makeTestSection('s1', { position: { height: 9 } }),
  makeTestSection('s2', {
    position: { height: 9 },
    content: { groupDisplay: 'freeform', groupOrder: 1 },
  }),
  makeTestBlock('a', { position: { x: 0.1, y: 0.1 } }),
  makeTestBlock('b', { position: { x: 0.5, y: 0.6 }, styles: { paddingPx: 4 } }),
  makeTestSection('g', {
    parentUuid: 's1',
    position: { x: 0.1, y: 1, width: 0.5, height: 0.5 },
  }),
  makeTestText('t', 'Hi', { parentUuid: 'g', position: { x: 0, y: 0, width: 0.5, height: 0.5 } }),
  makeTestBlock('c', { parentUuid: 'g', position: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 } }),
  makeTestBlock('d', { parentUuid: 's2', position: { x: 0.2, y: 0.4 } }),
]);

/** The margin is set: a default one is not converted with the page. */
const make = (): Editor => makeTestEditor([], { page: { ...page, style: { margin: 0.05 } } });

type Edit = readonly [
  name: string,
  run: (editor: Editor) => Result<unknown, EditorRefusal>,
  /** Repeated calls with the same key replace each other. */
  repeats?: string,
];

const wholePageEdits: readonly Edit[] = [
  ['scale to 700 px', (e) => e.setReferenceWidth(700, { scale: true }), 'width'],
  ['convert to 500 px', (e) => e.setReferenceWidth(500, { scale: false }), 'width'],
  ['patch to 800 px', (e) => e.updatePage({ settings: { referenceWidth: 800 } }), 'width'],
  ['slice s1', (e) => e.slice('s1', 0.3, 0.25), 's1'],
  ['remove space from s1', (e) => e.slice('s1', 0.9, -0.05), 's1'],
  ['slice s2', (e) => e.slice('s2', (e.boxOf('s2')?.y ?? NaN) + 0.1, 0.125), 's2'],
];

const otherEdits: readonly Edit[] = [
  ['type', (e) => e.update('a', { altText: 'typed' })],
  ['type more', (e) => e.update('a', { altText: 'typed more' })],
  ['move', (e) => e.update('a', { position: { x: 0.3, y: 0.35 } })],
  ['pad', (e) => e.update('b', { styles: { paddingPx: 8 } })],
  ['colour', (e) => e.updatePage({ style: { backgroundColor: '#ff0000' } })],
  ['title', (e) => e.updatePage({ settings: { title: 'New' } })],
  [
    'border',
    (e) => e.updatePage({ style: { border: { widthPx: 6, style: 'solid', color: '#000' } } }),
  ],
  ['ungroup', (e) => e.ungroup('g')],
  ['move out', (e) => e.moveInto('s2', 'b')],
  ['remove', (e) => e.remove('d')],
  ['remove a', (e) => e.remove('a')],
  ['widen s1', (e) => e.resizeSection('s1', { width: 1.25 })],
  ['lengthen s2', (e) => e.resizeSection('s2', { height: 10 })],
  ['another section', (e) => e.addSection(1)],
  [
    'another block',
    (e) =>
      e.add({ type: 'shape', uuid: 'new', position: { x: 0.2, y: 0.05, width: 0.1, height: 0.1 } }),
  ],
  ['move s1', (e) => e.moveSection('s1', 'down')],
  ['lock', (e) => e.setLocked(true, ['b'])],
];

/** Any edits except those that replace an earlier one. */
const edits: fc.Arbitrary<readonly Edit[]> = fc
  .uniqueArray(fc.constantFrom(...wholePageEdits, ...wholePageEdits, ...otherEdits), {
    minLength: 2,
    maxLength: 8,
    selector: ([name]) => name,
  })
  .map((all) => {
    let latest: string | undefined;
    return all.filter(([, , repeats]) => {
      if (repeats === undefined) return true;
      const isRepeated = repeats === latest;
      latest = repeats;
      return !isRepeated;
    });
  });

const namesOf = (all: readonly Edit[]): string => all.map(([name]) => name).join(', ');

/** Numbers may differ: each entry rounds px values to 0.001 px and lengths to a millionth. */
function expectClose(a: unknown, b: unknown, what: string, tolerance = 0.01): void {
  if (typeof a === 'number' && typeof b === 'number') expect(a, what).to.be.closeTo(b, tolerance);
  else if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    expect(Object.keys(a).sort(), what).to.eql(Object.keys(b).sort());
    for (const [key, value] of Object.entries(a)) {
      const other = (b as Record<string, unknown>)[key];
      expectClose(value, other, `${what}: ${key}`, key === 'position' ? 1e-5 : tolerance);
    }
  } else expect(a, what).to.equal(b);
}

function expectSame(a: Page | null, b: Page | null, what: string): void {
  if (!a || !b) throw new Error(`no page: ${what}`);
  expect(diffPages({ ...a, revision: 0 }, { ...b, revision: 0 }), what).to.satisfy(isEmptyChange);
}

/** Someone else's change to the stable page. */
function changeRemotely(editor: Editor, change: (things: Record<string, Block>) => void): void {
  const things: Record<string, Block> = { ...editor.stablePage.things };
  change(things);
  editor.applyRemote(diffPages(editor.stablePage, { ...editor.stablePage, things }));
}

describe('edits of the whole page within another edit', () => {
  for (const [name, run] of wholePageEdits)
    it(`keep what the author has edited before: ${name} [P3, P6]`, () => {
      const editor = make();
      editor.run(() => {
        editor.update('a', { altText: 'typed', position: { x: 0.3 } }).unwrap();
        editor.updatePage({ style: { backgroundColor: '#ff0000' } }).unwrap();
        editor.ungroup('g').unwrap();
        run(editor).unwrap();
      });
      expect(editor.blocks.get('a')?.altText).to.equal('typed');
      const center = (editor.boxOf('a')?.x ?? NaN) - 0.5;
      const unit = name.startsWith('convert') ? 500 / 600 : 1;
      expect(center * unit).to.be.closeTo(-0.2, 1e-5);
      expect(editor.fields.style.backgroundColor).to.equal('#ff0000');
      expect(editor.blocks.get('t')?.parentUuid).to.equal('s1');
      parsePage(JSON.parse(JSON.stringify(editor.page)));
    });

  it('give the same page as entries of their own, and one undo reverts all (law) [P3, P6]', () => {
    fc.assert(
      fc.property(edits, fc.boolean(), (all, isNested) => {
        const [together, apart] = [make(), make()];
        const start = together.page;
        together.run(() => {
          for (const [, run] of all) {
            if (isNested) together.run(() => run(together));
            else run(together);
            parsePage(JSON.parse(JSON.stringify(together.page)));
          }
        });
        for (const [, run] of all) run(apart);
        expectClose(together.page, apart.page, namesOf(all));
        const end = together.page;
        if (together.undo()) {
          expectSame(together.page, start, 'undone');
          together.redo();
          expectSame(together.page, end, 'redone');
        }
      }),
      { numRuns: 150 },
    );
  });

  it('show the same page in the editor and the room, even after undo and redo (law) [R1, R42]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 2 }), async (entries) => {
        const { simulation, settle } = await reliableSimulation(2);
        const [one, two] = simulation.clients;
        if (!one || !two) throw new Error('no clients');
        const { editor } = one;
        const agree = async (what: string): Promise<void> => {
          const alone = editor.stablePage;
          await settle();
          expectSame(editor.stablePage, alone, `${what}: rewritten by the room`);
          expectSame(one.client.page, alone, `${what}: room`);
          expectSame(two.editor.stablePage, alone, `${what}: the other user`);
        };
        for (const all of entries) {
          editor.run(() => {
            for (const [, run] of all) run(editor);
          });
          await agree(namesOf(all));
        }
        while (editor.undo()) await agree(`undo of ${entries.map(namesOf).join(' | ')}`);
        while (editor.redo()) await agree(`redo of ${entries.map(namesOf).join(' | ')}`);
      }),
      { numRuns: 30 },
    );
  });
});

describe('slices of one entry', () => {
  it('all move what others have added meanwhile, in the room too [R42]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = simulation.clients;
    if (!one || !two) throw new Error('no clients');
    two.editor.add({ type: 'shape', uuid: 'theirs', position: { y: 0.8, height: 0.1 } }).unwrap();
    const edits: unknown[] = [];
    one.editor.onChange((_change, _origin, named) => edits.push(...named));
    one.editor.run(() => {
      one.editor.update('a', { altText: 'typed' }).unwrap();
      for (const by of [0.5, 0.125]) one.editor.slice('s1', 0.75, by).unwrap();
      one.editor.slice('s2', 1.7, 0.1).unwrap();
      one.editor.slice('s1', 0.75, 0.25).unwrap();
    });
    await settle();
    const slice = { type: 'slice-section', section: 's1', y: 0.75 };
    expect(edits.filter((each) => (each as typeof slice).section === 's1')).to.eql([
      { ...slice, by: 0.125 },
      { ...slice, by: 0.25 },
    ]);
    for (const { editor } of [one, two]) {
      expect(editor.blocks.get('theirs')?.position.y).to.equal(1.175);
      expect(editor.blocks.get('a')?.altText).to.equal('typed');
    }
    expectSame(one.editor.stablePage, two.editor.stablePage, 'one and two');
    one.editor.undo();
    await settle();
    expect(two.editor.blocks.get('theirs')?.position.y).to.equal(0.8);
  });
});

describe('a drag within another edit', () => {
  const drags: Record<string, readonly [drag: (e: Editor) => void, once: (e: Editor) => void]> = {
    slicer: [
      (e) => {
        for (const by of [0.5, -3, 0.25]) e.slice('s1', 0.3, by).unwrap();
      },
      (e) => e.slice('s1', 0.3, 0.25).unwrap(),
    ],
    'reference width': [
      (e) => {
        for (const px of [375, 1200, 610, 700]) e.setReferenceWidth(px, { scale: true }).unwrap();
      },
      (e) => e.setReferenceWidth(700, { scale: true }).unwrap(),
    ],
    'reference width without scaling': [
      (e) => {
        for (const px of [375, 1200, 610, 700]) e.setReferenceWidth(px, { scale: false }).unwrap();
      },
      (e) => e.setReferenceWidth(700, { scale: false }).unwrap(),
    ],
  };
  const edit = (editor: Editor): void => {
    editor.update('a', { altText: 'typed', position: { x: 0.3 } }).unwrap();
    editor.ungroup('g').unwrap();
    editor.update('b', { styles: { paddingPx: 7 } }).unwrap();
  };

  for (const [name, [drag, once]] of Object.entries(drags)) {
    it(`leaves no trace of its earlier calls: ${name} [P3, P6]`, () => {
      const [dragged, called] = [make(), make()];
      for (const [editor, run] of [
        [dragged, drag],
        [called, once],
      ] as const) {
        editor.begin();
        edit(editor);
        run(editor);
        editor.commit();
      }
      expectSame(dragged.page, called.page, name);
    });

    it(`keeps what is typed and what others change meanwhile: ${name} [P3, P6, E32]`, () => {
      const editor = make();
      editor.begin();
      edit(editor);
      drag(editor);
      editor.update('b', { altText: 'typed meanwhile' }).unwrap();
      changeRemotely(editor, (things) => {
        const { a, d } = things;
        if (a) things.a = { ...a, styles: { opacity: 0.5 } };
        if (d) things.d = { ...d, altText: 'theirs' };
        things.e = makeTestBlock('e', { position: { y: 0.05 }, altText: 'theirs' });
      });
      drag(editor);
      editor.commit();
      const called = make();
      edit(called);
      once(called);
      expect(editor.blocks.get('a')).to.deep.include({ altText: 'typed' });
      expect(editor.blocks.get('a')?.styles.opacity).to.equal(0.5);
      expect(editor.blocks.get('d')?.altText).to.equal('theirs');
      expect(editor.blocks.get('e')?.altText).to.equal('theirs');
      expect(editor.blocks.get('b')?.altText).to.equal('typed meanwhile');
      for (const uuid of ['s1', 's2', 'a', 'b', 't', 'd']) {
        const [here, there] = [editor.blocks.get(uuid), called.blocks.get(uuid)];
        expectClose(here?.position, there?.position, uuid, 1e-5);
        expectClose(here?.styles.paddingPx, there?.styles.paddingPx, uuid);
      }
    });

    it(`is reverted by the next call only within its step: ${name} [P3, P6, H12]`, () => {
      const editor = make();
      editor.begin();
      edit(editor);
      drag(editor);
      const before = editor.page;
      editor.begin();
      drag(editor);
      editor.cancel();
      expectSame(editor.page, before, 'cancelled step');
      editor.setLockedByOthers(['b', 's1']);
      if (name === 'reference width') {
        expect(editor.setReferenceWidth(800, { scale: true }).ok).to.equal(false);
        expectSame(editor.page, before, 'refused call');
      }
      editor.setLockedByOthers([]);
      drag(editor);
      expectSame(editor.page, before, 'called again');
      editor.run(() => editor.updatePage({ settings: { title: 'Theirs' } }), { history: false });
      drag(editor);
      expect(editor.fields.settings.title).to.equal('Theirs');
      expectClose(editor.page.things, before.things, 'after an edit outside the history');
      editor.commit();
      parsePage(JSON.parse(JSON.stringify(editor.page)));
    });
  }

  it('that slices keeps blocks where the author has moved them meanwhile [P3]', () => {
    const editor = make();
    editor.begin();
    editor.slice('s1', 0.3, 0.5).unwrap();
    editor.update('b', { position: { y: 1.5 } }).unwrap();
    editor.slice('s1', 0.3, 0.25).unwrap();
    editor.commit();
    expect(editor.blocks.get('b')?.position.y).to.equal(1.25);
    expect(editor.blocks.get('g')?.position.y).to.equal(1.25);
    expect(editor.blocks.get('s1')?.position.height).to.equal(9.25);
  });
});
