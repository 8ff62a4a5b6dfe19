import { autorun } from 'mobx';
import { expect } from 'chai';
import fc from 'fast-check';
import { reliableSimulation } from '../../collaboration/testing/reliableSimulation.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Block } from '../../model/Block.ts';
import { diffPages } from '../../model/Change.ts';
import type { LogMessage } from '../../model/LogMessage.ts';
import { ALL_PERMISSIONS, VIEW_ONLY } from '../../permissions/Permissions.ts';
import { checkTree } from '../../parsing/checkTree.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';

const make = (log?: (message: LogMessage) => void): Editor =>
  makeTestEditor(
    [
      makeTestBlock('a', { position: { x: 0.1, y: 0.1 } }),
      makeTestBlock('b', { position: { x: 0.4, y: 0.1 } }),
    ],
    log ? { environment: { log } } : {},
  );

const altOf = (editor: Editor, uuid: string) => editor.blocks.get(uuid)?.altText;
const say = (editor: Editor, uuid: string, altText: string) => {
  editor.update(uuid, { altText }).unwrap();
};

/** Someone else's change to the stable page. */
function changeRemotely(editor: Editor, change: (things: Record<string, Block>) => void): void {
  const things: Record<string, Block> = { ...editor.stablePage.things };
  change(things);
  editor.applyRemote(diffPages(editor.stablePage, { ...editor.stablePage, things }));
}

