import { expect } from 'chai';
import type { Block } from '../../model/Block.ts';
import { type Change, diffPages, EMPTY_CHANGE } from '../../model/Change.ts';
import { checkTree } from '../../parsing/checkTree.ts';
import type { Page } from '../../model/Page.ts';
import { ok, type Result } from '../../model/Result.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import { makeTestBlock, makeTestSection, makeTestText } from '../../testing/makeTestPage.ts';
import { richTextFromPlain } from '../../text/richText.ts';
import { updateBlocks } from '../commands/updateBlocks.ts';
import { updatePage } from '../commands/updatePage.ts';
import type { Editor } from '../Editor.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import { EditorState } from '../EditorState.ts';

/** Applies a remote change: what `edit` does to the blocks of the stable page. */
function changeRemotely(editor: Editor, edit: (things: Record<string, Block>) => void): void {
  const page = editor.stablePage;
  const things = { ...page.things };
  edit(things);
  editor.applyRemote(diffPages(page, { ...page, things }));
}

function patchBlock(things: Record<string, Block>, uuid: string, patch: Partial<Block>): void {
  const block = things[uuid];
  if (!block) throw new Error(`no block ${uuid}`);
  things[uuid] = { ...block, ...patch };
}

function moveBlock(things: Record<string, Block>, uuid: string, patch: Partial<Block['position']>) {
  const block = things[uuid];
  if (block) things[uuid] = { ...block, position: { ...block.position, ...patch } };
}

const blockOf = (editor: Editor, uuid: string): Block | undefined => editor.page.things[uuid];
const xOf = (editor: Editor, uuid: string): number | undefined => blockOf(editor, uuid)?.position.x;
const isTree = (page: Page): boolean => checkTree(page.things) === null;

const make = (): Editor =>
  makeTestEditor([
    makeTestBlock('a', { position: { x: 0.1, y: 0.1 } }),
    makeTestBlock('b', { position: { x: 0.4, y: 0.1 } }),
  ]);

describe('history', () => {
  it('gives each entry its type: Full, Patch, Slice or Things [H1]', () => {
    const state = new EditorState({ page: make().page });
    const types: unknown[] = [];
    const runCommand = (command: () => Result<unknown, EditorRefusal>): void => {
      expect(state.inProgress.edit(command).ok).to.equal(true);
      types.push(state.history.latest?.edit.type);
    };
    runCommand(() => updateBlocks(state, new Map([['a', { position: { x: 0.2 } }]])));
    runCommand(() => updatePage(state, { settings: { title: 'New' } }));
    runCommand(() => {
      state.inProgress.nameEdit({ type: 'slice-section', section: 's1', y: 0, by: 0.1 });
      return updateBlocks(state, new Map([['a', { position: { x: 0.3 } }]]));
    });
    runCommand(() => {
      for (const uuid of [...state.blocks.keys()]) state.store.delete(uuid);
      state.store.put(makeTestSection('other'));
      return ok(null);
    });
    expect(types).to.eql(['Things', 'Patch', 'Slice', 'Full']);
  });

  it('keeps its order when a listener edits while it is notified of undo or redo [H3]', () => {
    const editor = make();
    let follows: string | null = null;
    editor.onChange((_, origin) => {
      if (origin !== follows) return;
      follows = null;
      editor.update('b', { altText: `after ${origin}` });
    });
    editor.update('a', { altText: 'first' });
    editor.update('a', { altText: 'second' });
    editor.undo();
    follows = 'redo';
    editor.redo();
    expect(blockOf(editor, 'b')?.altText).to.equal('after redo');
    editor.undo();
    expect([blockOf(editor, 'a')?.altText, blockOf(editor, 'b')?.altText]).to.eql([
      'second',
      undefined,
    ]);
    editor.undo();
    expect(blockOf(editor, 'a')?.altText).to.equal('first');
    follows = 'undo';
    editor.undo();
    expect([blockOf(editor, 'a')?.altText, blockOf(editor, 'b')?.altText]).to.eql([
      undefined,
      'after undo',
    ]);
    expect(editor.canRedo).to.equal(false);
    editor.undo();
    expect([blockOf(editor, 'b')?.altText, editor.canUndo]).to.eql([undefined, false]);
  });

  it('is cleared when a page is loaded [H2]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 } });
    editor.undo();
    editor.update('b', { position: { x: 0.2 } });
    editor.load(editor.page);
    expect([editor.canUndo, editor.canRedo]).to.eql([false, false]);
  });

  it('records only differences, and a new change clears redo [H3]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 } });
    editor.undo();
    expect(editor.canRedo).to.equal(true);
    editor.update('a', { position: { x: 0.1 } });
    expect([editor.canUndo, editor.canRedo]).to.eql([false, true]);
    editor.update('a', { position: { x: 0.3 } });
    expect([editor.canUndo, editor.canRedo]).to.eql([true, false]);
  });

  it('keeps the newest 1,000 entries [H4]', () => {
    const editor = make();
    for (let step = 1; step <= 1010; step++) editor.update('a', { position: { x: step / 10_000 } });
    let undone = 0;
    while (editor.undo()) undone += 1;
    expect(undone).to.equal(1000);
    expect(xOf(editor, 'a')).to.equal(0.001);
  });

  it('can undo a redone edit if the room rejects only the original edit [R35]', () => {
    const editor = make();
    const reports: Change[] = [];
    editor.onChange((change) => reports.push(change));
    editor.updatePage({ settings: { title: 'Page' } });
    const [added = ''] = editor.add({ type: 'shape', parentUuid: 's1' } as never).unwrap();
    editor.undo();
    editor.redo();
    const [, first] = reports;
    expect(first?.added).to.have.keys(added);
    editor.amendHistory(first ?? EMPTY_CHANGE, EMPTY_CHANGE);
    expect(editor.undo()).to.equal(true);
    expect(editor.blocks.has(added)).to.equal(false);
    expect(editor.fields.settings.title).to.equal('Page');
  });
});

