import { expect } from 'chai';
import { reaction } from 'mobx';
import { diffPages } from '../model/Change.ts';
import { CobbleError } from '../model/CobbleError.ts';
import type { LogMessage } from '../model/LogMessage.ts';
import type * as Results from '../model/Result.ts';
import { ok, Refusal, refuse } from '../model/Result.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock } from '../testing/makeTestPage.ts';
import type { CommitHook, Editor } from './Editor.ts';

const make = (messages: LogMessage[] = []): Editor =>
  makeTestEditor([makeTestBlock('a'), makeTestBlock('b', { position: { x: 0.4 } })], {
    environment: {
      log: (message) => {
        messages.push(message);
      },
    },
  });

describe('a hook before commits', () => {
  it('can refuse with the engine that its plugin has bundled, or the rule would be ignored [E51, H13]', async () => {
    // The query makes Node load the module again.
    const copy = (await import(
      `${new URL('../model/Result.ts', import.meta.url).href}?copy`
    )) as typeof Results;
    expect(copy.Refusal).not.to.equal(Refusal);
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const before = editor.page;
    const result = editor.run(() => {
      editor.remove('a').unwrap();
      return copy.refuse('change_refused');
    });
    expect([result.ok, editor.page]).to.eql([false, before]);
    let answer: CommitHook = () => copy.ok(null);
    editor.onBeforeCommit((change) => answer(change));
    expect(editor.remove('a').ok).to.equal(true);
    answer = () => copy.refuse('change_refused');
    expect(editor.remove('b')).to.deep.equal({ ok: false, code: 'change_refused' });
    editor.begin();
    editor.remove('b').unwrap();
    expect(editor.commit()).to.equal(null);
    expect([editor.blocks.has('b'), messages]).to.eql([true, []]);
  });

  it('can refuse an edit, which then changes nothing [E51]', () => {
    const editor = make();
    const reported: string[] = [];
    editor.onRefusal((code) => reported.push(code));
    editor.onBeforeCommit((change) =>
      'a' in change.removed ? refuse('change_refused', { uuid: 'a' }) : undefined,
    );
    const before = editor.page;
    expect(editor.remove('a')).to.deep.equal({
      ok: false,
      code: 'change_refused',
      details: { uuid: 'a' },
    });
    expect(reported, 'the result says so').to.eql([]);
    editor.begin();
    editor.remove('a').unwrap();
    expect(editor.commit()).to.equal(null);
    expect(() => editor.run(() => editor.remove('a'))).to.throw(CobbleError, /change_refused/);
    editor.select('a');
    editor.dispatch({ type: 'keydown', key: 'Delete' });
    expect(reported).to.eql(['change_refused', 'change_refused']);
    expect(editor.page).to.deep.equal(before);
    expect([editor.isInProgress, editor.canUndo]).to.eql([false, false]);
    expect(editor.remove('b').ok).to.equal(true);
  });

  it('does not cost the user the edit if it refuses without a code, which is logged [E51, E52]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const withoutCode = refuse as unknown as (code?: unknown) => ReturnType<typeof refuse>;
    editor.onBeforeCommit(() => withoutCode() as never);
    editor.onBeforeCommit(() => withoutCode({ code: 'change_refused' }) as never);
    editor.update('a', { altText: 'kept' }).unwrap();
    expect(editor.stablePage.things['a']?.altText).to.equal('kept');
    expect(messages.map(({ code }) => code)).to.eql(['listener_failed', 'listener_failed']);
  });

  it('can extend an edit, which later hooks and listeners see as a whole [E51]', () => {
    const editor = make();
    const seen: unknown[] = [];
    const stop = editor.onBeforeCommit((change) => {
      for (const uuid of Object.keys(change.added)) editor.update(uuid, { altText: 'new' });
      return undefined;
    });
    editor.onBeforeCommit(({ added }) => {
      seen.push(...Object.values(added).map(({ altText }) => altText));
      return undefined;
    });
    let changes = 0;
    editor.onChange(() => (changes += 1));
    const [uuid = ''] = editor.add({ type: 'shape' }).unwrap();
    expect(editor.blocks.get(uuid)?.altText).to.equal('new');
    expect(seen).to.eql(['new']);
    expect([changes, editor.history.entries.length]).to.eql([1, 1]);
    editor.undo();
    expect(editor.blocks.has(uuid)).to.equal(false);
    stop();
    editor.add({ type: 'shape' }).unwrap();
    expect(seen).to.eql(['new', undefined]);
  });

  it('is asked once for each gesture and edit outside of the history, not for other changes [E51]', () => {
    const editor = make();
    let asked = 0;
    editor.onBeforeCommit(() => {
      asked += 1;
      return undefined;
    });
    const at = (x: number) => ({ x, y: 0.1, pxPerUnit: 600 });
    editor.dispatch({ type: 'pointerdown', ...at(0.1) });
    for (const x of [0.15, 0.2, 0.25]) editor.dispatch({ type: 'pointermove', ...at(x) });
    editor.dispatch({ type: 'pointerup', ...at(0.25) });
    expect(asked).to.equal(1);
    editor.run(() => editor.update('a', { altText: 'x' }), { history: false });
    expect(asked).to.equal(2);
    editor.begin();
    editor.update('b', { altText: 'x' });
    editor.cancel();
    editor.undo();
    editor.redo();
    const { b, ...things } = editor.page.things;
    editor.applyRemote(diffPages(editor.page, { ...editor.page, things }));
    editor.load(editor.page);
    expect([asked, b?.uuid]).to.eql([2, 'b']);
  });

  it('that throws is logged, and its edits are discarded [E52]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    editor.onBeforeCommit(() => {
      editor.update('b', { altText: 'half' });
      throw new Error('oops');
    });
    editor.onBeforeCommit(() => {
      editor.update('b', { styles: { opacity: 0.5 } });
      return undefined;
    });
    editor.update('a', { altText: 'x' }).unwrap();
    expect(editor.blocks.get('b')).to.deep.include({ styles: { opacity: 0.5 } });
    expect(editor.blocks.get('b')?.altText).to.equal(undefined);
    expect(messages.map(({ code, details }) => [code, details.event, details.error])).to.eql([
      ['listener_failed', 'onBeforeCommit', 'oops'],
    ]);
  });

  it('that returns something other than a refusal does not discard the user’s edit [E51]', async () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const accepting: readonly (() => unknown)[] = [
      () => null,
      () => ok(1),
      () => editor.updateEach(new Map([['b', { altText: 'hook' }]])),
    ];
    const wrong: readonly (() => unknown)[] = [
      () => true,
      () => 'change_refused',
      () => ({ ok: false, code: 'change_refused' }),
      () => Promise.resolve(),
      () => Promise.reject(new Error('later')),
    ];
    for (const hook of [...accepting, ...wrong]) {
      const stop = editor.onBeforeCommit(hook as () => undefined);
      const [uuid = ''] = editor.add({ type: 'shape' }).unwrap();
      expect(editor.blocks.has(uuid), String(hook)).to.equal(true);
      stop();
    }
    expect(editor.blocks.get('b')?.altText).to.equal('hook');
    expect(editor.history.entries).to.have.length(accepting.length + wrong.length);
    expect(messages.map(({ code, details }) => [code, details.event])).to.eql(
      wrong.map(() => ['listener_failed', 'onBeforeCommit']),
    );
    // Mocha fails the run if the rejection is not handled.
    await new Promise((resolve) => setTimeout(resolve));
  });

  it('that returns a refusal of its own edit refuses the commit [E51]', () => {
    const editor = make();
    editor.onBeforeCommit(() => editor.updateEach(new Map([['gone', {}]])));
    expect(editor.remove('a')).to.include({ ok: false, code: 'unknown_block' });
    expect(editor.blocks.has('a')).to.equal(true);
  });

  it('cannot end the edit, undo or load, but can begin and cancel steps of its own [E52]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    editor.update('b', { altText: 'first' }).unwrap();
    const calls: readonly (() => unknown)[] = [
      () => editor.undo(),
      () => editor.redo(),
      () => editor.load(editor.page),
      () => editor.run(() => null, { history: false }),
    ];
    for (const call of calls) {
      const stop = editor.onBeforeCommit(() => {
        call();
        return undefined;
      });
      editor.update('a', { altText: String(call) }).unwrap();
      stop();
      expect(editor.blocks.get('a')?.altText).to.equal(String(call));
    }
    expect(messages.map(({ code }) => code)).to.eql(calls.map(() => 'listener_failed'));
    editor.onBeforeCommit(() => {
      editor.commit();
      editor.cancel();
      editor.begin();
      editor.update('a', { altText: 'discarded' });
      editor.cancel();
      editor.run(() => editor.update('b', { altText: 'kept' }));
      return undefined;
    });
    editor.update('a', { altText: 'last' }).unwrap();
    expect(['a', 'b'].map((uuid) => editor.blocks.get(uuid)?.altText)).to.eql(['last', 'kept']);
    expect(editor.isInProgress).to.equal(false);
  });
});