describe('a step within an edit', () => {
  it('is kept as part of the edit by commit, and discarded by cancel [H12]', () => {
    const editor = make();
    const before = editor.page;
    editor.begin();
    say(editor, 'a', 'one');
    editor.begin();
    say(editor, 'a', 'two');
    say(editor, 'b', 'two');
    editor.cancel();
    expect([altOf(editor, 'a'), altOf(editor, 'b')]).to.eql(['one', undefined]);
    editor.begin();
    say(editor, 'b', 'three');
    const step = editor.commit();
    expect(Object.keys(step?.updated ?? {})).to.eql(['b']);
    expect(editor.isInProgress).to.equal(true);
    const change = editor.commit();
    expect(Object.keys(change?.updated ?? {})).to.have.members(['a', 'b']);
    expect(editor.undo()).to.equal(true);
    expect(editor.page).to.deep.equal(before);
    expect(editor.canUndo).to.equal(false);
  });

  it('can be ended by its mark, with the steps begun after it [H12]', () => {
    const editor = make();
    editor.begin();
    say(editor, 'a', 'one');
    const second = editor.begin();
    say(editor, 'a', 'two');
    editor.begin();
    say(editor, 'a', 'three');
    editor.begin();
    editor.cancel(second);
    expect(altOf(editor, 'a')).to.equal('one');
    const third = editor.begin();
    say(editor, 'b', 'b');
    editor.begin();
    say(editor, 'a', 'four');
    expect(Object.keys(editor.commit(third)?.updated ?? {})).to.have.members(['a', 'b']);
    editor.cancel();
    expect(editor.isInProgress).to.equal(false);
    expect(altOf(editor, 'a')).to.equal(undefined);
  });

  it('that has ended is ignored and logged [H12]', () => {
    const codes: string[] = [];
    const editor = make(({ code }) => codes.push(code));
    const mark = editor.begin();
    const step = editor.begin();
    editor.commit(step);
    expect(editor.commit(step)).to.equal(null);
    editor.cancel(step);
    expect(editor.isInProgress).to.equal(true);
    editor.commit(mark);
    editor.commit();
    const outer = editor.begin();
    editor.run(() => editor.cancel(outer));
    editor.cancel();
    expect(codes).to.eql([
      ...['mark_not_open', 'mark_not_open', 'nothing_in_progress', 'mark_not_open'],
    ]);
  });

  it('restores added, removed and moved blocks, page fields and names of commands [H12]', () => {
    const editor = make();
    editor.begin();
    editor.updatePage({ settings: { title: 'One' } }).unwrap();
    const [first] = editor.add({ type: 'shape', uuid: 'first' }).unwrap();
    const before = editor.page;
    editor.begin();
    editor.updatePage({ settings: { title: 'Two' } }).unwrap();
    editor.remove(first).unwrap();
    editor.add({ type: 'shape' }).unwrap();
    editor.slice('s1', 0, 0.2).unwrap();
    editor.cancel();
    expect(editor.page).to.deep.equal(before);
    let edits: unknown;
    editor.onChange((_change, _origin, named) => {
      edits = named;
    });
    editor.commit();
    expect(edits).to.eql([]);
  });

  it('keeps what others change meanwhile when it is cancelled [H12]', () => {
    const editor = make();
    editor.begin();
    say(editor, 'a', 'mine');
    editor.begin();
    editor.update('a', { position: { x: 0.3 }, altText: 'mine too' }).unwrap();
    editor.update('b', { altText: 'mine' }).unwrap();
    changeRemotely(editor, (things) => {
      const { a, b } = things;
      if (a) things.a = { ...a, styles: { opacity: 0.5 } };
      if (b) things.b = { ...b, position: { ...b.position, x: 0.9 } };
      things.c = makeTestBlock('c');
    });
    editor.cancel();
    expect(altOf(editor, 'a')).to.equal('mine');
    expect(editor.blocks.get('a')).to.deep.include({ styles: { opacity: 0.5 } });
    expect(editor.blocks.get('a')?.position.x).to.equal(0.1);
    expect(editor.blocks.get('b')).to.equal(editor.stablePage.things.b);
    expect(editor.blocks.get('b')?.position.x).to.equal(0.9);
    expect(editor.blocks.has('c')).to.equal(true);
    const change = editor.commit();
    expect(Object.keys(change?.updated ?? {})).to.eql(['a']);
  });

  it('does not restore what others have removed meanwhile [H12]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1', styles: { background: { color: '#FFFFFF' } } }),
      makeTestBlock('a', { parentUuid: 'g' }),
      makeTestBlock('b'),
    ]);
    editor.begin();
    editor.begin();
    editor.remove(['a', 'b']).unwrap();
    changeRemotely(editor, (things) => {
      for (const uuid of ['a', 'b', 'g']) Reflect.deleteProperty(things, uuid);
    });
    editor.cancel();
    expect(checkTree(editor.page.things)).to.equal(null);
    expect(editor.commit()).to.equal(null);
    expect(editor.blocks.has('a') || editor.blocks.has('b')).to.equal(false);
  });

  it('returns the page to its mark when cancelled, whatever steps and edits are nested [H12]', () => {
    const step = fc.constantFrom('begin', 'commit', 'cancel', 'a', 'b', 'add', 'remove');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const editor = make();
        const before = editor.page;
        const marks: (typeof before)[] = [];
        let count = 0;
        for (const each of steps) {
          count += 1;
          if (each === 'begin') {
            marks.push(editor.page);
            editor.begin();
          } else if (each === 'commit' && marks.length > 1) {
            marks.pop();
            editor.commit();
          } else if (each === 'cancel' && marks.length > 0) {
            editor.cancel();
            expect(editor.page).to.deep.equal(marks.pop());
          } else if (marks.length === 0) continue;
          else if (each === 'add') editor.add({ type: 'shape' });
          else if (each === 'remove') editor.remove([...editor.blocks.keys()].slice(-1));
          else editor.update(each, { altText: String(count) });
        }
        while (marks.length > 1) {
          marks.pop();
          editor.commit();
        }
        if (marks.length > 0) editor.cancel();
        expect(editor.page).to.deep.equal(before);
      }),
    );
  });
});

