import { expect } from 'chai';
import type { Block } from '../../model/Block.ts';
import { type Change, EMPTY_CHANGE } from '../../model/Change.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock } from '../../testing/makeTestPage.ts';
import type { Editor } from '../Editor.ts';
import { roomAccessOf } from '../roomAccess.ts';
import { History } from './History.ts';

/** An editor whose changes a room has not decided on. */
function make(uuids: readonly string[] = ['a', 'b']) {
  const editor = makeTestEditor(uuids.map((uuid) => makeTestBlock(uuid)));
  const reports: Change[] = [];
  editor.onChange((change, origin) => {
    if (origin !== 'remote') reports.push(change);
  });
  roomAccessOf(editor)?.setDecisions({ decisionOn: () => 'pending', hasUndecided: () => true });
  return { editor, reports };
}

const altTextOf = ({ page }: Editor, uuid: string): unknown => page.things[uuid]?.altText;

/** Someone else writes an alternative text. */
function write(editor: Editor, uuid: string, altText: string | undefined): void {
  const block = editor.blocks.get(uuid);
  if (!block) throw new Error(`no block ${uuid}`);
  const { altText: _, ...rest } = block;
  const written = altText === undefined ? rest : { ...rest, altText };
  editor.applyRemote({ ...EMPTY_CHANGE, updated: { [uuid]: [block, written] } });
}

/** An editor that has undone an edit which the room, as it turns out, has written over `Theirs`. */
function makePart(): ReturnType<typeof make> {
  const made = make();
  const { editor, reports } = made;
  editor.update('a', { altText: 'Mine' }).unwrap();
  editor.undo();
  const [edit = EMPTY_CHANGE] = reports;
  const [without, mine] = edit.updated.a ?? [];
  if (!without || !mine) throw new Error('no update');
  const updated = { a: [{ ...without, altText: 'Theirs' }, mine] as const };
  editor.amendHistory(edit, { ...EMPTY_CHANGE, updated });
  return made;
}

