import { expect } from 'chai';
import { CobbleError } from '../../model/CobbleError.ts';
import { ok } from '../../model/Result.ts';
import type { Page } from '../../model/Page.ts';
import { makeTestEditor } from '../../testing/makeTestEditor.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../../testing/makeTestPage.ts';
import { EditorState } from '../EditorState.ts';

describe('replacing the page', () => {
  const older: Page = makeTestPage(
    [
      makeTestSection('s2', { position: { height: 0.2 } }),
      makeTestBlock('a', { parentUuid: 's2', position: { x: 0.3, y: 5 } }),
    ],
    { settings: { title: 'Old', editorVersion: '0.7.0', referenceWidth: 700 } },
  );

  it('sets settings, style and blocks unchanged, and keeps slug, ID, owner and flags [E4]', () => {
    const editor = makeTestEditor([makeTestBlock('a'), makeTestBlock('b')]);
    const before = editor.page;
    const foreign: Page = {
      ...older,
      ...{ ID: 99, slug: 'other', site: { ID: 9, slug: 'bob' }, accountID: 2, revision: 8 },
      ...{ isPublic: false, isRestricted: true, isListed: false, isPeekable: true },
      isDisabled: true,
    };
    expect(editor.replacePage(foreign).ok).to.equal(true);
    expect(editor.page).to.deep.equal({ ...older, relativeHeight: 1.2 });
    expect(editor.hasPublishableChanges).to.equal(true);
    editor.undo();
    expect(editor.page).to.deep.equal(before);
    editor.redo();
    expect(editor.boxOf('a')?.y, 'the page is not settled').to.equal(6);
  });

  it('is a Full history entry, even if few blocks differ [E4]', () => {
    const state = new EditorState({ page: makeTestPage() });
    state.inProgress.edit(() => {
      state.inProgress.nameEdit({ type: 'replace-page' });
      state.store.setFields({ relativeHeight: 3 });
      return ok(null);
    });
    expect(state.history.latest?.edit.type).to.equal('Full');
  });

  it('leaves the text that is being typed, the mode and the history alone if it is refused [E35]', () => {
    let random = 0.5;
    const editor = makeTestEditor([makeTestText('t', 'a'), makeTestBlock('kept')], {
      maxBlocks: 4,
      environment: { random: () => random },
    });
    editor.startTextEditing('t');
    editor.setEditedText('typed').unwrap();
    const { page, stablePage } = editor;
    const { things } = page;
    const many = ['x', 'y', 'z'].map((uuid) => makeTestBlock(uuid));
    const expectSame = (what: string): void => {
      expect(editor.mode, what).to.eql({ name: 'text-editing', block: 't' });
      expect([editor.isInProgress, editor.canUndo], what).to.eql([true, false]);
      expect([editor.page, editor.stablePage], what).to.eql([page, stablePage]);
    };
    for (const body of [null, { settings: {} }, makeTestPage(many)]) {
      expect(editor.replacePage(body as never).ok).to.equal(false);
      expectSame(JSON.stringify(body));
    }
    editor.setLockedByOthers(['kept']);
    const withKeptChanged = {
      ...page,
      things: { ...things, kept: makeTestBlock('kept', { altText: 'x' }) },
    };
    expect(editor.replacePage(withKeptChanged)).to.include({ code: 'block_locked' });
    expectSame('replacing a locked block');
    expect(editor.unleashChaosMonkey()).to.include({ code: 'block_locked' });
    expectSame('the chaos monkey');
    random = NaN;
    expect(() => editor.unleashChaosMonkey()).to.throw(CobbleError, 'environment.random');
    expectSame('a chaos monkey that throws');
    editor.setLockedByOthers([]);
    expect(editor.replacePage(makeTestPage([makeTestBlock('x')])).ok).to.equal(true);
    expect([editor.mode.name, editor.history.position]).to.eql(['layout', 2]);
  });

  it('refuses an invalid page or one over the cap, and changes nothing [E4]', () => {
    const editor = makeTestEditor([], { maxBlocks: 3 });
    const before = editor.page;
    const largePage = makeTestPage([makeTestBlock('x'), makeTestBlock('y')]);
    expect(editor.replacePage(largePage)).to.deep.equal({
      ok: false,
      code: 'things_per_page_limit_exceeded',
      details: { max: 3 },
    });
    const bad = { ...older, things: { ...older.things, s1: makeTestBlock('s1') } };
    expect(editor.replacePage(bad)).to.include({ ok: false, code: 'invalid_page' });
    expect(editor.replacePage({ ...older, things: {} })).to.include({ code: 'invalid_page' });
    const otherType = {
      ...before,
      things: { ...before.things, s2: makeTestBlock('s2', { parentUuid: 's1' }) },
    };
    expect(editor.replacePage(otherType)).to.deep.include({
      code: 'invalid_page',
      details: { path: 'things.s2.type', message: 'cannot change' },
    });
    expect(editor.page).to.equal(before);
    expect(editor.replacePage(before).ok).to.equal(true);
    expect(editor.canUndo).to.equal(false);
  });

  it('keeps locked blocks if some blocks stay, but not if another page replaces all of them [E4, R38]', () => {
    const editor = makeTestEditor([makeTestBlock('a', { locked: true }), makeTestBlock('b')]);
    const { a: _, ...others } = editor.page.things;
    const body = { settings: editor.page.settings, style: {} };
    expect(editor.replacePage({ ...body, things: others })).to.deep.include({
      code: 'block_locked',
      details: { uuid: 'a' },
    });
    const { b: __, ...remaining } = editor.page.things;
    expect(editor.replacePage({ ...body, things: remaining }).ok).to.equal(true);
    editor.setLockedByOthers(['a']);
    const another = { n: makeTestSection('n') };
    expect(editor.replacePage({ ...body, things: another })).to.include({ code: 'block_locked' });
    editor.setLockedByOthers([]);
    expect(editor.replacePage({ ...body, things: another }).ok).to.equal(true);
    expect(editor.undo()).to.equal(true);
    expect(editor.blocks.get('a')?.locked).to.equal(true);
  });

  it('refuses adding and pasting before there is a section [E5]', () => {
    const editor = makeTestEditor([makeTestBlock('a')]);
    editor.select(['a']);
    const copied = editor.copy() ?? '';
    const state = (editor as unknown as { state: EditorState }).state;
    for (const uuid of ['a', ...editor.sectionIds]) state.store.delete(uuid);
    expect(editor.add({ type: 'shape' })).to.include({ ok: false, code: 'no_page' });
    expect(editor.paste(copied)).to.include({ ok: false, code: 'no_page' });
  });
});