describe('run', () => {
  it('makes edits one history entry, and discards them if they throw or are refused [H13]', () => {
    const editor = make();
    const before = editor.page;
    const added = editor.run(() => {
      say(editor, 'a', 'one');
      say(editor, 'b', 'one');
      return editor.add({ type: 'text' });
    });
    expect(added.unwrap()).to.have.length(1);
    expect(editor.history.entries).to.have.length(1);
    editor.undo();
    expect(editor.page).to.deep.equal(before);
    const refused = editor.run(() => {
      say(editor, 'a', 'two');
      return editor.update('missing', {});
    });
    expect(refused).to.include({ code: 'unknown_block' });
    expect(() =>
      editor.run(() => {
        say(editor, 'a', 'three');
        throw new Error('stop');
      }),
    ).to.throw('stop');
    expect(editor.page).to.deep.equal(before);
    expect(editor.isInProgress).to.equal(false);
  });

  it('is a step of an edit in progress, which commit and cancel in it cannot end [H13]', () => {
    const editor = make();
    editor.begin();
    say(editor, 'a', 'one');
    editor.run(() => {
      say(editor, 'b', 'two');
      editor.cancel();
      editor.begin();
      say(editor, 'b', 'three');
      editor.cancel();
      editor.commit();
    });
    expect(altOf(editor, 'b')).to.equal('two');
    expect(() =>
      editor.run(() => {
        say(editor, 'a', 'four');
        throw new Error('stop');
      }),
    ).to.throw('stop');
    expect(altOf(editor, 'a')).to.equal('one');
    editor.commit();
    expect(editor.history.entries).to.have.length(1);
  });

  it('rejects calls that would end its edit, and is discarded as a whole [H13]', () => {
    const calls: Record<string, (editor: Editor) => unknown> = {
      undo: (editor) => editor.undo(),
      redo: (editor) => editor.redo(),
      jumpTo: (editor) => editor.jumpTo(null),
      reset: (editor) => editor.reset(),
      load: (editor) => editor.load(editor.page),
      dispatch: (editor) => editor.dispatch({ type: 'keydown', key: 'Delete' }),
    };
    for (const [name, call] of Object.entries(calls))
      for (const history of [true, false]) {
        const editor = make();
        say(editor, 'a', 'before');
        const before = editor.page;
        const edits = (): void => {
          say(editor, 'b', 'run');
          call(editor);
        };
        expect(() => editor.run(edits, { history }), name).to.throw(
          CobbleError,
          `${name} cannot be called in ${history ? '`run`' : '`run` with'}`,
        );
        expect(editor.page).to.deep.equal(before);
        expect([editor.isInProgress, editor.history.entries.length]).to.eql([false, 1]);
        expect(editor.undo(), 'afterwards').to.equal(true);
      }
  });

  it('is discarded or undone as a whole, even if text editing, a tool or permissions end in it [H13]', () => {
    const calls: Record<string, (editor: Editor, note: string) => unknown> = {
      text: (editor, note) => {
        editor.startTextEditing(note);
        editor.setEditedText('typed').unwrap();
        editor.stopTextEditing();
      },
      'blank text': (editor) => {
        const [uuid = ''] = editor.add({ type: 'text' }).unwrap();
        editor.startTextEditing(uuid);
        editor.setEditedText('').unwrap();
        editor.stopTextEditing();
        expect(editor.blocks.has(uuid)).to.equal(false);
      },
      tool: (editor) => {
        editor.stopTool();
      },
      permissions: (editor) => {
        editor.configure({ permissions: VIEW_ONLY });
        editor.configure({ permissions: ALL_PERMISSIONS });
      },
    };
    for (const [name, call] of Object.entries(calls))
      for (const isThrown of [true, false]) {
        const editor = make();
        editor.startTool({ name: 'stamp', handle: () => undefined });
        const before = editor.page;
        const edits = (): void => {
          const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
          call(editor, note);
          say(editor, 'a', 'after');
          if (isThrown) throw new Error('stop');
        };
        if (isThrown) expect(() => editor.run(edits), name).to.throw('stop');
        else {
          editor.run(edits);
          expect(editor.history.entries, name).to.have.length(1);
          expect([altOf(editor, 'a'), editor.blocks.size], name).to.eql(['after', 5]);
          editor.undo();
        }
        expect(editor.page, name).to.deep.equal(before);
        expect([editor.isInProgress, editor.canUndo], name).to.eql([false, false]);
      }
  });

  it('commits text that was typed before it only after it has ended [H13]', () => {
    for (const isThrown of [true, false]) {
      const editor = make();
      const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
      editor.startTextEditing(note);
      editor.setEditedText('typed').unwrap();
      const edits = (): void => {
        say(editor, 'a', 'run');
        editor.stopTextEditing();
        say(editor, 'b', 'run');
        if (isThrown) throw new Error('stop');
      };
      if (isThrown) expect(() => editor.run(edits)).to.throw('stop');
      else editor.run(edits);
      expect([editor.mode.name, editor.isInProgress]).to.eql(['layout', false]);
      expect(JSON.stringify(editor.blocks.get(note)?.content)).to.contain('typed');
      const said = isThrown ? undefined : 'run';
      expect([altOf(editor, 'a'), altOf(editor, 'b')]).to.eql([said, said]);
      expect(editor.history.entries).to.have.length(2);
    }
  });

  it('keeps its edits when text editing that began before it leaves the text blank [H13]', () => {
    const editor = make();
    const [text = ''] = editor.add({ type: 'text' }).unwrap();
    editor.startTextEditing(text);
    editor.setEditedText('').unwrap();
    editor.run(() => {
      say(editor, 'a', 'run');
      editor.stopTextEditing();
    });
    expect([editor.blocks.has(text), altOf(editor, 'a')]).to.eql([false, 'run']);
    expect(editor.isInProgress).to.equal(false);
    while (editor.undo());
    expect([editor.blocks.has(text), altOf(editor, 'a')]).to.eql([false, undefined]);
  });

  it('rejects a generator function, whose edits would be silently skipped [H13]', () => {
    const editor = make();
    const before = editor.page;
    function* edits() {
      say(editor, 'a', 'never');
      yield;
    }
    async function* asyncEdits() {
      say(editor, 'a', 'never');
      await Promise.resolve();
      yield;
    }
    for (const history of [true, false])
      for (const each of [edits, asyncEdits])
        expect(() => editor.run<unknown>(each, { history }))
          .to.throw(CobbleError, 'edits must not be a generator function')
          .with.property('code', 'input_invalid');
    expect(editor.page).to.equal(before);
    expect(editor.isInProgress).to.equal(false);
  });

  it('commits nothing that an async function does before its first await [H13]', async () => {
    for (const history of [true, false]) {
      const editor = make();
      const before = editor.page;
      const edits = async (): Promise<void> => {
        say(editor, 'a', 'half');
        await Promise.resolve();
        throw new Error('later');
      };
      // eslint-disable-next-line @typescript-eslint/ban-ts-comment -- the compiler is part of the test
      // @ts-expect-error The function must not return a promise.
      expect(() => editor.run(edits, { history })).to.throw(CobbleError, 'edits must not be async');
      expect(editor.page).to.deep.equal(before);
      expect([editor.isInProgress, editor.canUndo]).to.eql([false, false]);
      // Mocha fails the run if the rejection is not handled.
      await new Promise((resolve) => setTimeout(resolve));
    }
  });

  it('returns what its function returns, with its type [H13]', () => {
    const editor = make();
    const number: number = editor.run(() => 1);
    const [uuid = ''] = editor.run(() => editor.add({ type: 'shape' })).unwrap();
    const either = editor.run(() => (number > 0 ? editor.remove(uuid) : undefined));
    expect([number, either?.ok]).to.eql([1, true]);
    // eslint-disable-next-line @typescript-eslint/ban-ts-comment -- the compiler is part of the test
    // @ts-expect-error One of the results is a promise.
    expect(() => editor.run(() => (number > 0 ? Promise.resolve(1) : 1))).to.throw('async');
  });

  it('throws input_invalid without a function [H13]', () => {
    expect(() => make().run(null as never)).to.throw(CobbleError, /edits/);
  });
});

