import { expect } from 'chai';
import { autorun } from 'mobx';
import * as z from 'zod';
import { defineBlock } from '../blocks/BlockDefinition.ts';
import { defineKit } from '../blocks/defineKit.ts';
import { createEditor } from '../createEditor.ts';
import { ALL_PERMISSIONS, VIEW_ONLY } from '../permissions/Permissions.ts';
import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from './Editor.ts';
import type { CobbleError } from '../model/CobbleError.ts';
import type { NewBlock } from './patches.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestText } from '../testing/makeTestPage.ts';
import { makeTestSign, newerSignKit, olderSignKit } from '../testing/signKits.ts';

const bell = defineKit({
  block: defineBlock({
    type: 'bell',
    content: z.looseObject({ text: z.string() }),
    defaultContent: () => ({ text: 'ding' }),
    capabilities: { editsText: true },
    plainText: ({ text }) => text,
  }),
});

const newBell: NewBlock<string> = { type: 'bell' };
const point = { x: 0.05, y: 0.05, pxPerUnit: 600 };

describe('configure', () => {
  it('rejects kits and permissions of the wrong type, which would permit anything [B15, J13]', () => {
    const editor = createEditor({ page: makeTestPage(), kits: [bell] });
    for (const kits of [0, false, ''])
      expect(() => editor.configure({ kits: kits as never }), String(kits))
        .to.throw()
        .with.property('code', 'kit_invalid');
    expect(editor.kits).to.deep.equal([bell]);
    editor.configure({ kits: null as never });
    expect(editor.kits).to.deep.equal([]);
    for (const [permissions, path] of [
      [{ ...VIEW_ONLY, canEdit: 'no' }, 'options.permissions.canEdit'],
      [{ canedit: false }, 'options.permissions.canedit'],
    ] as const)
      expect(() => editor.configure({ permissions: permissions as never }))
        .to.throw(path)
        .with.property('code', 'input_invalid');
    expect(editor.permissions.canEdit).to.equal(true);
    const ofServer = { ...VIEW_ONLY, mode: 'view' };
    editor.configure({ permissions: ofServer });
    expect(editor.permissions.canEdit).to.equal(false);
  });

  it('rejects a promise, whose options would be silently ignored [J13]', () => {
    const editor = createEditor({ page: makeTestPage() });
    for (const options of [
      Promise.resolve({ permissions: VIEW_ONLY }),
      Promise.reject(new Error()),
    ])
      expect(() => editor.configure(options as never))
        .to.throw('options must be an object, not a promise')
        .with.property('code', 'input_invalid');
    expect(editor.permissions.canEdit).to.equal(true);
  });

  it('changes permissions, block limit and kits in one observable step [E41]', () => {
    const editor = createEditor({ page: makeTestPage() });
    const seen: unknown[] = [];
    const stop = autorun(() => {
      const { permissions, maxBlocks, kits } = editor;
      seen.push([permissions.canEdit, maxBlocks, kits.length]);
    });
    editor.configure({ permissions: VIEW_ONLY, maxBlocks: 3, kits: [bell] });
    editor.configure({ maxBlocks: undefined });
    editor.configure({ permissions: ALL_PERMISSIONS });
    stop();
    expect(seen).to.eql([
      [true, null, 0],
      [false, 3, 1],
      [true, 3, 1],
    ]);
  });

  it('checks all options before it changes anything [E41]', () => {
    const editor = createEditor({ page: makeTestPage() });
    const invalid: [object, string, string][] = [
      [{ maxBlocks: 3, permissions: true }, 'input_invalid', 'options.permissions'],
      [{ maxBlocks: 'many' }, 'input_invalid', 'options.maxBlocks'],
      [{ maxBlocks: 3, kits: [bell.block] }, 'kit_invalid', 'kits.0.block'],
      [{ maxBlocks: 3, permisions: VIEW_ONLY }, 'input_invalid', 'options.permisions'],
    ];
    for (const [options, code, path] of invalid)
      expect(() => editor.configure(options))
        .to.throw()
        .that.deep.include({ code })
        .with.nested.property('details.path', path);
    expect(editor.maxBlocks).to.equal(null);
  });

  it('refuses edits without permission, and accepts them again [E41, E34]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.configure({ permissions: VIEW_ONLY });
    expect(editor.update('a', { styles: { opacity: 0.5 } })).to.include({ code: 'not_permitted' });
    expect([editor.startTextEditing('a'), editor.startDrawing()]).to.eql([false, false]);
    editor.configure({ permissions: ALL_PERMISSIONS });
    expect(editor.update('a', { styles: { opacity: 0.5 } }).ok).to.equal(true);
  });

  it('changes nothing on undo, redo or jumpTo without permission, and keeps the history [E41, E34]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.update('a', { altText: 'first' });
    editor.update('a', { altText: 'second' });
    editor.undo();
    const [before, entries] = [editor.page, editor.history];
    const refused: string[] = [];
    editor.onRefusal((code) => refused.push(code));
    editor.configure({ permissions: VIEW_ONLY });
    expect([editor.canUndo, editor.canRedo]).to.eql([false, false]);
    expect([editor.undo(), editor.redo(), editor.jumpTo(null)]).to.eql([false, false, false]);
    expect(refused).to.eql(['not_permitted', 'not_permitted', 'not_permitted']);
    expect([editor.page, editor.history]).to.eql([before, entries]);
    editor.configure({ permissions: ALL_PERMISSIONS });
    expect([editor.canUndo, editor.canRedo]).to.eql([true, true]);
    expect(editor.redo()).to.equal(true);
    expect(editor.blocks.get('a')?.altText).to.equal('second');
  });

  it('undoes and redoes strokes that could not be added when editing became forbidden [E34, M5]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.startDrawing();
    editor.dispatch({ ...point, type: 'pointerdown' });
    editor.dispatch({ ...point, x: 0.3, type: 'pointermove' });
    editor.dispatch({ ...point, x: 0.3, type: 'pointerup' });
    editor.configure({ maxBlocks: editor.blocks.size });
    editor.configure({ permissions: VIEW_ONLY });
    expect([editor.mode.name, editor.canUndo]).to.eql(['drawing', true]);
    expect([editor.undo(), editor.canUndo, editor.canRedo]).to.eql([true, false, true]);
  });

  it('removes no blocks with a lower limit, and refuses more [E41]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const { size } = editor.blocks;
    editor.configure({ maxBlocks: size - 1 });
    expect(editor.blocks.size).to.equal(size);
    const code = 'things_per_page_limit_exceeded';
    expect(editor.add({ type: 'shape' })).to.include({ code });
    editor.configure({ maxBlocks: size + 1 });
    expect(editor.add({ type: 'shape' }).ok).to.equal(true);
    expect(editor.add({ type: 'shape' })).to.include({ code });
  });

  it('keeps the text, the strokes or the gesture in progress when editing becomes forbidden [E41]', () => {
    const forbidden = (
      act: (editor: ReturnType<typeof makeTestEditor>) => unknown,
      check: (editor: ReturnType<typeof makeTestEditor>) => unknown,
    ): void => {
      const editor = makeTestEditor([
        makeTestBlock('a', { position: { x: 0, y: 0 } }),
        makeTestText('t', 'Hi', { position: { x: 0.5, y: 0.5 } }),
      ]);
      const before = editor.page;
      const origins: string[] = [];
      editor.onChange((_, origin) => origins.push(origin));
      act(editor);
      editor.configure({ permissions: VIEW_ONLY });
      expect(editor.mode.name).to.equal('layout');
      expect([editor.isInProgress, editor.guides, editor.marquee]).to.eql([false, [], null]);
      check(editor);
      expect(editor.page).to.equal(editor.stablePage);
      expect(origins).to.eql(['edit']);
      const kept = editor.page;
      editor.dispatch({ ...point, x: 0.7, type: 'pointermove' });
      editor.dispatch({ ...point, x: 0.7, type: 'pointerup' });
      expect(editor.page, 'the rest of the gesture does nothing').to.equal(kept);
      editor.configure({ permissions: ALL_PERMISSIONS });
      expect(editor.undo()).to.equal(true);
      expect(editor.page.things).to.eql(before.things);
    };
    forbidden(
      (editor) => {
        editor.startTextEditing('t');
        editor.setEditedText('Typed');
      },
      (editor) => expect(JSON.stringify(editor.page.things.t)).to.include('Typed'),
    );
    forbidden(
      (editor) => {
        editor.startDrawing();
        editor.dispatch({ ...point, type: 'pointerdown' });
        editor.dispatch({ ...point, x: 0.3, type: 'pointermove' });
      },
      (editor) => {
        const types = Object.values(editor.page.things).map(({ type }) => type);
        expect(types).to.include('drawing');
      },
    );
    forbidden(
      (editor) => {
        editor.dispatch({ ...point, type: 'pointerdown' });
        editor.dispatch({ ...point, x: 0.2, type: 'pointermove' });
        editor.dispatch({ ...point, x: 0.3, type: 'pointermove' });
        expect(editor.mode.name).to.equal('translating');
      },
      (editor) => expect(editor.page.things.a?.position.x).to.be.greaterThan(0.2),
    );
    forbidden(
      (editor) => editor.stage({ styles: { opacity: 0.5 } }, ['a']),
      (editor) => expect(editor.page.things.a?.styles.opacity).to.equal(0.5),
    );
  });

  it('leaves what the user is doing alone when only the limit or other kits change [E41]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    editor.startTextEditing('t');
    editor.setEditedText('Typed');
    editor.configure({ maxBlocks: 100, kits: [bell], permissions: ALL_PERMISSIONS });
    expect([editor.mode.name, editor.isInProgress]).to.eql(['text-editing', true]);
  });

  it('makes blocks of a new kit known, and those of a missing one unknown [E42]', () => {
    const page = makeTestPage([
      makeTestBlock('k', { type: 'bell', content: { text: 'dong', later: { deep: [1] } } }),
    ]);
    const editor = createEditor({ page });
    const before = editor.page.things.k;
    const known: boolean[] = [];
    const stop = autorun(() => known.push(editor.definitionOf('bell') !== null));
    expect(editor.startTextEditing('k')).to.equal(false);
    expect((editor as Editor<Kit>).add(newBell)).to.include({ ok: false });
    editor.configure({ kits: [bell] });
    expect(editor.page.things.k).to.equal(before);
    expect((editor as Editor<Kit>).add(newBell).ok).to.equal(true);
    editor.undo();
    expect(editor.startTextEditing('k')).to.equal(true);
    editor.setEditedText('typed');
    editor.configure({ kits: [] });
    stop();
    expect(known).to.eql([false, true, false]);
    expect(editor.mode.name, 'its text is committed').to.equal('layout');
    expect(editor.page.things.k?.content).to.eql({ text: 'typed', later: { deep: [1] } });
    editor.undo();
    expect(editor.page.things.k).to.eql(before);
    expect(editor.remove(['k']).ok).to.equal(true);
  });

  it('undoes an edit that came from a newer version of a kit in that version, which the page now has [B17]', () => {
    const page = makeTestPage([makeTestSign('k', 'Hi')]);
    const editor: Editor<Kit> = createEditor({ page, kits: [olderSignKit] });
    const content = { text: 'Bye', tone: 'loud' };
    const { settings, style, things } = page;
    const newer = { ...makeTestSign('k', 'Bye'), content, contentVersion: 2 };
    editor.replacePage({ settings, style, things: { ...things, k: newer } }).unwrap();
    editor.configure({ kits: [newerSignKit] });
    expect(editor.blocks.get('k')?.content).to.eql(content);
    expect(editor.undo()).to.equal(true);
    expect(editor.blocks.get('k')).to.deep.include({
      content: { text: 'Hi!', tone: 'calm' },
      contentVersion: 2,
    });
  });

  it('commits the edit in progress when a newer kit migrates its block, and is refused in a hook [E41]', () => {
    const page = makeTestPage([makeTestSign('k', 'Hi')]);
    const editor: Editor<Kit> = createEditor({ page, kits: [olderSignKit] });
    editor.begin();
    editor.update('k', { content: { text: 'typed' } }).unwrap();
    editor.configure({ kits: [newerSignKit] });
    editor.commit();
    expect(editor.page.things.k).to.deep.include({
      content: { text: 'typed!', tone: 'calm' },
      contentVersion: 2,
    });
    const codes: unknown[] = [];
    editor.onBeforeCommit(() => {
      try {
        editor.configure({ kits: [olderSignKit] });
      } catch (error) {
        codes.push((error as CobbleError).code);
      }
    });
    editor.update('k', { altText: 'Mine' }).unwrap();
    expect(codes).to.eql(['input_invalid']);
    expect(editor.page.things.k).to.deep.include({ altText: 'Mine' });
  });
});