describe('a remote change', () => {
  it('does not enter the history, and deselects removed blocks [H5]', () => {
    const editor = make();
    const origins: string[] = [];
    editor.onChange((_, origin) => origins.push(origin));
    editor.select(['a', 'b']);
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 'a'));
    expect(origins).to.eql(['remote']);
    expect([...editor.selection]).to.eql(['b']);
    expect(editor.canUndo).to.equal(false);
    expect(editor.hasPublishableChanges).to.equal(true);
    editor.applyRemote(diffPages(editor.page, editor.page));
    expect(origins).to.eql(['remote']);
  });

  it('survives undo and redo, which skip properties that others have written since [H6]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 }, styles: { opacity: 0.5 } });
    changeRemotely(editor, (things) => moveBlock(things, 'a', { x: 0.7 }));
    expect(editor.undo()).to.equal(true);
    expect(xOf(editor, 'a')).to.equal(0.7);
    expect(blockOf(editor, 'a')?.styles.opacity).to.equal(undefined);
    expect(editor.redo()).to.equal(true);
    expect(xOf(editor, 'a')).to.equal(0.7);
    expect(blockOf(editor, 'a')?.styles.opacity).to.equal(0.5);
  });

  it('makes undo keep the whole placement, even if it only rotates the block [H6]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 } });
    changeRemotely(editor, (things) => moveBlock(things, 'a', { rotationDeg: 30 }));
    expect(editor.undo()).to.equal(false);
    expect(xOf(editor, 'a')).to.equal(0.2);
  });

  it('makes undo skip an entry that it has overwritten completely, and undo the one before it [H7]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 } });
    editor.update('b', { position: { x: 0.6 } });
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 'b'));
    expect(editor.undo()).to.equal(true);
    expect(xOf(editor, 'a')).to.equal(0.1);
    expect(blockOf(editor, 'b')).to.equal(undefined);
    expect([editor.canUndo, editor.canRedo]).to.eql([false, true]);
  });

  it('that moves the last block of an edit within its group makes undo skip the edit: the size of the group alone is no edit [H7, H8]', () => {
    const editor = make();
    const group = editor.group(['a', 'b'], { select: false }).unwrap();
    editor.nudge(60, 0, ['b']).unwrap();
    changeRemotely(editor, (things) => moveBlock(things, 'b', { y: 0.3 }));
    // Undo of the grouping moves only the block that nobody else has moved.
    expect(editor.undo()).to.equal(true);
    expect([blockOf(editor, 'a')?.parentUuid, blockOf(editor, 'b')?.parentUuid]).to.eql([
      's1',
      group,
    ]);
  });

  it('leaves no orphans: undo restores a block of a removed section in another, and removes no group with others’ blocks [H8]', () => {
    const editor = make();
    editor.remove(['a']);
    changeRemotely(editor, (things) => {
      Reflect.deleteProperty(things, 's1');
      Reflect.deleteProperty(things, 'b');
    });
    expect(editor.undo()).to.equal(true);
    expect(blockOf(editor, 'a')?.parentUuid).to.equal('s2');
    expect(isTree(editor.page)).to.equal(true);
    expect(editor.redo()).to.equal(true);
    expect(blockOf(editor, 'a')).to.equal(undefined);

    const other = make();
    other.select(['a', 'b']);
    const group = other.group();
    const uuid = group.ok ? group.value : '';
    changeRemotely(other, (things) => {
      things.c = makeTestBlock('c', { parentUuid: uuid });
    });
    expect(other.undo()).to.equal(true);
    expect(blockOf(other, 'a')?.parentUuid).to.equal('s1');
    expect(blockOf(other, 'c')?.parentUuid).to.equal(uuid);
    expect(isTree(other.page)).to.equal(true);
  });

  it('that fills a new section makes undo skip its addition, and undo the edit before it: the height of the page alone is no edit [H7, H8]', () => {
    const editor = make();
    editor.update('a', { altText: 'Earlier' }).unwrap();
    const before = new Set(editor.blocks.keys());
    editor.addSection().unwrap();
    const added = [...editor.blocks.keys()].find((uuid) => !before.has(uuid)) ?? '';
    changeRemotely(editor, (things) => {
      things.c = makeTestBlock('c', { parentUuid: added });
    });
    const height = editor.fields.relativeHeight;
    expect(editor.undo()).to.equal(true);
    expect(blockOf(editor, 'a')).to.not.have.property('altText');
    expect([editor.blocks.has(added), editor.fields.relativeHeight]).to.eql([true, height]);
  });

  it('that removes a new section, which is then forgotten, leaves no undo of the page’s height [H8]', () => {
    const editor = make();
    const heightBefore = editor.fields.relativeHeight;
    const uuid = editor.addSection().unwrap();
    const section = editor.blocks.get(uuid);
    if (!section) throw new Error('no section');
    expect(editor.fields.relativeHeight).to.not.equal(heightBefore);
    const { relativeHeight } = editor.fields;
    editor.applyRemote({ ...EMPTY_CHANGE, removed: { [uuid]: section } });
    editor.forgetBlock(uuid);
    expect(editor.undo()).to.equal(false);
    expect(editor.fields.relativeHeight).to.equal(relativeHeight);
  });

  it('that leaves one section keeps undo from removing it [H8]', () => {
    const editor = make();
    editor.addSection();
    changeRemotely(editor, (things) => {
      for (const each of ['s1', 's2', 'a', 'b']) Reflect.deleteProperty(things, each);
    });
    editor.undo();
    expect(editor.sectionIds).to.have.length(1);
  });

  it('causes no cycle: undo does not move a group into its own contents [H8]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1', styles: { background: { color: '#FFFFFF' } } }),
    ]);
    editor.select(['g']);
    editor.dispatch({ type: 'keydown', key: 'ArrowDown', alt: true });
    expect(blockOf(editor, 'g')?.parentUuid).to.equal('s2');
    // Meanwhile, someone has turned s1, where g came from, into a group inside g.
    changeRemotely(editor, (things) => patchBlock(things, 's1', { parentUuid: 'g' }));
    editor.undo();
    expect(blockOf(editor, 'g')?.parentUuid).to.equal('s2');
    expect(isTree(editor.page)).to.equal(true);
  });

  it('that locks a block keeps its placement and styles on undo [H6]', () => {
    for (const patch of [
      { styles: { opacity: 0.5 } },
      { position: { x: 0.2, y: 0.3, width: 0.4, height: 0.5, rotationDeg: 30 } },
    ]) {
      const editor = make();
      editor.update('a', patch);
      changeRemotely(editor, (things) => patchBlock(things, 'a', { locked: true }));
      const locked = blockOf(editor, 'a');
      expect(editor.undo()).to.equal(false);
      expect(blockOf(editor, 'a')).to.equal(locked);
    }
  });

  it('that locks a block keeps its placement and styles on redo [H6]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 }, styles: { opacity: 0.5 } });
    editor.undo();
    changeRemotely(editor, (things) => patchBlock(things, 'a', { locked: true }));
    expect(editor.redo()).to.equal(false);
    expect(xOf(editor, 'a')).to.equal(0.1);
    expect(blockOf(editor, 'a')?.styles.opacity).to.equal(undefined);
  });

  it('merges with settings that are undone, key by key [H6]', () => {
    const editor = make();
    editor.updatePage({ settings: { title: 'Mine', lang: 'en' } });
    const { settings } = editor.fields;
    editor.applyRemote({
      added: {},
      updated: {},
      removed: {},
      page: { from: { settings }, to: { settings: { ...settings, title: 'Theirs' } } },
    });
    editor.undo();
    expect(editor.fields.settings).to.include({ title: 'Theirs' });
    expect(editor.fields.settings.lang).to.equal(undefined);
  });
});