describe('the history, while a room has not decided', () => {
  it('survives 20,000 undos and redos of an edit, which the room then rejects [R35]', () => {
    const { editor, reports } = make();
    editor.update('a', { altText: 'Mine' }).unwrap();
    const [edit] = editor.history.entries;
    if (!edit) throw new Error('no entry');
    const history = new History();
    history.room = { decisionOn: () => 'pending', hasUndecided: () => true };
    history.push(edit);
    const take = (isRedo: boolean): void => {
      const apply = (reported: Change): void => void reports.push(reported);
      const isTaken = history[isRedo ? 'redo' : 'undo']({
        applicable: (each) => each,
        isOnPage: () => true,
        apply,
      });
      if (isTaken !== true) throw new Error('not taken');
    };
    for (let times = 0; times < 20_000; times++) take(times % 2 === 1);
    for (const reported of reports.slice(1)) history.amend(reported, EMPTY_CHANGE);
    expect(history.list).to.eql({ entries: [edit], position: 1 });
    history.rewrite('a', ({ altText: _, ...block }) => block);
    expect(history.list.entries).to.eql([]);
  });

  it('knows whether an edit is in effect when the room has accepted the first of 1,500 undos and redos [R35, H4]', () => {
    const { editor, reports } = make();
    editor.update('a', { altText: 'Mine' }).unwrap();
    for (let times = 0; times < 1500; times++) editor[times % 2 === 0 ? 'undo' : 'redo']();
    const [, , accepted = EMPTY_CHANGE, ...rejected] = reports.slice(0, 1501);
    editor.amendHistory(accepted, accepted);
    for (const reported of rejected) editor.amendHistory(reported, EMPTY_CHANGE);
    expect([editor.canUndo, editor.canRedo]).to.eql([true, false]);
    editor.amendHistory(accepted, EMPTY_CHANGE);
    expect([editor.canUndo, editor.canRedo]).to.eql([false, true]);
  });

  it('keeps an edit whose redo has no effect, in case the room rejects its undo [R35]', () => {
    const { editor, reports } = make();
    editor.update('a', { altText: 'Mine' }).unwrap();
    editor.undo();
    write(editor, 'a', 'Theirs');
    expect([editor.redo(), editor.canRedo]).to.eql([false, false]);
    editor.amendHistory(reports[1] ?? EMPTY_CHANGE, EMPTY_CHANGE);
    write(editor, 'a', 'Mine');
    expect(editor.undo()).to.equal(true);
    expect(altTextOf(editor, 'a')).to.equal(undefined);
  });

  it('does not undo what someone else has written, because it is what an edit had written that was overwritten [H6, R35]', () => {
    const { editor } = make();
    editor.update('a', { altText: 'Same' }).unwrap();
    write(editor, 'a', 'Theirs');
    expect(editor.undo()).to.equal(false);
    write(editor, 'a', 'Same');
    expect(editor.canUndo).to.equal(false);
  });

  it('keeps an edit that the room has rejected until it has decided on its redo, which it may apply [R35]', () => {
    const { editor, reports } = make();
    editor.update('a', { altText: 'Mine' }).unwrap();
    editor.undo();
    editor.redo();
    const [edit = EMPTY_CHANGE, undo = EMPTY_CHANGE] = reports;
    editor.amendHistory(edit, EMPTY_CHANGE);
    editor.amendHistory(undo, EMPTY_CHANGE);
    expect(editor.undo()).to.equal(true);
    expect(altTextOf(editor, 'a')).to.equal(undefined);
  });

  it('drops an edit that the room rejects, also after a block of it was forgotten [R35]', () => {
    const { editor, reports } = make();
    editor.run(() => {
      editor.add({ type: 'shape', uuid: 'i', parentUuid: 's1' } as never).unwrap();
      editor.update('b', { altText: 'Mine' }).unwrap();
    });
    const added = editor.blocks.get('i');
    if (!added) throw new Error('no block');
    editor.applyRemote({ ...EMPTY_CHANGE, removed: { i: added } });
    editor.forgetBlock('i');
    editor.amendHistory(reports[0] ?? EMPTY_CHANGE, EMPTY_CHANGE);
    expect(editor.canUndo).to.equal(false);
  });

  it('restores no forgotten block that the room has added since [E58, R35]', () => {
    const { editor, reports } = make();
    editor.run(() => {
      editor.add({ type: 'shape', uuid: 'i', parentUuid: 's1' } as never).unwrap();
      editor.update('b', { altText: 'Mine' }).unwrap();
    });
    const added = editor.blocks.get('i');
    if (!added) throw new Error('no block');
    editor.applyRemote({ ...EMPTY_CHANGE, removed: { i: added } });
    editor.forgetBlock('i');
    const [reported = EMPTY_CHANGE] = reports;
    editor.amendHistory(reported, { ...reported });
    editor.undo();
    editor.redo();
    expect(editor.blocks.has('i')).to.equal(false);
    expect(altTextOf(editor, 'b')).to.equal('Mine');
  });

  it('keeps what an undo has left when the room client rejects the next undo at once [R35, R63]', () => {
    const { editor } = makePart();
    const stop = editor.recordChanges((change, origin) => {
      if (origin !== 'undo') return;
      editor.amendHistory(change, EMPTY_CHANGE);
      write(editor, 'a', undefined);
    });
    expect([editor.undo(), editor.canUndo]).to.eql([false, true]);
    stop();
    expect([editor.undo(), altTextOf(editor, 'a')]).to.eql([true, 'Theirs']);
  });

  it('brings back with a second undo what someone else has written too, at the same time [R63]', () => {
    const { editor, reports } = make();
    editor.update('a', { altText: 'Same' }).unwrap();
    const same = editor.blocks.get('a');
    editor.undo();
    const without = editor.blocks.get('a');
    const [edit = EMPTY_CHANGE, undo = EMPTY_CHANGE] = reports;
    if (!same || !without) throw new Error('no block');
    editor.amendHistory(edit, EMPTY_CHANGE);
    editor.amendHistory(undo, { ...EMPTY_CHANGE, updated: { a: [same, without] } });
    expect([editor.undo(), altTextOf(editor, 'a')]).to.eql([true, 'Same']);
  });

  it('keeps an edit of which two undos cancel each other out, until the room has decided on both [R35]', () => {
    const { editor } = make();
    const reports: Change[] = [];
    editor.recordChanges((change) => void reports.push(change));
    roomAccessOf(editor)?.setDecisions({
      decisionOn: (reported) => (reports.includes(reported) ? 'pending' : 'decided'),
      hasUndecided: () => true,
    });
    editor.update('a', { altText: 'Mine' }).unwrap();
    editor.undo();
    const [edit = EMPTY_CHANGE, undo = EMPTY_CHANGE] = reports;
    editor.amendHistory(edit, EMPTY_CHANGE);
    expect(editor.undo()).to.equal(true);
    editor.amendHistory(undo, EMPTY_CHANGE);
    expect(altTextOf(editor, 'a')).to.equal('Mine');
    expect(editor.undo()).to.equal(true);
    expect(altTextOf(editor, 'a')).to.equal(undefined);
  });

  it('lists at once what an undo has left when an edit without an entry shows it again [R35]', () => {
    const { editor } = makePart();
    write(editor, 'a', 'Theirs too');
    expect(editor.canUndo).to.equal(false);
    editor.run(() => editor.update('a', { altText: undefined }).unwrap(), { history: false });
    expect([editor.canUndo, editor.undo()]).to.eql([true, true]);
    expect(altTextOf(editor, 'a')).to.equal('Theirs');
  });

  it('takes changes of others at once although 300 undos have each left a part [R35, R63]', () => {
    let reads = 0;
    const countReads = (block: Block): Block =>
      new Proxy(block, {
        get(target, key, receiver): unknown {
          reads += 1;
          return Reflect.get(target, key, receiver);
        },
      });
    const uuids = Array.from({ length: 300 }, (_, at) => `b${String(at)}`);
    const { editor, reports } = make(['a', ...uuids]);
    for (const uuid of uuids) editor.update(uuid, { altText: 'Mine' }).unwrap();
    while (editor.canUndo) editor.undo();
    for (const edit of reports.slice(0, 300)) {
      const [[uuid, [from, to]] = ['', []]] = Object.entries(edit.updated);
      if (!from || !to) throw new Error('no update');
      const updated = { [uuid]: [{ ...from, altText: 'Theirs' }, to] as const };
      editor.amendHistory(edit, { ...EMPTY_CHANGE, updated });
    }
    // Whether a part is in effect is found by reading the records of its blocks, again and again
    // if the answer is not kept: 6,900,000 reads.
    for (const uuid of uuids) {
      const block = editor.blocks.get(uuid);
      if (!block) throw new Error(`no block ${uuid}`);
      editor.applyRemote({ ...EMPTY_CHANGE, updated: { [uuid]: [block, countReads(block)] } });
    }
    write(editor, 'a', 'Theirs');
    reads = 0;
    for (let times = 0; times < 500; times++) write(editor, 'a', String(times));
    expect(reads).to.equal(0);
    expect(editor.history.position).to.equal(300);
    write(editor, 'b7', 'Theirs');
    expect(editor.history.position).to.equal(299);
  });
});
