import { expect } from 'chai';
import * as z from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { builtinBlocks } from '../blocks/builtinBlocks.ts';
import { defineKit } from '../blocks/defineKit.ts';
import { openTestTabs } from '../collaboration/testing/openTestTabs.ts';
import { createEditor } from '../createEditor.ts';
import { type Change, EMPTY_CHANGE } from '../model/Change.ts';
import type { Page } from '../model/Page.ts';
import { migratePage } from '../migrations/migratePage.ts';
import { createPage } from '../pages/createPage.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestText } from '../testing/makeTestPage.ts';
import type { Editor } from './Editor.ts';

/** Changes everything that can be reached from a value, as far as that is possible. */
function vandalize(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map || value instanceof Set) {
    for (const each of value) vandalize(each, seen);
    try {
      value.clear();
    } catch {
      // It refuses writes.
    }
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) {
    // A result, or an object of the host such as a zod schema.
    if ('ok' in value) for (const each of Object.values(value)) vandalize(each, seen);
    return;
  }
  for (const key of Object.keys(value)) {
    vandalize(Reflect.get(value, key), seen);
    Reflect.set(value, key, typeof Reflect.get(value, key) === 'number' ? 0.123 : 'vandalized');
    Reflect.deleteProperty(value, key);
  }
  Reflect.set(value, 'vandalized', true);
  if (Array.isArray(value)) Reflect.set(value, 'length', 0);
}

type Step = (editor: Editor) => unknown;

/** The calls and properties that return objects. */
const STEPS: Readonly<Record<string, Step>> = {
  add: (editor) => editor.add([{ type: 'shape' }, { type: 'text' }, { type: 'rich-button' }]),
  update: (editor) => editor.update('a', { position: { x: 0.3 }, styles: { opacity: 0.5 } }),
  updateEach: (editor) => editor.updateEach(new Map([['a', { altText: 'A' }]])),
  updatePage: (editor) =>
    editor.updatePage({ settings: { title: 'New' }, style: { backgroundColor: '#123456' } }),
  run: (editor) =>
    editor.run(() => {
      editor.addSection();
      return editor.progress;
    }),
  'run without history': (editor) =>
    editor.run(() => editor.update('b', { styles: { blurPx: 2 } }), { history: false }),
  slice: (editor) => editor.slice('s1', 0.2, 0.3),
  'a step': (editor) => {
    editor.begin('edit');
    const step = editor.begin();
    editor.update('c', { position: { y: 0.6 } });
    const change = editor.commit(step);
    vandalize(editor.progress);
    return [change, editor.commit()];
  },
  setReferenceWidth: (editor) => editor.setReferenceWidth(700, { scale: true }),
  resizeSection: (editor) => editor.resizeSection('s2', { width: 1.2 }),
  group: (editor) => {
    editor.select(['a', 'b']);
    return editor.group();
  },
  'a drag': (editor) => {
    const pointer = { pointerId: 1, pointerType: 'mouse', button: 0, pxPerUnit: 600 } as const;
    editor.dispatch({ type: 'pointerdown', ...pointer, x: 0.55, y: 0.35 });
    editor.dispatch({ type: 'pointermove', ...pointer, x: 0.62, y: 0.41 });
    const shown = [editor.mode, editor.guides, editor.marquee, editor.progress, editor.selection];
    vandalize(shown);
    editor.dispatch({ type: 'pointermove', ...pointer, x: 0.7, y: 0.5 });
    editor.dispatch({ type: 'pointerup', ...pointer, x: 0.7, y: 0.5 });
    return [editor.mode, editor.guides];
  },
  duplicate: (editor) => editor.duplicate('c'),
  'copy and paste': (editor) => {
    const copied = editor.copy('c');
    const pasted = copied && editor.paste(copied);
    return [copied, pasted];
  },
  remote: (editor) => {
    const block = makeTestBlock('remote', { position: { x: 0.1, y: 0.8 } });
    editor.applyRemote({ ...EMPTY_CHANGE, added: { remote: block } });
    return block;
  },
  locks: (editor) => {
    editor.setLockedByOthers(['t']);
    const { lockedByOthers } = editor;
    return [lockedByOthers, editor.update('t', { altText: 'no' })];
  },
  refusals: (editor) => editor.update('nobody', { altText: '' }),
  menu: (editor) =>
    editor.dispatch({
      ...{
        type: 'pointerdown',
        pointerId: 1,
        pointerType: 'mouse',
        button: 2,
        x: 0.7,
        y: 0.5,
        pxPerUnit: 600,
      },
    } as never),
  remove: (editor) => editor.remove('c'),
  replacePage: (editor) => {
    const { settings, style, things } = structuredClone(editor.page);
    const body = { settings: { ...settings, title: 'Replaced' }, style, things };
    return [editor.replacePage(body), body];
  },
  undo: (editor) => editor.undo(),
  redo: (editor) => editor.redo(),
  markPublished: (editor) => {
    const stored = { revision: 8, site: { ID: 3, slug: 'bob' } };
    editor.markPublished(stored);
    return stored;
  },
  'add again': (editor) => Object.keys(builtinBlocks).map((type) => editor.add({ type } as never)),
  reads: (editor) => [
    ...[editor.page, editor.stablePage, editor.blocks, editor.fields, editor.sectionIds],
    ...[editor.kits, editor.permissions, editor.environment, editor.history, editor.progress],
    ...[editor.selection, editor.selectedBlocks, editor.selectionBox, editor.mode],
    ...[editor.drawing, editor.drawingPen, editor.guides, editor.lockedByOthers],
    ...editor.sectionIds.flatMap((id) => [editor.boxOf(id), editor.childrenOf(id)]),
    ...[...editor.blocks.keys()].map((id) => editor.boxOf(id)),
    editor.index.search({ x: 0, y: 0, width: 1, height: 5 }),
    ...Object.keys(builtinBlocks).map((type) => editor.definitionOf(type)),
  ],
};

