import {
  ALL_PERMISSIONS,
  type Block,
  createEditor,
  type Editor,
  type Page,
  type Permissions,
  SAMPLE_PERMISSIONS,
} from '@cobble/engine';
import { expect } from 'chai';
import { observable, runInAction } from 'mobx';
import { translateEnglish } from '../messages/i18n.ts';
import { ServiceError } from '../services/ServiceError.ts';
import { PublishStore } from './PublishStore.ts';
import { testPage } from '../testing/testPage.ts';

/** A store whose server responds when the test tells it to. */
function setUp(
  options: {
    isUploading?: boolean;
    workBesidePage?: 'image' | 'text';
    isStorable?: boolean;
    permissions?: Permissions;
    /** Fields of the page that differ from `testPage`. */
    page?: Partial<Page>;
    isPublished?: boolean;
    isMigrated?: boolean;
    /** The newest page on the server. */
    latest?: () => Page;
  } = {},
) {
  const { permissions = ALL_PERMISSIONS, isPublished, isMigrated = false } = options;
  const page = { ...testPage(), ...options.page };
  const editor: Editor = createEditor({ page, permissions });
  if (isMigrated) editor.load(page, { hasPublishableChanges: true });
  const notices: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const links: (string | undefined)[] = [];
  const sent: { page: Page; baseRevision: number }[] = [];
  const hadNewerEdits: boolean[] = [];
  const uploading = observable.box(options.isUploading ?? false);
  let conflicts = 0;
  let settle: { resolve: (page: Page) => void; reject: (error: unknown) => void } | null = null;
  const store = new PublishStore({
    editor,
    service: () => ({
      ...(isPublished === undefined ? {} : { isPublished }),
      publicUrl: () => 'http://wren.localhost/',
      loadLatest: () =>
        options.latest
          ? Promise.resolve({ page: options.latest(), hasPublishableChanges: false })
          : Promise.reject(new Error('not called')),
      publish: (page, baseRevision) => {
        sent.push({ page, baseRevision });
        return new Promise((resolve, reject) => {
          settle = { resolve, reject };
        });
      },
    }),
    t: translateEnglish,
    notify: (message, notice) => {
      notices.push(message);
      signals.push(notice?.signal);
      links.push(notice?.action?.label);
    },
    isUploading: () => uploading.get(),
    uploadAction: () => (uploading.get() ? { label: 'Log in', run: () => undefined } : null),
    workBesidePage: () => options.workBesidePage ?? null,
    finishPage: (page) => ((options.isStorable ?? true) ? page : null),
    isSignedIn: () => true,
    hasLostTexts: () => false,
    onPublished: (hasNewerEdits) => hadNewerEdits.push(hasNewerEdits),
    onConflict: () => (conflicts += 1),
  });
  const respond = () => {
    const last = sent.at(-1);
    if (!last || !settle) throw new Error('Nothing was sent');
    settle.resolve({
      ...last.page,
      revision: last.baseRevision + 1,
      updatedAt: '2026-11-21T02:00:00Z',
    });
  };
  const respondWith = (page: Page) => settle?.resolve(page);
  const fail = (error: unknown) => settle?.reject(error);
  const finishUpload = () => {
    runInAction(() => {
      uploading.set(false);
    });
  };
  return {
    ...{ editor, store, notices, links, sent, hadNewerEdits, respond, respondWith, fail },
    finishUpload,
    conflicts: () => conflicts,
    /** The notices that have not been hidden. */
    visible: () => notices.filter((_, at) => signals[at]?.aborted === false),
  };
}