describe('a block that another user is editing', () => {
  it('keeps undo from reverting its latest edit, and no entry is lost [H7]', () => {
    const editor = make();
    editor.update('b', { position: { x: 0.6 } });
    for (let count = 0; count < 5; count++) editor.nudge(1, 0, 'a').unwrap();
    const before = editor.page;
    editor.setLockedByOthers(['a']);
    expect(editor.undo()).to.equal(false);
    expect(editor.jumpTo(null)).to.equal(false);
    expect(editor.page).to.equal(before);
    expect([editor.history.entries.length, editor.history.position]).to.eql([6, 6]);
    editor.setLockedByOthers([]);
    for (let count = 0; count < 6; count++) expect(editor.undo()).to.equal(true);
    expect([xOf(editor, 'a'), xOf(editor, 'b')]).to.eql([0.1, 0.4]);
    editor.setLockedByOthers(['b']);
    expect(editor.redo()).to.equal(false);
    editor.setLockedByOthers([]);
    while (editor.redo());
    expect(editor.page).to.deep.equal(before);
  });

  it('keeps undo from removing it, and the entry that added it is not lost [H7]', () => {
    const editor = make();
    const [uuid = ''] = editor.add({ type: 'shape' }).unwrap();
    editor.setLockedByOthers([uuid]);
    expect(editor.undo()).to.equal(false);
    editor.setLockedByOthers([]);
    expect(editor.undo()).to.equal(true);
    expect(editor.blocks.has(uuid)).to.equal(false);
  });

  it('does not keep undo from skipping entries that others have overwritten [H7]', () => {
    const editor = make();
    editor.update('a', { position: { x: 0.2 } });
    editor.update('b', { position: { x: 0.6 } });
    editor.setLockedByOthers(['b']);
    changeRemotely(editor, (things) => moveBlock(things, 'b', { x: 0.9 }));
    expect(editor.undo()).to.equal(true);
    expect([xOf(editor, 'a'), xOf(editor, 'b')]).to.eql([0.1, 0.9]);
    expect(editor.history.entries).to.have.length(1);
  });

  it('keeps undo from reverting any part of its edit, and is reported as the reason [H7]', () => {
    const editor = make();
    const refusals: string[] = [];
    editor.onRefusal((code) => refusals.push(code));
    editor.update('a', { position: { y: 2 } });
    const before = editor.page;
    expect(before.things.s1?.position.height, 'the section has grown').to.be.greaterThan(2);
    editor.setLockedByOthers(['a']);
    expect(editor.undo()).to.equal(false);
    expect(editor.page).to.equal(before);
    expect(refusals).to.eql(['block_locked']);
    editor.setLockedByOthers([]);
    expect(editor.undo()).to.equal(true);
    expect(blockOf(editor, 'a')?.position.y).to.equal(0.1);
  });
});