describe('the edit in progress', () => {
  it('can be observed, or those who store or show it would miss changes [E54]', () => {
    const editor = make();
    const seen: unknown[] = [];
    const stop = reaction(
      () => editor.progress.updated['a']?.[1].altText,
      (altText) => seen.push(altText),
    );
    editor.begin();
    for (const altText of ['one', 'two']) editor.update('a', { altText });
    editor.cancel();
    stop();
    expect(seen).to.eql(['one', 'two', undefined]);
  });
});

describe('events without MobX', () => {
  it('are for values that stay the same until they change, or React would render endlessly [E66]', () => {
    const editor = make();
    const values = {
      page: () => editor.page,
      stablePage: () => editor.stablePage,
      fields: () => editor.fields,
      sectionIds: () => editor.sectionIds,
      selection: () => editor.selection,
      selectedBlocks: () => editor.selectedBlocks,
      selectionBox: () => editor.selectionBox,
      progress: () => editor.progress,
      history: () => editor.history,
      mode: () => editor.mode,
      drawingPen: () => editor.drawingPen,
      uploading: () => editor.uploading,
      lockedByOthers: () => editor.lockedByOthers,
    };
    const read = (): Map<string, unknown> =>
      new Map(Object.entries(values).map(([name, value]) => [name, value()]));
    /** The values that a call changes. */
    const changedBy = (call: () => unknown): string[] => {
      const before = read();
      call();
      const after = read();
      for (const [name, value] of read()) expect(value, name).to.equal(after.get(name));
      return [...after].flatMap(([name, value]) => (value === before.get(name) ? [] : [name]));
    };
    expect(changedBy(() => undefined)).to.eql([]);
    const selected = ['selection', 'selectedBlocks', 'selectionBox'];
    expect(changedBy(() => editor.select('a'))).to.have.members(selected);
    const block = ['page', 'selectedBlocks', 'selectionBox', 'progress'];
    expect(changedBy(() => editor.stage({ position: { x: 0.5 } }))).to.have.members(block);
    const record = editor.stablePage.things.a;
    const theirs = record && { ...record, altText: 'theirs' };
    const change = { added: {}, updated: { a: [record, theirs] }, removed: {} } as never;
    expect(changedBy(() => editor.applyRemote(change))).to.have.members([...block, 'stablePage']);
    expect(changedBy(() => editor.commit())).to.include.members(['progress', 'history']);
    expect(changedBy(() => editor.undo())).to.include.members(['page', 'history']);
    const green = { color: '#00FF00' };
    expect(changedBy(() => editor.setDrawingPen(green))).to.eql(['drawingPen']);
    expect(changedBy(() => editor.setLockedByOthers(['b']))).to.eql(['lockedByOthers']);
    const upload = { type: 'image', content: { url: 'blob:x', isUploading: true } } as const;
    expect(changedBy(() => editor.add(upload))).to.include.members(['page', 'uploading']);
  });

  it('are for the edit in progress also if someone else has made the same change [E66]', () => {
    const editor = make();
    editor.begin();
    editor.update('a', { altText: 'both' }).unwrap();
    expect(editor.progress.updated).to.have.all.keys('a');
    const pair = [editor.stablePage.things.a, editor.page.things.a];
    editor.applyRemote({ added: {}, updated: { a: pair }, removed: {} } as never);
    expect(editor.progress.updated).to.eql({});
  });

  it('report the selection, the mode and each step of a drag [E53]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const events: unknown[] = [];
    const stops = [
      editor.onSelectionChange((selection) => events.push([...selection].join())),
      editor.onModeChange(({ name }) => events.push(name)),
      editor.onProgress(({ updated }) => events.push(updated.a?.[1].position.x ?? 'ended')),
      editor.onModeChange(() => {
        throw new Error('oops');
      }),
    ];
    const at = (x: number) => ({ x, y: 0.1, pxPerUnit: 600, ctrl: true });
    editor.dispatch({ type: 'pointerdown', ...at(0.1) });
    editor.dispatch({ type: 'pointermove', ...at(0.2) });
    editor.dispatch({ type: 'pointermove', ...at(0.3) });
    editor.dispatch({ type: 'pointerup', ...at(0.3) });
    expect(events).to.have.members(['a', 'pressing', 'translating', 0.1, 0.2, 'ended', 'layout']);
    expect(events.indexOf(0.1)).to.be.lessThan(events.indexOf(0.2));
    expect(new Set(messages.map(({ code }) => code))).to.eql(new Set(['listener_failed']));
    for (const stop of stops) stop();
    const before = events.length;
    editor.clearSelection();
    editor.begin();
    editor.update('a', { altText: 'x' });
    editor.commit();
    expect(events).to.have.length(before);
  });

  it('reach all listeners in the same order, and an endless chain is stopped and logged [E40]', () => {
    type Listen = (editor: Editor, listener: (value: unknown) => void) => unknown;
    const select = (editor: Editor) => editor.select(editor.selection.size > 0 ? [] : ['a']);
    const draw = (editor: Editor) =>
      editor.mode.name === 'drawing' ? editor.stopDrawing() : editor.startDrawing();
    const stage = (editor: Editor) =>
      editor.stage({ altText: `${editor.blocks.get('a')?.altText ?? ''}x` }, 'a');
    const events: readonly (readonly [string, Listen, (editor: Editor) => unknown])[] = [
      ['onSelectionChange', (editor, listener) => editor.onSelectionChange(listener), select],
      ['onModeChange', (editor, listener) => editor.onModeChange(listener), draw],
      ['onProgress', (editor, listener) => editor.onProgress(listener), stage],
    ];
    for (const [name, listen, change] of events) {
      const messages: LogMessage[] = [];
      const editor = make(messages);
      const seen: unknown[][] = [[], []];
      listen(editor, (value) => seen[0]?.push(value));
      listen(editor, () => change(editor));
      listen(editor, (value) => seen[1]?.push(value));
      change(editor);
      expect(seen[0], name).to.have.length.within(50, 150);
      expect(seen[1], name).to.eql(seen[0]);
      expect(
        messages.map(({ code, details }) => [code, details['event'], details['error']]),
      ).to.eql([['listener_failed', name, 'listeners call each other endlessly']]);
    }
  });

  it('report what a listener of another event changes, and an endless chain across events is stopped [E40]', () => {
    const messages: LogMessage[] = [];
    const editor = make(messages);
    const events: string[] = [];
    const stop = editor.onChange((_change, origin) => {
      events.push(origin);
      if (events.length < 5) editor.select(editor.selection.size > 0 ? [] : ['a']);
    });
    editor.onSelectionChange(({ size }) => {
      events.push(`selected ${String(size)}`);
      editor.update('a', { altText: String(events.length) }).unwrap();
    });
    editor.update('a', { altText: 'first' }).unwrap();
    expect(events).to.eql(['edit', 'selected 1', 'edit', 'selected 0', 'edit']);
    expect(messages).to.eql([]);
    stop();
    editor.onChange(() => editor.select(editor.selection.size > 0 ? [] : ['a']));
    editor.select([]);
    editor.select(['a']);
    expect(messages.map(({ code }) => code)).to.eql(['listener_failed']);
  });
});