describe('run without history', () => {
  const untracked = (editor: Editor, edits: () => unknown) => editor.run(edits, { history: false });

  it('changes the page without a history entry, and reports the change [H14]', () => {
    const editor = make();
    say(editor, 'a', 'tracked');
    editor.undo();
    const changes: unknown[] = [];
    editor.onChange((change, origin) => changes.push([origin, Object.keys(change.updated)]));
    untracked(editor, () => {
      say(editor, 'b', 'untracked');
      editor.update('a', { styles: { opacity: 0.5 } });
    });
    expect(changes).to.eql([['edit', ['b', 'a']]]);
    expect([editor.canUndo, editor.canRedo]).to.eql([false, true]);
    expect(editor.redo()).to.equal(true);
    expect([altOf(editor, 'a'), editor.blocks.get('a')?.styles.opacity]).to.eql(['tracked', 0.5]);
  });

  it('keeps its changes when other entries are undone and redone [H14]', () => {
    const editor = make();
    const [uuid = ''] = editor.add({ type: 'shape', position: { x: 0.1, y: 0.5 } }).unwrap();
    say(editor, 'a', 'first');
    untracked(editor, () => {
      say(editor, 'a', 'untracked');
      editor.update(uuid, { styles: { opacity: 0.5 } });
    });
    editor.update('b', { altText: 'last' });
    while (editor.undo());
    expect([altOf(editor, 'a'), altOf(editor, 'b')]).to.eql(['untracked', undefined]);
    expect(editor.blocks.has(uuid)).to.equal(false);
    while (editor.redo());
    expect([altOf(editor, 'a'), altOf(editor, 'b')]).to.eql(['untracked', 'last']);
    expect(editor.blocks.get(uuid)?.styles.opacity).to.equal(0.5);
  });

  it('applies below an edit in progress, which continues and can be cancelled [H14]', () => {
    const editor = make();
    editor.begin();
    editor.update('a', { position: { x: 0.3 }, altText: 'dragged' });
    editor.begin();
    const shown: unknown[] = [];
    const stop = autorun(() => shown.push(editor.blocks.get('a')?.position.x));
    let stable: unknown;
    editor.onChange(() => {
      stable = [editor.isInProgress, editor.stablePage.things.b?.altText];
    });
    untracked(editor, () => {
      editor.update('a', { styles: { opacity: 0.5 } });
      say(editor, 'b', 'untracked');
    });
    stop();
    expect(shown).to.eql([0.3, 0.3]);
    expect(stable).to.eql([true, 'untracked']);
    expect(editor.blocks.get('a')?.styles.opacity).to.equal(0.5);
    expect(altOf(editor, 'a')).to.equal('dragged');
    expect(editor.stablePage.things.a?.altText).to.equal(undefined);
    editor.cancel();
    expect(editor.isInProgress).to.equal(true);
    editor.cancel();
    expect(editor.blocks.get('a')?.position.x).to.equal(0.1);
    expect(editor.blocks.get('a')?.styles.opacity).to.equal(0.5);
    expect(editor.canUndo).to.equal(false);
  });

  it('changes nothing if the edits throw or are refused [H14]', () => {
    const editor = make();
    editor.begin();
    say(editor, 'a', 'mine');
    const shown = editor.page;
    const stable = editor.stablePage;
    expect(() =>
      untracked(editor, () => {
        say(editor, 'b', 'untracked');
        throw new Error('stop');
      }),
    ).to.throw('stop');
    untracked(editor, () => {
      say(editor, 'b', 'untracked');
      return editor.remove('missing');
    });
    expect(editor.page).to.deep.equal(shown);
    expect(editor.stablePage).to.deep.equal(stable);
    expect(() => untracked(editor, () => editor.load(editor.page))).to.throw(CobbleError, /load/);
    expect(editor.page).to.deep.equal(shown);
    editor.commit();
    expect(editor.history.entries).to.have.length(1);
  });

  /** An editor in which the text of note `n` is being edited. */
  function makeTyping(): Editor {
    const editor = make();
    editor.add({ type: 'sticky-note', uuid: 'n' }).unwrap();
    editor.startTextEditing('n');
    editor.setEditedText('typed').unwrap();
    return editor;
  }
  const textOf = (editor: Editor) => JSON.stringify(editor.stablePage.things.n?.content);

  it('does not end text editing when it replaces the page, so the text is committed [H17]', () => {
    const editor = makeTyping();
    const { settings, style, things } = editor.stablePage;
    const body = { settings: { ...settings, title: 'New' }, style, things };
    untracked(editor, () => editor.replacePage(body).unwrap());
    expect([editor.mode.name, editor.stablePage.settings.title]).to.eql([
      'inline-text-editing',
      'New',
    ]);
    editor.setEditedText('typed more').unwrap();
    editor.stopTextEditing();
    expect(textOf(editor)).to.include('typed more');
    expect(editor.isInProgress).to.equal(false);
    say(editor, 'a', 'later');
    editor.reset();
    expect([altOf(editor, 'a'), editor.history.position]).to.eql(['later', 3]);
  });

  it('reports the typed text when it replaces the page with one without the block [H17]', () => {
    const editor = makeTyping();
    const lost: string[] = [];
    editor.onRemovedByOthers((block) => lost.push(JSON.stringify(block.content)));
    const { settings, style, things } = editor.stablePage;
    const { n: _, ...others } = things;
    untracked(editor, () => editor.replacePage({ settings, style, things: others }).unwrap());
    editor.stopTextEditing();
    expect(lost.join()).to.include('typed');
    expect([editor.blocks.has('n'), editor.isInProgress]).to.eql([false, false]);
  });

  const at = { x: 0.9, y: 0.9, pxPerUnit: 600 };
  const rejected: Readonly<Record<string, (editor: Editor) => unknown>> = {
    commitDrawing: (editor) => editor.commitDrawing(),
    configure: (editor) => {
      editor.configure({ permissions: VIEW_ONLY });
    },
    dispatch: (editor) => {
      editor.dispatch({ type: 'pointerdown', ...at });
    },
    jumpTo: (editor) => editor.jumpTo(null),
    load: (editor) => {
      editor.load(editor.page);
    },
    redo: (editor) => editor.redo(),
    reset: (editor) => {
      editor.reset();
    },
    setEditedText: (editor) => editor.setEditedText('more'),
    startDrawing: (editor) => editor.startDrawing(),
    startTextEditing: (editor) => editor.startTextEditing('n'),
    startTool: (editor) => editor.startTool({ name: 'stamp', handle: () => undefined }),
    stopDrawing: (editor) => editor.stopDrawing(),
    stopTextEditing: (editor) => {
      editor.stopTextEditing();
    },
    stopTool: (editor) => {
      editor.stopTool();
    },
    undo: (editor) => editor.undo(),
  };
  for (const [name, call] of Object.entries(rejected))
    it(`rejects ${name}, and the text and strokes in progress are kept [H17]`, () => {
      const typing = makeTyping();
      expect(() => untracked(typing, () => call(typing))).to.throw(CobbleError, name);
      expect([typing.mode.name, typing.permissions.canEdit]).to.eql(['inline-text-editing', true]);
      typing.stopTextEditing();
      expect(textOf(typing)).to.include('typed');
      expect([typing.isInProgress, typing.history.position]).to.eql([false, 2]);

      const drawing = make();
      drawing.startDrawing();
      for (const type of ['pointerdown', 'pointerup'] as const) drawing.dispatch({ type, ...at });
      expect(() => untracked(drawing, () => call(drawing))).to.throw(CobbleError, name);
      expect(drawing.drawing?.strokes).to.have.length(1);

      const idle = make();
      expect(() => untracked(idle, () => call(idle))).to.throw(CobbleError, name);
    });

  it('ends text editing only after the run if someone else locks the block [H17]', () => {
    const editor = makeTyping();
    const lost: string[] = [];
    editor.onRemovedByOthers((block) => lost.push(JSON.stringify(block.content)));
    untracked(editor, () => {
      say(editor, 'a', 'untracked');
      editor.setLockedByOthers(['n']);
      say(editor, 'b', 'untracked');
    });
    expect(['a', 'b'].map((uuid) => altOf(editor, uuid))).to.eql(['untracked', 'untracked']);
    expect([editor.mode.name, editor.isInProgress]).to.eql(['layout', false]);
    expect(lost.join()).to.include('typed');
  });

  it('within another one is a step of it, so a recorder sees the page as each change left it [H14]', () => {
    const editor = make();
    const edits = (): void => {
      untracked(editor, () => say(editor, 'a', 'inner'));
      untracked(editor, () => say(editor, 'b', 'inner'));
      say(editor, 'a', 'outer');
    };
    const seen: unknown[] = [];
    editor.recordChanges(({ updated }) => {
      const isLeft = Object.entries(updated).every(([id, [, to]]) => editor.blocks.get(id) === to);
      seen.push([Object.keys(updated).sort().join(), isLeft]);
    });
    untracked(editor, edits);
    expect(seen).to.eql([['a,b', true]]);
    untracked(editor, () => {
      say(editor, 'a', 'again');
      untracked(editor, () => editor.remove('missing'));
    });
    expect(altOf(editor, 'a')).to.equal('again');
    const after = editor.page;
    expect(() =>
      untracked(editor, () => {
        edits();
        throw new Error('stop');
      }),
    ).to.throw('stop');
    expect(editor.page).to.deep.equal(after);
    expect(editor.canUndo).to.equal(false);
  });

  it('is sent to the room, even during an edit in progress [H14]', async () => {
    const { simulation, settle } = await reliableSimulation(2);
    const [one, two] = [0, 1].map((index) => simulation.clients[index]?.editor);
    if (!one || !two) throw new Error('the simulation has no editors');
    const [uuid = ''] = one.add({ type: 'shape' }).unwrap();
    await settle();
    one.begin();
    one.update(uuid, { position: { rotationDeg: 10 } }).unwrap();
    one.run(() => one.update(uuid, { altText: 'from a program' }), { history: false });
    one.commit();
    await settle();
    expect(two.blocks.get(uuid)).to.deep.include({ altText: 'from a program' });
    expect(two.blocks.get(uuid)?.position.rotationDeg).to.equal(10);
    one.undo();
    await settle();
    expect(two.blocks.get(uuid)).to.deep.equal(one.blocks.get(uuid));
    expect(two.blocks.get(uuid)).to.deep.include({ altText: 'from a program' });
    expect(two.blocks.get(uuid)?.position.rotationDeg).to.equal(0);
    one.undo();
    await settle();
    expect([one.blocks.has(uuid), two.blocks.has(uuid)]).to.eql([false, false]);
  });
});

