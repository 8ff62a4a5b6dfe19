import { autorun } from 'mobx';
import { expect } from 'chai';
import type { EditorOptions } from './editor/Editor.ts';
import type { Change } from './model/Change.ts';
import { CobbleError } from './model/CobbleError.ts';
import { parsePage } from './parsing/parsePage.ts';
import { makeTestEditor } from './testing/makeTestEditor.ts';
import { makeTestBlock, makeTestPage, makeTestSection } from './testing/makeTestPage.ts';
import { createEditor } from './createEditor.ts';
import { VIEW_ONLY } from './permissions/Permissions.ts';

describe('createEditor', () => {
  it('adds, updates, removes, undoes and redoes blocks', () => {
    const editor = makeTestEditor();
    const start = editor.page;
    expect(editor.add({ type: 'shape' })).to.eql({ ok: true, value: ['id-1'] });
    expect([...editor.selection]).to.eql(['id-1']);
    expect(editor.update('id-1', { content: { shapeColor: 'red' } }).ok).to.equal(true);
    expect(editor.blocks.get('id-1')?.content).to.include({ shapeColor: 'red' });
    expect(editor.remove().ok).to.equal(true);
    expect(editor.blocks.has('id-1')).to.equal(false);
    expect(editor.selection.size).to.equal(0);
    editor.undo();
    editor.undo();
    editor.undo();
    expect(editor.undo()).to.equal(false);
    expect(editor.page).to.eql(start);
    editor.redo();
    editor.redo();
    expect(editor.blocks.get('id-1')?.content).to.include({ shapeColor: 'red' });
    editor.redo();
    expect(editor.canRedo).to.equal(false);
    parsePage(editor.page);
  });

  it('shows in-progress changes and keeps the stable page until the commit [E32]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    const stable = editor.page;
    editor.begin();
    editor.update('a', { position: { x: 0.5 } });
    editor.update('a', { position: { x: 0.6 } });
    expect(editor.page.things.a?.position.x).to.equal(0.6);
    expect(editor.stablePage).to.eql(stable);
    expect(editor.canUndo).to.equal(false);
    editor.cancel();
    expect(editor.page).to.eql(stable);
    expect(editor.blocks.get('a')).to.equal(stable.things.a);
    editor.begin();
    editor.update('a', { position: { x: 0.5 } });
    editor.update('a', { position: { x: 0.6 } });
    const change = editor.commit();
    expect(Object.keys(change?.updated ?? {})).to.eql(['a']);
    editor.undo();
    expect(editor.page).to.eql(stable);
  });

  it('saves nothing if nothing differs [E33]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    const changes: Change[] = [];
    editor.onChange((change) => changes.push(change));
    editor.begin();
    editor.update('a', { position: { x: 0.5 } });
    editor.update('a', { position: { x: 0 } });
    expect(editor.commit()).to.equal(null);
    expect(editor.canUndo).to.equal(false);
    expect(editor.hasPublishableChanges).to.equal(false);
    expect(changes).to.eql([]);
  });

  it('notifies observers only of changes to what they read', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const seen: number[] = [];
    const stop = autorun(() => {
      seen.push(editor.boxOf('a')?.x ?? -1);
    });
    editor.update('b', { position: { x: 0.3 } });
    editor.update('a', { position: { x: 0.4 } });
    stop();
    expect(seen).to.eql([0, 0.4]);
  });

  it('clears redo on a new change, and the history on load', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.update('a', { position: { x: 0.5 } });
    editor.undo();
    expect(editor.canRedo).to.equal(true);
    editor.update('a', { position: { x: 0.7 } });
    expect(editor.canRedo).to.equal(false);
    editor.select(['a']);
    const origins: string[] = [];
    editor.onChange((_, origin) => origins.push(origin));
    const page = makeTestPage([makeTestBlock('c')]);
    editor.load(page, { hasPublishableChanges: true });
    expect(editor.page).to.eql(page);
    expect(editor.canUndo).to.equal(false);
    expect(editor.selection.size).to.equal(0);
    expect(editor.hasPublishableChanges).to.equal(true);
    expect(origins).to.eql(['load']);
  });

  it('restores the selection with undo and redo', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    editor.select(['a']);
    editor.duplicate();
    const copies = [...editor.selection];
    editor.undo();
    expect([...editor.selection]).to.eql(['a']);
    editor.redo();
    expect([...editor.selection]).to.eql(copies);
  });

  it('refuses edits without the permission to edit [E34]', () => {
    const editor = makeTestEditor([makeTestBlock('a')], { permissions: VIEW_ONLY });
    const before = editor.page;
    expect(editor.update('a', { position: { x: 1 } })).to.include({ code: 'not_permitted' });
    expect(editor.add({ type: 'shape' })).to.include({ code: 'not_permitted' });
    expect(editor.addSection()).to.include({ code: 'not_permitted' });
    expect(editor.startTextEditing('a')).to.equal(false);
    expect(editor.page).to.equal(before);
  });

  it('leaves the in-progress page unchanged if a command is refused partway [E35]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.begin();
    editor.update('a', { position: { x: 0.2 } });
    const before = editor.page;
    expect(editor.add([{ type: 'shape' }, { type: 'no-such' as never }])).to.include({
      code: 'unknown_type',
    });
    expect(editor.page).to.eql(before);
    editor.cancel();
  });

  it('hits the topmost block, or the next one below it', () => {
    const editor = makeTestEditor([
      makeTestBlock('a', { position: { zIndex: 1 } }),
      makeTestBlock('b', { position: { zIndex: 2 } }),
    ]);
    const point = { x: 0.1, y: 0.05 };
    expect(editor.hitTest(point)).to.equal('b');
    expect(editor.hitTest(point, { below: 'b' })).to.equal('a');
    expect(editor.hitTest({ x: 0.9, y: 0.9 })).to.equal(null);
    expect(editor.hitTest({ x: 0.9, y: 1.9 }, { includeSections: true })).to.equal('s2');
    editor.update('b', { position: { x: 0.5 } });
    expect(editor.hitTest(point)).to.equal('a');
    editor.moveSection('s1', 'down');
    expect(editor.hitTest(point)).to.equal(null);
    expect(editor.hitTest({ x: 0.1, y: 1.05 })).to.equal('a');
  });

  it('applies the server’s page fields, which an undo does not revert', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.update('a', { position: { x: 0.5 } });
    editor.markPublished({ revision: 2, updatedAt: '2026-02-02T00:00:00.000Z' });
    expect(editor.fields.revision).to.equal(2);
    expect(editor.hasPublishableChanges).to.equal(false);
    editor.undo();
    expect(editor.fields.revision).to.equal(2);
    expect(editor.hasPublishableChanges).to.equal(true);
  });

  it('keeps what the user has edited when the host passes the whole stored page: a newer edit must not be reverted [E56]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.updatePage({ settings: { title: 'Sent' } });
    const sent = editor.stablePage;
    editor.updatePage({ settings: { title: 'Newer' }, style: { margin: 0.2 }, isListed: true });
    editor.resizeSection('s1', { height: 3 });
    const { settings, style, isListed, relativeHeight } = editor.fields;
    editor.markPublished({ ...sent, revision: 2, slug: 'renamed' }, sent);
    expect(editor.fields).to.deep.include({ settings, style, isListed, relativeHeight });
    expect(editor.fields).to.include({ revision: 2, slug: 'renamed' });
    expect(editor.hasPublishableChanges).to.equal(true);
  });

  it('keeps publishable changes that were made during a request', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    const stored = { revision: 2, updatedAt: '2026-02-02T00:00:00.000Z' };
    editor.update('a', { position: { x: 0.5 } });
    let sent = editor.stablePage;
    editor.update('a', { position: { x: 0.6 } });
    editor.markPublished(stored, sent);
    expect(editor.fields.revision).to.equal(2);
    expect(editor.hasPublishableChanges).to.equal(true);

    sent = editor.stablePage;
    editor.updatePage({ settings: { title: 'Another' } });
    editor.markPublished({ ...stored, revision: 3 }, sent);
    expect(editor.hasPublishableChanges).to.equal(true);

    sent = editor.stablePage;
    editor.update('a', { position: { x: 0.7 } });
    editor.undo();
    editor.begin();
    editor.update('a', { position: { x: 0.8 } });
    editor.markPublished({ ...stored, revision: 4 }, sent);
    expect(editor.hasPublishableChanges).to.equal(false);
    editor.commit();
    expect(editor.hasPublishableChanges).to.equal(true);
    expect(editor.fields.revision).to.equal(4);
  });

  it('has calls that can be passed on without it, as in onClick={editor.undo}, and replaced [J11]', () => {
    const editor = makeTestEditor();
    const prototype = Object.getPrototypeOf(editor) as object;
    const names = [...Object.keys(editor), ...Object.getOwnPropertyNames(prototype)];
    const calls = names.filter(
      (name) => name !== 'constructor' && typeof Reflect.get(editor, name) === 'function',
    );
    expect(calls).to.include.members(['add', 'undo', 'commit', 'onChange', 'load', 'definitionOf']);
    for (const name of calls) {
      const call = Reflect.get(editor, name) as () => unknown;
      expect(Reflect.get(editor, name), name).to.equal(call);
      try {
        Reflect.apply(call, undefined, []);
      } catch (error) {
        expect(error, name).to.be.instanceOf(CobbleError);
      }
    }
    const [one, other] = [makeTestEditor(), makeTestEditor()];
    one.addSection().unwrap();
    const undoOf = (of: object): (() => boolean) => Reflect.get(of, 'undo') as () => boolean;
    const [undo, undoOther] = [undoOf(one), undoOf(other)];
    expect([undoOther(), undo(), undo()]).to.eql([false, true, false]);
    one.undo = () => true;
    expect([one.undo(), other.undo()]).to.eql([true, false]);
  });

  it('names the option that is missing or of the wrong type instead of throwing a TypeError', () => {
    const page = makeTestPage();
    const attempts: readonly (readonly [options: unknown, path: string])[] = [
      [undefined, 'options.page'],
      [null, 'options.page'],
      [{}, 'options.page'],
      [page, 'options.page'],
      [{ page, permissions: true }, 'options.permissions'],
      [{ page, maxBlocks: '100' }, 'options.maxBlocks'],
      [{ page, environment: 5 }, 'options.environment'],
      [{ page, environment: { now: 5 } }, 'options.environment.now'],
    ];
    for (const [options, path] of attempts)
      expect(() => createEditor(options as EditorOptions), path)
        .to.throw(CobbleError, path)
        .that.deep.includes({ code: 'input_invalid', details: { path } });
  });

  it('rejects a page with an invalid tree of blocks', () => {
    const page = makeTestPage([makeTestBlock('a', { parentUuid: 'nowhere' })]);
    expect(() => createEditor({ page }))
      .to.throw()
      .with.property('code', 'page_invalid_thing');
  });

  it('centres sections in the window and stacks them [P23]', () => {
    const editor = makeTestEditor([
      makeTestSection('s2', { order: 1, position: { width: 0.5, height: 0.4 } }),
      makeTestBlock('a', { parentUuid: 's2', position: { x: 0.1, y: 0.1 } }),
    ]);
    expect(editor.boxOf('s2')).to.eql({ x: 0.25, y: 1, width: 0.5, height: 0.4 });
    expect(editor.boxOf('a')).to.eql({ x: 0.35, y: 1.1, width: 0.2, height: 0.1 });
  });

  it('notifies observers of the selection’s box when one of many selected blocks changes', () => {
    const ids = Array.from({ length: 100 }, (_, at) => `b${String(at)}`);
    const editor = makeTestEditor(
      ids.map((uuid) => makeTestBlock(uuid, { position: { x: 0.1, width: 0.1 } })),
    );
    const lefts: (number | undefined)[] = [];
    const counts: number[] = [];
    const stops = [
      autorun(() => lefts.push(editor.selectionBox?.x)),
      autorun(() => counts.push(editor.selectedBlocks.length)),
    ];
    editor.select(ids);
    editor.update('b7', { position: { x: 0.05 } });
    editor.undo();
    editor.remove(['b8']);
    for (const stop of stops) stop();
    expect(lefts.slice(0, 4)).to.deep.equal([undefined, 0.1, 0.05, 0.1]);
    expect([counts[0], counts[1], counts.at(-1)]).to.deep.equal([0, 100, 99]);
  });
});