describe('a remote change during a gesture', () => {
  it('does not affect what the gesture changes, and applies to the rest [H9]', () => {
    const editor = make();
    editor.begin();
    editor.update('a', { position: { x: 0.3 } });
    changeRemotely(editor, (things) => patchBlock(things, 'a', { styles: { opacity: 0.5 } }));
    changeRemotely(editor, (things) => moveBlock(things, 'a', { x: 0.9 }));
    changeRemotely(editor, (things) => moveBlock(things, 'b', { x: 0.8 }));
    expect(xOf(editor, 'a')).to.equal(0.3);
    expect(blockOf(editor, 'a')?.styles.opacity).to.equal(0.5);
    expect(xOf(editor, 'b')).to.equal(0.8);
    expect(editor.stablePage.things.a?.position.x).to.equal(0.9);
    const change = editor.commit();
    expect(Object.keys(change?.updated ?? {})).to.eql(['a']);
    expect(change?.updated.a?.[1].styles.opacity).to.equal(0.5);
    expect(editor.undo()).to.equal(true);
    expect(xOf(editor, 'a')).to.equal(0.9);
    expect(blockOf(editor, 'a')?.styles.opacity).to.equal(0.5);
  });

  it('that removes a block takes effect when the gesture ends, and reports the block [H10]', () => {
    const editor = make();
    const removedBlocks: string[] = [];
    editor.onRemovedByOthers((block) =>
      removedBlocks.push(`${block.uuid} ${String(block.position.x)}`),
    );
    editor.begin();
    editor.update('a', { position: { x: 0.3 } });
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 'a'));
    expect(xOf(editor, 'a')).to.equal(0.3);
    expect(editor.stablePage.things.a).to.equal(undefined);
    expect(editor.update('a', { position: { x: 0.35 } }).ok).to.equal(true);
    expect(editor.commit()).to.equal(null);
    expect(blockOf(editor, 'a')).to.equal(undefined);
    expect(removedBlocks).to.eql(['a 0.35']);
    expect(editor.canUndo).to.equal(false);
  });

  it('that removes a block takes effect on cancel, and not if the block is restored [H10]', () => {
    const editor = make();
    editor.begin();
    editor.update('a', { position: { x: 0.3 } });
    const { a } = editor.stablePage.things;
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 'a'));
    changeRemotely(editor, (things) => {
      if (a) things.a = a;
    });
    editor.cancel();
    expect(xOf(editor, 'a')).to.equal(0.1);
    editor.begin();
    editor.update('a', { position: { x: 0.3 } });
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 'a'));
    editor.cancel();
    expect(blockOf(editor, 'a')).to.equal(undefined);
  });

  it('that removes a block reports text whose editing is cancelled [H10]', () => {
    const editor = makeTestEditor([makeTestText('t', 'Hi')]);
    const removedBlocks: string[] = [];
    editor.onRemovedByOthers((block) => removedBlocks.push(JSON.stringify(block.content)));
    editor.begin();
    editor.update('t', { content: { text: richTextFromPlain('Hello') } });
    changeRemotely(editor, (things) => Reflect.deleteProperty(things, 't'));
    editor.cancel();
    expect(removedBlocks).to.have.length(1);
    expect(removedBlocks[0]).to.contain('Hello');
    expect(blockOf(editor, 't')).to.equal(undefined);
    editor.begin();
    editor.cancel();
    expect(removedBlocks, 'once').to.have.length(1);
  });

  it('leaves a valid tree when it moves and removes groups that are being grouped [H11]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1', styles: { background: { color: '#FFFFFF' } } }),
      makeTestSection('h', { parentUuid: 's1', styles: { background: { color: '#FFFFFF' } } }),
      makeTestBlock('a', { parentUuid: 'h' }),
      makeTestBlock('c', { parentUuid: 's2' }),
    ]);
    const before = editor.stablePage;
    // Here g and h are grouped; remotely g moves into h, which is then removed with its contents.
    editor.begin();
    editor.select(['h', 'g']);
    expect(editor.group().ok).to.equal(true);
    changeRemotely(editor, (things) => patchBlock(things, 'g', { parentUuid: 'h' }));
    expect(isTree(editor.page)).to.equal(true);
    expect(isTree(editor.stablePage)).to.equal(true);
    changeRemotely(editor, (things) => {
      for (const each of ['h', 'a', 'g']) Reflect.deleteProperty(things, each);
    });
    editor.commit();
    expect(isTree(editor.page)).to.equal(true);
    expect(before.things.c).to.equal(blockOf(editor, 'c'));
  });

  it('that adds a block to a group that is being removed: the block is removed too [H11]', () => {
    const editor = makeTestEditor([
      makeTestSection('g', { parentUuid: 's1' }),
      makeTestBlock('a', { parentUuid: 'g' }),
    ]);
    editor.begin();
    editor.remove(['g']);
    changeRemotely(editor, (things) => {
      things.n = makeTestBlock('n', { parentUuid: 'g' });
    });
    expect(isTree(editor.page)).to.equal(true);
    const change = editor.commit();
    expect(Object.keys(change?.removed ?? {})).to.have.members(['g', 'a', 'n']);
    expect(isTree(editor.page)).to.equal(true);
  });

  const removeOutside = (editor: Editor): void => {
    editor.run(() => editor.remove('s1').unwrap(), { history: false });
  };
  const removeRemotely = (editor: Editor): void =>
    changeRemotely(editor, (things) => {
      for (const uuid of ['s1', 'a']) Reflect.deleteProperty(things, uuid);
    });
  for (const [name, remove] of [
    ['someone else removes', removeRemotely],
    ['an edit outside the history removes', removeOutside],
  ] as const)
    for (const isWritten of [false, true])
      it(`keeps the section that it removes if ${name} the other, ${isWritten ? 'even' : 'not'} one that it has written [H11]`, () => {
        const editor = makeTestEditor([
          makeTestSection('g', { parentUuid: 's2' }),
          makeTestBlock('inner', { parentUuid: 'g' }),
          makeTestBlock('moved', { parentUuid: 's2' }),
          makeTestBlock('a'),
        ]);
        const { things } = editor.page;
        editor.begin();
        if (isWritten) editor.update('s1', { altText: 'Mine' }).unwrap();
        editor.moveInto('s1', 'moved').unwrap();
        editor.begin();
        editor.remove('s2').unwrap();
        remove(editor);
        editor.commit();
        if (!isWritten) expect(editor.sectionIds).to.eql(['s2']);
        editor.commit();
        expect(isTree(editor.page)).to.equal(true);
        expect(editor.page.things).to.have.all.keys('s2', 'g', 'inner', 'moved');
        for (const uuid of ['s2', 'g', 'inner'])
          expect(blockOf(editor, uuid)).to.equal(things[uuid]);
        while (editor.undo());
        expect(isTree(editor.page)).to.equal(true);
      });

  it('updates page fields that are not being changed [H9]', () => {
    const editor = make();
    editor.begin();
    editor.updatePage({ settings: { title: 'Mine' } });
    const { settings } = editor.stablePage;
    editor.applyRemote({
      added: {},
      updated: {},
      removed: {},
      page: { from: { settings }, to: { settings: { ...settings, title: 'Theirs', lang: 'fr' } } },
    });
    expect(editor.fields.settings).to.include({ title: 'Mine', lang: 'fr' });
    editor.cancel();
    expect(editor.fields.settings).to.include({ title: 'Theirs', lang: 'fr' });
  });
});