describe('the readable history', () => {
  it('lists entries with type, label and time, and is observable [H15]', () => {
    const editor = make();
    const seen: unknown[] = [];
    const stop = autorun(() => {
      const { entries, position } = editor.history;
      seen.push([entries.map(({ label, type }) => label ?? type).join(), position]);
    });
    editor.begin('Move');
    editor.update('a', { position: { x: 0.2 } });
    editor.commit();
    editor.run(() => editor.updatePage({ settings: { title: 'T' } }), { label: 'Rename' });
    editor.undo();
    editor.updatePage({ settings: { title: 'Other' } });
    stop();
    expect(seen).to.eql([
      ['', 0],
      ['Move', 1],
      ['Move,Rename', 2],
      ['Move,Rename', 1],
      ['Move,Patch', 2],
    ]);
    const [first, second] = editor.history.entries;
    expect(first).to.include({ type: 'Things', time: Date.UTC(2026, 0, 1) });
    expect((second?.id ?? 0) > (first?.id ?? 0)).to.equal(true);
    expect(Object.isFrozen(editor.history.entries)).to.equal(true);
  });

  it('jumps to an entry by undoing or redoing those between [H15]', () => {
    const editor = make();
    for (const text of ['1', '2', '3', '4']) say(editor, 'a', text);
    const ids = editor.history.entries.map(({ id }) => id);
    expect(editor.jumpTo(ids[1] ?? 0)).to.equal(true);
    expect([altOf(editor, 'a'), editor.history.position]).to.eql(['2', 2]);
    expect(editor.jumpTo(ids[3] ?? 0)).to.equal(true);
    expect(altOf(editor, 'a')).to.equal('4');
    expect(editor.jumpTo(null)).to.equal(true);
    expect([altOf(editor, 'a'), editor.canUndo]).to.eql([undefined, false]);
    expect(editor.jumpTo(ids[2] ?? 0)).to.equal(true);
    expect(editor.jumpTo(999)).to.equal(false);
    expect(altOf(editor, 'a')).to.equal('3');
    editor.startDrawing();
    expect(editor.jumpTo(null)).to.equal(false);
  });

  it('jumps past entries that others have overwritten [H15]', () => {
    const editor = make();
    say(editor, 'a', '1');
    say(editor, 'b', '2');
    say(editor, 'a', '3');
    const [first] = editor.history.entries;
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 'b'));
    expect(editor.jumpTo(first?.id ?? 0)).to.equal(true);
    expect([altOf(editor, 'a'), editor.history.position]).to.eql(['1', 1]);
  });
});