/** What an editor shows and reports. */
function observe(editor: Editor, react: (value: unknown) => void): unknown[] {
  const seen: unknown[] = [];
  const reported: Change[] = [];
  // Before and after a listener that changes what it gets.
  const see = (name: string) => (value: unknown) => seen.push([name, JSON.stringify(value)]);
  for (const listener of [null, react, null]) {
    editor.onBeforeCommit((change) => {
      (listener ?? see('hook'))(change);
      return null;
    });
    editor.recordChanges((...report) => {
      if (listener) return;
      reported.push(report[0]);
      see('record')(report);
    });
    editor.onChange((...report) => {
      (listener ?? see('change'))(report);
    });
    editor.onProgress(listener ?? see('progress'));
    editor.onModeChange(listener ?? see('mode'));
    editor.onSelectionChange((ids) => {
      if (listener) listener(ids);
      else see('selection')([...ids]);
    });
    editor.onMenu(listener ?? see('menu'));
  }
  return seen;
}

function playAll(react: (value: unknown) => void): unknown[] {
  const blocks = [
    makeTestBlock('a'),
    makeTestBlock('b', { position: { x: 0.3, y: 0.1 } }),
    makeTestBlock('c', { position: { x: 0.5, y: 0.3 } }),
    makeTestText('t', 'Text', { position: { x: 0.1, y: 0.5 } }),
  ];
  const editor = makeTestEditor(blocks);
  const seen = observe(editor, react);
  const show = (name: string) =>
    seen.push([name, structuredClone(editor.page), JSON.stringify(editor.history)]);
  for (const [name, step] of Object.entries(STEPS)) {
    react(step(editor));
    show(name);
    react(STEPS.reads?.(editor));
  }
  editor.setLockedByOthers([]);
  while (editor.undo()) show('undo');
  while (editor.redo()) show('redo');
  const [entry] = editor.history.entries;
  react(editor.history);
  if (entry) editor.jumpTo(entry.id);
  show('jumpTo');
  return seen;
}

describe('what an editor returns and reports', () => {
  it('cannot break the page or undo: the same edits have the same results if a host changes it all [E55]', () => {
    const expected = playAll(() => undefined);
    expect(expected.length).to.be.greaterThan(100);
    const actual = playAll((value) => vandalize(value));
    for (const [index, each] of expected.entries()) expect(actual[index]).to.deep.equal(each);
    expect(actual.length).to.equal(expected.length);
  });
});

/** Every object in a value. */
function objectsIn(value: unknown, found = new Set<object>()): ReadonlySet<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found;
  found.add(value);
  for (const each of Object.values(value)) objectsIn(each, found);
  return found;
}

