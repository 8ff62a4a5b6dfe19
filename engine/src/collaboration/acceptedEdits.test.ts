import { expect } from 'chai';
import fc from 'fast-check';
import type { Editor } from '../editor/Editor.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { diffPages, isEmptyChange } from '../model/Change.ts';
import type { Result } from '../model/Result.ts';
import type { RejectedOp } from './client/RoomClientOptions.ts';
import { type EditorStep, editorStep, runStep } from './testing/editorSteps.ts';
import { lawRuns } from './testing/lawRuns.ts';
import { openTestTabs, type TestTab } from './testing/openTestTabs.ts';

const step = (name: string, run: EditorStep['run']): EditorStep => ({ name, run });
const at = fc.nat(40);

/** Edits under locks, and uploads. */
const otherStep: fc.Arbitrary<EditorStep> = fc.oneof(
  fc
    .tuple(at, fc.boolean())
    .map(([which, locked]) =>
      step(`lock ${String(which)} ${String(locked)}`, (editor, pick) =>
        editor.setLocked(locked, pick(which)),
      ),
    ),
  at.map((which) =>
    step(`unlock, patch and lock ${String(which)}`, (editor, pick) => {
      editor.setLocked(false, pick(which));
      editor.update(pick(which), { position: { x: 0.3 }, styles: { opacity: 0.5 } });
      editor.setLocked(true, pick(which));
    }),
  ),
  fc
    .tuple(at, at)
    .map(([which, into]) =>
      step(`move ${String(which)} into ${String(into)}`, (editor, pick) =>
        editor.moveInto(pick(into), [pick(which)]),
      ),
    ),
  fc.constant(
    step('upload', (editor) =>
      editor.add({ type: 'image', content: { url: 'blob:x', naturalWidth: 5, naturalHeight: 5 } }),
    ),
  ),
  at.map((which) =>
    step(`finish upload ${String(which)}`, (editor, pick) =>
      editor.finishUpload(pick(which), { url: '/assets/new.png' }),
    ),
  ),
);
const anyStep = fc.oneof({ weight: 2, arbitrary: editorStep }, { weight: 1, arbitrary: otherStep });

/** What a user does between two moments at which everything has been delivered. */
interface Turn {
  readonly name: string;
  readonly tab: number;
  readonly run: (tab: TestTab) => unknown;
}

const blockOf = ({ blocks }: Editor, which: number): string =>
  [...blocks.keys()].sort()[which % blocks.size] ?? '';

const editing = fc.array(anyStep, { minLength: 1, maxLength: 4 }).map((steps) => ({
  name: steps.map(({ name }) => name).join(', '),
  run: ({ editor }: TestTab) => {
    try {
      editor.run(() => {
        for (const each of steps) runStep(editor, each);
      });
    } catch (error) {
      // Steps that replace the page, and then change the block in which the other user types.
      if (!(error instanceof CobbleError && error.code === 'block_locked')) throw error;
    }
  },
}));

const CALLS: Readonly<Record<string, (editor: Editor) => unknown>> = {
  undo: (editor) => editor.undo(),
  redo: (editor) => editor.redo(),
  begin: (editor) => editor.begin(),
  commit: (editor) => editor.isInProgress && editor.commit(),
  cancel: (editor) => editor.isInProgress && editor.cancel(),
  'stop typing': (editor) => editor.stopTextEditing(),
};

const call = fc.constantFrom(...Object.keys(CALLS)).map((name) => ({
  name,
  run: ({ editor }: TestTab) => CALLS[name]?.(editor),
}));

const typing = at.map((which) => ({
  name: `type in ${String(which)}`,
  run: ({ editor }: TestTab) =>
    editor.startTextEditing(blockOf(editor, which)) && editor.setEditedText('Typing'),
}));

const turn: fc.Arbitrary<Turn> = fc
  .tuple(
    fc.nat(1),
    fc.oneof(
      { weight: 5, arbitrary: editing },
      { weight: 4, arbitrary: call },
      { weight: 1, arbitrary: typing },
    ),
  )
  .map(([tab, { name, run }]) => ({ name: `${String(tab)}: ${name}`, tab, run }));

async function open() {
  const { tabs, settle } = await openTestTabs(2);
  const rejected: Pick<RejectedOp, 'code' | 'details'>[] = [];
  for (const { client } of tabs)
    client.listen({
      onRejected: ({ code, details }) => rejected.push({ code, details: { ...details } }),
    });
  return { tabs: tabs as [TestTab, TestTab], settle, rejected };
}