describe('PublishStore', () => {
  it('sends the editor version and the base revision, and has nothing left to publish [PB1]', async () => {
    const { editor, store, sent, hadNewerEdits, notices, respond } = setUp();
    editor.add({ type: 'shape' });
    expect(store.canPublish).to.equal(true);
    const publishing = store.publish();
    expect(store.isPublishing).to.equal(true);
    respond();
    expect(await publishing).to.equal('published');
    expect(sent[0]?.page.settings.editorVersion).to.equal('0.7.0');
    expect(sent[0]?.baseRevision).to.equal(3);
    expect(editor.fields.revision).to.equal(4);
    expect(store.hasUnsavedChanges).to.equal(false);
    expect(hadNewerEdits).to.deep.equal([false]);
    expect(notices).to.deep.equal(['Page published']);
  });

  it('sends no page with an image that only this tab can show [UL2]', async () => {
    const { editor, store, notices, sent } = setUp({ isStorable: false });
    editor.add({ type: 'shape' });
    expect(await store.publish()).to.equal('refused');
    expect([store.isPublishing, sent]).to.deep.equal([false, []]);
    expect(notices[0]).to.contain('Please wait for your image');
  });

  it('does not publish for a user who may only sample the page, and reports no unsaved changes [PB6]', async () => {
    const { editor, store, notices, sent } = setUp({ permissions: SAMPLE_PERMISSIONS });
    expect(editor.add({ type: 'shape' }).ok).to.equal(true);
    expect([store.hasUnsavedChanges, store.canPublish]).to.deep.equal([false, false]);
    expect(await store.publish()).to.equal('refused');
    expect([notices, sent]).to.deep.equal([["You don't have the permission to publish."], []]);
  });

  it('keeps edits made during a publish as unpublished changes [PB2]', async () => {
    const { editor, store, hadNewerEdits, respond } = setUp();
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    const later = editor.add({ type: 'sticky-note' });
    respond();
    await publishing;
    expect(later.ok && editor.blocks.has(later.value[0] ?? '')).to.equal(true);
    expect(store.hasUnsavedChanges).to.equal(true);
    expect(hadNewerEdits).to.deep.equal([true]);
    const again = store.publish();
    respond();
    expect(await again).to.equal('published');
    expect(store.hasUnsavedChanges).to.equal(false);
  });

  it('leaves a page alone that the host has opened while another one was published', async () => {
    const { editor, store, notices, hadNewerEdits, respond } = setUp();
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    const other = { ...testPage(), ID: testPage().ID + 1 };
    editor.load(other);
    editor.add({ type: 'sticky-note' });
    respond();
    expect(await publishing).to.equal('published');
    expect(editor.fields.revision).to.equal(other.revision);
    expect(store.hasUnsavedChanges).to.equal(true);
    // Or its unpublished changes would be deleted from this browser.
    expect(hadNewerEdits).to.deep.equal([]);
    expect(notices).to.deep.equal([]);
  });

  for (const [what, options] of [
    ['a page that was never published', { isPublished: false }],
    ['a page that was migrated when it was opened', { isMigrated: true }],
  ] as const)
    it(`offers to publish ${what}, but does not warn of unsaved changes before there are any [PB1, PB9]`, async () => {
      const { editor, store, respond } = setUp(options);
      expect([store.canPublish, store.hasUnsavedChanges]).to.deep.equal([true, false]);
      editor.add({ type: 'shape' });
      expect([store.canPublish, store.hasUnsavedChanges]).to.deep.equal([true, true]);
      const publishing = store.publish();
      respond();
      await publishing;
      expect([store.canPublish, store.hasUnsavedChanges]).to.deep.equal([false, false]);
    });

  it('links to the live page only if there is one [PB11]', async () => {
    for (const [options, before, after] of [
      [{}, true, true],
      [{ isPublished: false }, false, true],
      [{ page: { isPublic: false } }, false, false],
      [{ page: { isDisabled: true } }, false, false],
    ] as const) {
      const { editor, store, links, respond } = setUp(options);
      expect(store.isLive).to.equal(before);
      editor.add({ type: 'shape' });
      const publishing = store.publish();
      respond();
      await publishing;
      expect(store.isLive).to.equal(after);
      expect(links).to.deep.equal([after ? 'View' : undefined]);
    }
  });

  it('includes text that is being edited, and ends text editing [PB1]', async () => {
    const { editor, store, sent, respond } = setUp();
    const added = editor.add({ type: 'sticky-note' });
    const note = (added.ok && added.value[0]) || '';
    editor.markPublished({});
    expect(store.canPublish).to.equal(false);
    editor.startTextEditing(note);
    expect(store.canPublish, 'nothing has been typed yet').to.equal(false);
    editor.setEditedText('Closed on Mondays');
    expect(store.canPublish).to.equal(true);
    const publishing = store.publish();
    expect(editor.mode.name).to.equal('layout');
    expect(JSON.stringify(sent[0]?.page.things[note])).to.contain('Closed on Mondays');
    respond();
    await publishing;
    expect(store.hasUnsavedChanges).to.equal(false);
  });

  it('includes what is being typed in a popup, which can be published and counts as unsaved [PB1][PB9]', async () => {
    const { editor, store, sent, respond } = setUp();
    editor.begin();
    expect([store.canPublish, store.hasUnsavedChanges]).to.eql([false, false]);
    editor.updatePage({ settings: { title: 'Being typed' } });
    expect([store.canPublish, store.hasUnsavedChanges]).to.eql([true, true]);
    const publishing = store.publish();
    respond();
    expect(await publishing).to.equal('published');
    expect(sent[0]?.page.settings.title).to.equal('Being typed');
    expect([editor.isInProgress, store.hasUnsavedChanges]).to.eql([false, false]);
  });

  it('counts an image that still waits to be uploaded as unsaved, or leaving would lose it, but needs no local copy for it [PB9]', async () => {
    const { editor, store, hadNewerEdits, respond } = setUp({ workBesidePage: 'image' });
    expect([store.hasUnsavedChanges, store.canPublish]).to.eql([true, false]);
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    respond();
    await publishing;
    expect([store.hasUnsavedChanges, hadNewerEdits]).to.eql([true, [false]]);
  });

  it('does not promise a user who leaves that publishing saves an image that is being uploaded or an invalid text [PB9]', () => {
    const waiting = setUp({ workBesidePage: 'image' });
    const uploading = setUp({ workBesidePage: 'image', isUploading: true });
    const invalid = setUp({ workBesidePage: 'text' });
    const works = () => [waiting, uploading, invalid].map(({ store }) => store.unsavedWork);
    expect(works()).to.eql(['image', 'image', 'text']);
    for (const { editor } of [waiting, uploading, invalid]) editor.add({ type: 'shape' });
    expect(works(), 'with changes').to.eql(['changes', 'image', 'changes']);
    expect(setUp().store.unsavedWork).to.equal(null);
  });

  it('has nothing to publish or to lose after everything was undone, until it is redone or someone else changes the page [PB1, PB9]', async () => {
    const { editor, store, respond } = setUp();
    const state = () => [store.canPublish, store.hasUnsavedChanges];
    const [uuid = ''] = editor.add({ type: 'shape' }).unwrap();
    editor.update(uuid, { position: { x: 0.3 } });
    editor.updatePage({ settings: { title: 'Cups' } });
    while (editor.undo()) expect(editor.hasPublishableChanges).to.equal(true);
    expect(state()).to.eql([false, false]);
    while (editor.redo()) expect(state()).to.eql([true, true]);
    const publishing = store.publish();
    respond();
    await publishing;
    editor.update(uuid, { position: { x: 0.4 } });
    expect(state()).to.eql([true, true]);
    editor.undo();
    expect(state()).to.eql([false, false]);
    editor.undo();
    expect(state(), 'before what was published').to.eql([true, true]);
    editor.redo();
    expect(state()).to.eql([false, false]);
    const from = editor.stablePage.things[uuid] as Block;
    const to = { ...from, locked: true };
    editor.applyRemote({ added: {}, updated: { [uuid]: [from, to] }, removed: {} });
    editor.applyRemote({ added: {}, updated: { [uuid]: [to, from] }, removed: {} });
    expect(state(), 'which of these was published is unknown').to.eql([true, true]);
  });

  it('has nothing to publish after an edit during a publish was undone', async () => {
    const { editor, store, respond } = setUp();
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    editor.add({ type: 'sticky-note' });
    editor.undo();
    respond();
    await publishing;
    expect(store.hasUnsavedChanges).to.equal(false);
  });

  it('is not counted as published when the host returns a misspelt revision, and its author sees why [J13]', async () => {
    const { editor, store, respondWith } = setUp();
    const reported: unknown[] = [];
    const before = Reflect.get(globalThis, 'reportError') as unknown;
    Reflect.set(globalThis, 'reportError', (error: unknown) => reported.push(error));
    try {
      editor.add({ type: 'shape' });
      const publishing = store.publish();
      respondWith({ revison: 4, updatedAt: '2026-11-21T02:00:00Z' } as never);
      expect(await publishing).to.equal('failed');
    } finally {
      Reflect.set(globalThis, 'reportError', before);
    }
    expect(store.canPublish).to.equal(true);
    expect(String(reported[0])).to.contain('publish.revision is undefined');
  });

  it('refuses while an image is uploading, with the specified message and what the user can do about it [PB3]', async () => {
    const { editor, store, sent, notices, links } = setUp({ isUploading: true });
    editor.add({ type: 'shape' });
    expect(await store.publish()).to.equal('refused');
    expect(sent).to.deep.equal([]);
    expect(notices).to.deep.equal([
      'Please wait for your image to finish uploading before publishing.',
    ]);
    expect(links).to.eql(['Log in']);
  });

  it('no longer asks to wait for an image once its upload has ended [PB3]', async () => {
    const { editor, store, visible, finishUpload } = setUp({ isUploading: true });
    editor.add({ type: 'shape' });
    await store.publish();
    await store.publish();
    expect(visible()).to.have.length(2);
    finishUpload();
    expect(visible()).to.eql([]);
  });

  it('keeps the edits and asks the user when the page was changed elsewhere [PB4]', async () => {
    const { editor, store, conflicts, fail } = setUp();
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    fail(new ServiceError('conflict', 'changed elsewhere'));
    expect(await publishing).to.equal('conflict');
    expect(conflicts()).to.equal(1);
    expect(store.canPublish).to.equal(true);
  });

  describe('after a response was lost', () => {
    /** Publishes a shape; the server may have stored it, but the connection breaks. */
    async function lose(latest: (sent: Page) => Page) {
      const set = setUp({ latest: () => latest(set.sent[0]?.page as Page) });
      set.editor.add({ type: 'shape' });
      const failing = set.store.publish();
      set.fail(new ServiceError('failed', "We couldn't reach Cobble."));
      await failing;
      return set;
    }
    const stored = (sent: Page): Page => ({
      ...sent,
      revision: 4,
      updatedAt: '2026-11-21T03:00:00Z',
    });
    const conflict = () => new ServiceError('conflict', 'changed elsewhere');
    const settled = () => new Promise((resolve) => setTimeout(resolve));

    it("takes the user's own version on the server for published, instead of asking which of two equal ones to keep [PB4, PB5]", async () => {
      const { editor, store, sent, notices, conflicts, fail } = await lose(stored);
      const publishing = store.publish();
      fail(conflict());
      expect(await publishing).to.equal('published');
      expect([conflicts(), sent.length, editor.fields.revision]).to.eql([0, 2, 4]);
      expect(notices.at(-1)).to.equal('Page published');
      expect(store.hasUnsavedChanges).to.equal(false);
    });

    it("publishes newer edits over the user's own version on the server [PB4, PB5]", async () => {
      const { editor, store, sent, conflicts, fail, respond } = await lose(stored);
      editor.add({ type: 'sticky-note' });
      const publishing = store.publish();
      fail(conflict());
      await settled();
      respond();
      expect(await publishing).to.equal('published');
      expect([conflicts(), sent[2]?.baseRevision, editor.fields.revision]).to.eql([0, 4, 5]);
    });

    it("asks about someone else's version on the server as usual [PB4]", async () => {
      const { store, sent, conflicts, fail } = await lose((page) => ({
        ...stored(page),
        settings: { ...page.settings, title: 'Theirs' },
      }));
      const publishing = store.publish();
      fail(conflict());
      expect(await publishing).to.equal('conflict');
      expect([conflicts(), sent.length]).to.eql([1, 2]);
    });
  });

  it('asks nothing about a conflict once the host has opened another page [PB4]', async () => {
    const { editor, store, conflicts, fail } = setUp();
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    editor.load({ ...testPage(), ID: 8 });
    fail(new ServiceError('conflict', 'changed elsewhere'));
    expect(await publishing).to.equal('conflict');
    expect(conflicts()).to.equal(0);
  });

  it('hides the notice about a publish when the next one ends differently, so that two never contradict each other [PB5]', async () => {
    const { editor, store, visible, respond, fail } = setUp();
    editor.add({ type: 'shape' });
    const failing = store.publish();
    fail(new ServiceError('failed', "We couldn't reach Cobble."));
    await failing;
    expect(visible()).to.eql(["We couldn't reach Cobble."]);
    const publishing = store.publish();
    respond();
    await publishing;
    expect(visible()).to.eql(['Page published']);
    editor.add({ type: 'shape' });
    const failingAgain = store.publish();
    expect(visible(), 'while it is being published').to.eql([]);
    fail(new ServiceError('failed', 'You need to be logged in.'));
    await failingAgain;
    expect(visible()).to.eql(['You need to be logged in.']);
  });

  it('shows why publishing failed, and can be retried [PB5]', async () => {
    const { editor, store, notices, fail } = setUp();
    editor.add({ type: 'shape' });
    const publishing = store.publish();
    fail(
      new ServiceError('failed', 'One of the hyperlinks is causing an issue. Please report bug.'),
    );
    expect(await publishing).to.equal('failed');
    expect(notices).to.deep.equal([
      'One of the hyperlinks is causing an issue. Please report bug.',
    ]);
    expect(store.canPublish).to.equal(true);
  });
});