describe('what an editor is given', () => {
  const plain = (): Page =>
    structuredClone(makeTestPage([makeTestText('t', 'Text'), makeTestBlock('a')]));
  const shallow = (): Page => {
    const page = plain();
    for (const each of [page, page.things, ...Object.values(page.things)]) Object.freeze(each);
    return page;
  };

  it('is neither frozen nor shared with the page, however it is given [E61]', () => {
    const ways: Readonly<Record<string, (editor: Editor, page: Page) => Editor>> = {
      createEditor: (_, page) => createEditor({ page }),
      load: (editor, page) => (editor.load(page), editor),
      replacePage: (editor, page) => (editor.replacePage(page).unwrap(), editor),
      applyRemote(editor, { things, settings, style }) {
        editor.applyRemote({
          added: { t: things.t } as never,
          updated: { s1: [editor.blocks.get('s1'), things.s1] } as never,
          removed: {},
          page: { from: {}, to: { settings, style } },
        });
        return editor;
      },
      amendHistory(editor, { things }) {
        let reported: Change = EMPTY_CHANGE;
        editor.onChange((change) => (reported = change));
        editor.addSection();
        editor.amendHistory(reported, { ...EMPTY_CHANGE, added: { t: things.t } as never });
        editor.undo();
        editor.redo();
        return editor;
      },
      markPublished: (editor, page) => (editor.markPublished(page, page), editor),
      add(editor, { things: { t } }) {
        if (t) editor.add({ ...t, parentUuid: 's1' } as never);
        return editor;
      },
      update(editor, { things: { t } }) {
        const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
        const { content, styles, properties } = t ?? makeTestBlock('t');
        editor.update(uuid, { content, styles, properties }).unwrap();
        return editor;
      },
      stage(editor, { things: { t } }) {
        const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
        editor.stage({ content: t?.content }, uuid).unwrap();
        return editor;
      },
      updatePage(editor, { settings: { title = '' }, style }) {
        editor.updatePage({ settings: { title }, style });
        return editor;
      },
      migratePage: (_, page) => createEditor({ page: migratePage(page).page }),
      createPage: (_, page) => createEditor({ page: createPage(page) }),
      parsePage: (_, page) => createEditor({ page: parsePage(page) }),
      'createPage and a block': (_, { things }) => {
        const page = createPage();
        const [section] = Object.keys(page.things);
        const t = { ...things.t, parentUuid: section };
        return createEditor({ page: { ...page, things: { ...page.things, t } } as never });
      },
    };
    for (const [name, give] of Object.entries(ways))
      for (const make of [plain, shallow]) {
        const page = make();
        const given = [...objectsIn(page)];
        const frozen = given.map(Object.isFrozen);
        const editor = give(makeTestEditor(), page);
        expect(given.map(Object.isFrozen), `${name} freezes`).to.deep.equal(frozen);
        const held = new Set(
          [editor.page, editor.stablePage, editor.history].flatMap((each) => [...objectsIn(each)]),
        );
        const shared = given.filter((each) => held.has(each));
        expect(shared, `${name} shares`).to.deep.equal([]);
        for (const each of held) expect(Object.isFrozen(each), name).to.equal(true);
      }
  });

  it('is shared if it is deeply frozen, so that a parsed page is not copied [E61]', () => {
    const page = parsePage(plain());
    const editor = createEditor({ page });
    expect(editor.blocks.get('t')).to.equal(page.things.t);
    const frozen = objectsIn(shallow());
    for (const each of frozen) Object.freeze(each);
    const [own] = frozen;
    editor.load(own as Page);
    expect(editor.blocks.get('t')).to.equal((own as Page).things.t);

    // A getter of a frozen object can still return a different value each time.
    let reads = 0;
    const content = Object.freeze({
      ...page.things.a?.content,
      get shapeType() {
        reads += 1;
        return reads > 1 ? 'oval' : 'rectangle';
      },
    });
    const a = Object.freeze({ ...page.things.a, content });
    editor.load({ ...page, things: Object.freeze({ ...page.things, a }) } as never);
    const shown = JSON.stringify(editor.page);
    expect(JSON.stringify(editor.page)).to.equal(shown);
  });

  it('includes a kit’s default content and styles, which new blocks do not share [E61]', () => {
    const content = { rings: 1, sounds: [{ name: 'ding' }] };
    const defaultStyles = { border: { widthPx: 1, style: 'solid', color: '#000' } } as const;
    const bell = defineKit({
      block: defineBlock({
        type: 'bell',
        content: z.looseObject({
          rings: z.number(),
          sounds: z.array(z.object({ name: z.string() })),
        }),
        defaultContent: () => content,
        defaultStyles,
      }),
    });
    const editor = makeTestEditor([], { kits: [bell] });
    editor.add({ type: 'bell' }).unwrap();
    content.sounds.push({ name: 'dong' });
    expect(Object.isFrozen(defaultStyles.border)).to.equal(false);
    expect(editor.blocks.get('id-1')?.content).to.eql({ rings: 1, sounds: [{ name: 'ding' }] });
  });
});

describe('what a room client reports', () => {
  it('cannot be changed: entries of the stream and the cursors of others [E55]', async () => {
    const { tabs, settle } = await openTestTabs(2);
    const [first, second] = tabs;
    if (!first || !second) throw new Error('no tabs');
    const entries: unknown[] = [];
    second.client.listen({
      onEntry: (entry) => {
        entries.push(entry);
      },
    });
    first.editor.add({ type: 'shape' }).unwrap();
    first.client.sendCursor({ x: 0.5, y: 0.5 });
    await settle();
    expect(entries).to.have.length(1);
    const peers = [...second.client.peers.values()];
    expect(peers).to.have.length(1);
    for (const each of [...entries, ...peers])
      for (const part of objectsIn(each)) expect(Object.isFrozen(part)).to.equal(true);
  });
});