/** Edits of a page on which `a`, the group `g` and, for edits of a section, `s1` are locked. */
const UNLOCKING: Readonly<Record<string, (editor: Editor) => Result<unknown>>> = {
  'unlocks a block and moves it': (editor) => {
    editor.setLocked(false, 'a').unwrap();
    return editor.update('a', { position: { x: 0.33 } });
  },
  'unlocks a block, moves it and locks it again': (editor) => {
    editor.setLocked(false, 'a').unwrap();
    editor.update('a', { position: { x: 0.33 }, styles: { opacity: 0.5 } }).unwrap();
    return editor.setLocked(true, 'a');
  },
  'unlocks a block and removes it': (editor) => {
    editor.setLocked(false, 'a').unwrap();
    return editor.remove('a');
  },
  'unlocks a group, changes its contents and locks it again': (editor) => {
    editor.setLocked(false, 'g').unwrap();
    editor.update('c', { styles: { opacity: 0.5 } }).unwrap();
    editor.remove('t').unwrap();
    editor.moveInto('g', ['b']).unwrap();
    editor.add({ type: 'shape', parentUuid: 'g' }).unwrap();
    return editor.setLocked(true, 'g');
  },
  'unlocks a section, slices it and locks it again': (editor) => {
    editor.setLocked(false, 's1').unwrap();
    editor.slice('s1', 0.05, 0.2).unwrap();
    return editor.setLocked(true, 's1');
  },
  'unlocks a block, moves it and then replaces the page': (editor) => {
    editor.setLocked(false, 'a').unwrap();
    editor.update('a', { position: { x: 0.33 } }).unwrap();
    const { settings, style, things } = editor.page;
    const { b: _, ...kept } = things;
    return editor.replacePage({ settings, style, things: kept });
  },
  'changes the page by more commands than an op may have': (editor) => {
    for (const by of [0.1, 0.2, 0.3]) {
      editor.slice('s1', 0.05, by).unwrap();
      editor.slice('s2', 0.05, by).unwrap();
    }
    return editor.slice('s1', 0.15, 0.1);
  },
};

describe('an edit that the editor accepts', () => {
  for (const [name, edit] of Object.entries(UNLOCKING))
    it(`does not vanish if it ${name} [R68]`, async () => {
      const { tabs, settle, rejected } = await open();
      const [one, two] = tabs;
      two.editor.setLocked(true, ['a', 'g', 's1']).unwrap();
      if (!name.includes('section')) two.editor.setLocked(false, 's1').unwrap();
      await settle();
      one.editor.run(() => edit(one.editor).unwrap());
      const alone = one.editor.page;
      await settle();
      expect(rejected).to.eql([]);
      for (const { editor } of tabs)
        expect(diffPages(alone, editor.page)).to.satisfy(isEmptyChange);
      expect(one.editor.undo()).to.equal(true);
      await settle();
      expect(rejected, 'after undo').to.eql([]);
      expect(diffPages(one.editor.page, two.editor.page)).to.satisfy(isEmptyChange);
      expect(one.editor.blocks.get('a')?.position.x).to.equal(0.1);
      for (const { client } of tabs) client.close();
    });

  it('does not vanish if someone else has meanwhile relocked the block that it unlocks [R68, R62]', async () => {
    const { tabs, settle, rejected } = await open();
    const [one, two] = tabs;
    one.editor.setLocked(true, 'a').unwrap();
    await settle();
    two.editor.setLocked(false, 'a').unwrap();
    two.editor.setLocked(true, 'a').unwrap();
    two.client.flush();
    one.editor.run(() => {
      one.editor.setLocked(false, 'a').unwrap();
      one.editor.update('a', { position: { x: 0.33 } }).unwrap();
    });
    await settle();
    expect(rejected).to.eql([]);
    for (const { editor } of tabs) {
      expect(editor.blocks.get('a')?.position.x).to.equal(0.33);
      expect(editor.blocks.get('a')?.locked).to.equal(undefined);
    }
    for (const { client } of tabs) client.close();
  });

  it('keeps a block when it is undone, at once, if someone else has locked the block since [R40, R63]', async () => {
    const { tabs, settle, rejected } = await open();
    const [one, two] = tabs;
    const uuid = one.editor.run(() => {
      const [added = ''] = one.editor.add({ type: 'shape' }).unwrap();
      one.editor.setLocked(true, added).unwrap();
      return added;
    });
    await settle();
    two.editor.setLocked(false, uuid).unwrap();
    two.editor.setLocked(true, uuid).unwrap();
    await settle();
    one.editor.undo();
    expect(one.editor.blocks.has(uuid), 'before the room has the undo').to.equal(true);
    await settle();
    expect(rejected).to.eql([]);
    for (const { editor } of tabs) expect(editor.blocks.has(uuid)).to.equal(true);
    for (const { client } of tabs) client.close();
  });

  const LOCKING: Readonly<Record<string, (two: TestTab) => unknown>> = {
    'locks the block': ({ editor }) => editor.setLocked(true, 'c').unwrap(),
    'locks its group': ({ editor }) => editor.setLocked(true, 'g').unwrap(),
    'begins to edit it': ({ client }) => client.acquireLocks(['c']),
  };
  const EDITING: Readonly<Record<string, (editor: Editor) => unknown>> = {
    moves: (editor) => editor.update('c', { position: { x: 0.01 } }).unwrap(),
    removes: (editor) => editor.remove('c').unwrap(),
  };
  for (const [locks, lock] of Object.entries(LOCKING))
    for (const [edits, edit] of Object.entries(EDITING))
      it(`is refused with a reason when it ${edits} a block and someone else ${locks} before it is committed [R68, E60]`, async () => {
        const { tabs, settle, rejected } = await open();
        const [one, two] = tabs;
        const refusals: string[] = [];
        one.editor.onRefusal((code) => refusals.push(code));
        const before = one.editor.blocks.get('c')?.position;
        one.editor.begin();
        edit(one.editor);
        lock(two);
        await settle();
        expect(one.editor.commit()).to.equal(null);
        expect(refusals).to.eql(['block_locked']);
        await settle();
        expect(rejected).to.eql([]);
        for (const { editor } of tabs) expect(editor.blocks.get('c')?.position).to.eql(before);
        for (const { client } of tabs) client.close();
      });

  it('may unlock a block that someone else locks before it is committed [R68, E60]', async () => {
    const { tabs, settle, rejected } = await open();
    const [one, two] = tabs;
    one.editor.begin();
    one.editor.update('c', { position: { x: 0.01 } }).unwrap();
    two.editor.setLocked(true, 'c').unwrap();
    await settle();
    one.editor.setLocked(false, 'c').unwrap();
    expect(one.editor.commit()).not.to.equal(null);
    await settle();
    expect(rejected).to.eql([]);
    expect(two.editor.blocks.get('c')?.position.x).to.equal(0.01);
    for (const { client } of tabs) client.close();
  });

  it('offers a text whose block someone else locks while it is typed [R68, R59]', async () => {
    const { tabs, settle, rejected } = await open();
    const [one, two] = tabs;
    expect(one.editor.startTextEditing('t')).to.equal(true);
    one.editor.setEditedText('Typed').unwrap();
    two.editor.setLocked(true, 'g').unwrap();
    await settle();
    expect(one.editor.isInProgress).to.equal(false);
    expect(JSON.stringify(one.client.lostTexts)).to.include('Typed');
    expect(JSON.stringify(one.editor.blocks.get('t'))).to.not.include('Typed');
    expect(rejected).to.eql([]);
    for (const { client } of tabs) client.close();
  });

  it('is accepted by the room if its author has received everything, so that none vanishes [R68]', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 10 }), async (turns) => {
        const { tabs, settle, rejected } = await open();
        const edits = [0, 0];
        for (const [index, { editor }] of tabs.entries())
          editor.onChange((_, origin) => {
            if (origin === 'edit') edits[index] = (edits[index] ?? 0) + 1;
          });
        for (const { name, tab, run } of turns) {
          const { editor } = tabs[tab] as TestTab;
          run(tabs[tab] as TestTab);
          const alone = { ...editor.stablePage, revision: 0 };
          const othersEdits = edits[1 - tab];
          await settle();
          expect(rejected, name).to.eql([]);
          // Locking or removing the block that the other user types in commits whatever else that
          // user's edit has changed.
          if (edits[1 - tab] !== othersEdits) continue;
          const settled = { ...editor.stablePage, revision: 0 };
          expect(diffPages(alone, settled), name).to.satisfy(isEmptyChange);
        }
        for (const { client } of tabs) client.close();
      }),
      { numRuns: lawRuns(40, 160) },
    );
  });
});
