import { createEditor, type Editor, type Page } from '@cobble/engine';
import { createMemoryStorage } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { addLostText } from '../dialogs/resolveLostText.ts';
import { summarizeChanges } from '../dialogs/summarizeChanges.ts';
import { ServiceError } from '../services/ServiceError.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import { brokenStorage } from '../testing/LoopbackRoom.ts';
import { openInRoom } from '../testing/openInRoom.ts';
import { TestBrowser, until } from '../testing/TestBrowser.ts';
import { testPage } from '../testing/testPage.ts';
import { TestRoom } from '../testing/TestRoom.ts';

const LATER = '2030-01-01T00:00:00.000Z';
const BOX = { x: 0.2, y: 0.2, width: 0.1, height: 0.1 };

const title = (editor: Editor) => editor.stablePage.settings.title;
const setTitle = (editor: Editor, next: string) =>
  editor.updatePage({ settings: { title: next } }).unwrap();

/** Starts to type in a new note. */
function type(editor: Editor, text: string): string {
  const [note = ''] = editor.add({ type: 'sticky-note', position: BOX }).unwrap();
  editor.startTextEditing(note);
  editor.setEditedText(text);
  return note;
}

/** A publishing service that notes what it gets, and publishes it in the room. */
function publishing(room: TestRoom, respond?: (seq: number) => void) {
  const sent: { page: Page; seq: number }[] = [];
  const services: EditorServices = {
    publishing: {
      publicUrl: () => 'https://wren.example/',
      publish: (page, seq) => {
        sent.push({ page, seq });
        const stored = { revision: seq, updatedAt: LATER };
        const publishedBy = { accountId: 2, name: 'Ada' };
        return Promise.resolve().then(() => {
          respond?.(seq);
          room.room.announcePublished({ seq, page: stored, publishedBy });
          return stored;
        });
      },
      loadLatest: () => Promise.reject(new Error('not needed in a room')),
    },
  };
  return { sent, services };
}

describe('an editor in a room', () => {
  describe('and the copies in the browser', () => {
    it('stores none of changes that are in the room or on the device, and asks nothing when the user leaves [RL6, RL9]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const tab = browser.open();
      const { store, editor, setOnline } = openInRoom(room, {
        ...publishing(room),
        autosave: (of) => tab.autosave(of),
      });
      await room.settle();
      setTitle(editor, 'Cups');
      setOnline(false);
      setTitle(editor, 'Bowls');
      store.saveNow();
      await room.arrive();
      expect(browser.items.size).to.equal(0);
      expect([store.hasUnsavedChanges, store.publishing.canPublish]).to.eql([false, true]);
      expect(store.hasUnpublishedChanges).to.equal(true);
      store.dispose();
    });

    it('stores a text that is being typed until the room has it, and commits it when the tab closes [RL6, RL9]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const tab = browser.open();
      const { store, editor } = openInRoom(room, { autosave: (of) => tab.autosave(of) });
      await room.settle();
      type(editor, 'Typed');
      await until(() => [...browser.items.values()].join().includes('Typed'));
      expect(store.hasUnsavedChanges).to.equal(false);
      editor.stopTextEditing();
      await until(() => browser.items.size === 0);
      type(editor, 'On leaving');
      store.leave();
      await room.settle();
      const other = room.join({ accountId: 3 });
      await room.settle();
      expect(JSON.stringify(other.editor.stablePage)).to.include('On leaving');
      expect(browser.items.size, 'the copy has nothing more').to.equal(0);
      store.dispose();
    });

    it('deletes a copy of which the page has everything, whatever others have changed [RL19]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const crashed = browser.open();
      const before = openInRoom(room, { autosave: (of) => crashed.autosave(of) });
      await room.settle();
      type(before.editor, 'Typed');
      await until(() => [...browser.items.values()].join().includes('Typed'));
      crashed.crash();
      // Its last edit has arrived.
      before.editor.stopTextEditing();
      await room.settle();
      setTitle(before.editor, 'Later');
      await room.settle();
      before.client.close();
      const tab = browser.open();
      const { store } = openInRoom(room, { autosave: (of) => tab.autosave(of) });
      await room.settle();
      await until(() => !store.isSearchingCopies);
      expect([store.isRecovering, browser.items.size]).to.eql([false, 0]);
      store.dispose();
    });

    it('stores changes that are durable nowhere else, until the room has them [RL7]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const tab = browser.open();
      const storage = brokenStorage();
      const { store, editor, setOnline } = openInRoom(room, {
        storage,
        autosave: (of) => tab.autosave(of),
      });
      await room.settle();
      storage.fails = true;
      setOnline(false);
      setTitle(editor, 'Cups');
      await room.arrive();
      store.saveNow();
      await until(() => browser.titles.includes('Cups'));
      expect(store.hasUnsavedChanges).to.equal(true);
      setOnline(true);
      await room.settle();
      await until(() => browser.items.size === 0);
      expect(store.hasUnsavedChanges).to.equal(false);
      store.dispose();
    });

    it('deletes the copy of changes that were made before there was a room, once the room has them [RL6]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const editor = createEditor({ page: testPage() });
      const tab = browser.open();
      const { store, client } = openInRoom(room, { editor, autosave: (of) => tab.autosave(of) });
      store.setRoom(null);
      setTitle(editor, 'Cups');
      await until(() => browser.titles.includes('Cups'));
      store.setRoom(client);
      await room.settle();
      await until(() => browser.items.size === 0);
      store.dispose();
    });

    it('offers a copy when the room has been joined, and recovers only what it changes, as an edit that undo reverts [RL8, RL19]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const crashed = browser.open();
      const storage = createMemoryStorage();
      const before = openInRoom(room, { storage, autosave: (of) => crashed.autosave(of) });
      await room.settle();
      type(before.editor, 'Typed');
      await until(() => [...browser.items.values()].join().includes('Typed'));
      crashed.crash();
      before.client.close();
      before.store.dispose();
      // The room keeps the lock on the text in case the tab returns.
      room.clock.advance(20_000);
      const other = room.join({ accountId: 3 });
      await room.settle();
      setTitle(other.editor, 'Theirs');
      await room.settle();
      const tab = browser.open();
      const { store, editor, setOnline } = openInRoom(room, {
        ...{ storage, isOnline: false },
        autosave: (of) => tab.autosave(of),
      });
      await room.arrive();
      expect([store.isSearchingCopies, store.isRecovering], 'the page is not known yet').to.eql([
        true,
        false,
      ]);
      setOnline(true);
      await room.settle();
      await until(() => store.isRecovering);
      expect(store.recovery?.page.revision, 'older').to.be.below(store.serverPage.revision);
      const { recovery } = store;
      expect(recovery && summarizeChanges(recovery, store.serverPage)).to.eql({
        blocks: 1,
        hasSettings: false,
      });
      store.recover();
      await room.settle();
      expect(JSON.stringify(other.editor.stablePage)).to.include('Typed');
      expect(title(other.editor), 'what others have changed since').to.equal('Theirs');
      await until(() => browser.items.size === 0);
      expect([store.isRecovering, store.dialog]).to.eql([false, null]);
      editor.undo();
      await room.settle();
      expect(title(other.editor)).to.equal('Theirs');
      expect(JSON.stringify(other.editor.stablePage)).not.to.include('Typed');
      store.dispose();
    });
  });

  describe('that publishes', () => {
    it('waits until the room has its changes, and names the seq of the page that it sends [RL10]', async () => {
      const room = new TestRoom();
      const { sent, services } = publishing(room);
      const { store, editor, notices, client } = openInRoom(room, { services });
      await room.settle();
      const note = type(editor, 'Typed');
      const outcome = store.publish();
      await Promise.resolve();
      expect([sent.length, store.isPublishing]).to.eql([0, true]);
      await room.settle();
      expect(await outcome).to.equal('published');
      expect(sent[0]?.seq).to.equal(client.seq);
      expect(JSON.stringify(sent[0]?.page.things[note])).to.include('Typed');
      expect([store.hasUnpublishedChanges, editor.fields.revision]).to.eql([false, client.seq]);
      expect(notices).to.eql(['Page published']);
      store.dispose();
    });

    it('keeps what others change meanwhile as unpublished [RL10]', async () => {
      const room = new TestRoom();
      const other = room.join({ accountId: 3 });
      const { services } = publishing(room, () => {
        setTitle(other.editor, 'Later');
      });
      const { store, editor } = openInRoom(room, { services });
      await room.settle();
      setTitle(editor, 'Cups');
      const outcome = store.publish();
      await room.settle();
      expect(await outcome).to.equal('published');
      expect([title(editor), store.hasUnpublishedChanges]).to.eql(['Later', true]);
      expect(store.hasUnsavedChanges).to.equal(false);
      store.dispose();
    });

    it('explains that it cannot publish offline, sends nothing and keeps the changes [RL10]', async () => {
      const room = new TestRoom();
      const { sent, services } = publishing(room);
      const { store, editor, setOnline, disconnect, notices } = openInRoom(room, { services });
      await room.settle();
      setOnline(false);
      setTitle(editor, 'Cups');
      const waiting = store.publish();
      for (let second = 0; second < 10; second += 1) {
        room.clock.advance(1000);
        await room.arrive();
      }
      expect(await waiting).to.equal('failed');
      expect(await store.publish(), 'at once').to.equal('failed');
      expect(sent).to.eql([]);
      expect(notices.join()).to.include('the connection was lost. Your changes are kept');
      setOnline(true);
      await room.settle();
      const again = store.publish();
      await room.settle();
      expect(await again).to.equal('published');
      expect(sent[0]?.page.settings.title).to.equal('Cups');
      disconnect('upgrade_required');
      setTitle(editor, 'Bowls');
      expect(await store.publish(), 'without waiting').to.equal('failed');
      expect(notices.at(-1)).to.include('Refresh the page, then publish again');
      store.dispose();
    });

    it('fails at once while the browser has no network, instead of waiting for the room [RL10]', async () => {
      const room = new TestRoom();
      const { store, editor, setOnline } = openInRoom(room, publishing(room));
      await room.settle();
      setOnline(false);
      setTitle(editor, 'Cups');
      const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
      Object.defineProperty(globalThis, 'navigator', {
        value: { onLine: false },
        configurable: true,
      });
      try {
        expect(await store.publish()).to.equal('failed');
      } finally {
        if (before) Object.defineProperty(globalThis, 'navigator', before);
        else Reflect.deleteProperty(globalThis, 'navigator');
      }
      store.dispose();
    });

    it('asks before the user leaves meanwhile, until the room and the server have the page [RL9, RL10]', async () => {
      const room = new TestRoom();
      const asked: boolean[] = [];
      const { services } = publishing(room, () => asked.push(store.hasUnsavedChanges));
      const { store } = openInRoom(room, { services });
      await room.settle();
      setTitle(store.editor, 'Cups');
      const outcome = store.publish();
      expect(store.unsavedWork, 'while it waits for the room').to.equal('changes');
      await room.settle();
      await outcome;
      expect(asked, 'while it waits for the response').to.eql([true]);
      expect(store.unsavedWork).to.equal(null);
      store.dispose();
    });

    it('says that the page was not published because the user left, not that the tab needs a reload [RL10]', async () => {
      const room = new TestRoom();
      const { sent, services } = publishing(room);
      const { store, editor, client, notices } = openInRoom(room, { services });
      await room.settle();
      type(editor, 'Typed');
      const outcome = store.publish();
      store.dispose();
      client.close();
      expect(await outcome).to.equal('failed');
      expect(sent).to.eql([]);
      expect(notices).to.eql(["The page wasn't published because you left it first."]);
    });

    it('asks nothing if someone has published a newer version, and can publish again [RL11]', async () => {
      const room = new TestRoom();
      let isNewer = true;
      const { services } = publishing(room, () => {
        if (isNewer) throw new ServiceError('conflict', 'not shown');
      });
      const { store, editor, notices } = openInRoom(room, { services });
      await room.settle();
      setTitle(editor, 'Cups');
      const outcome = store.publish();
      await room.settle();
      expect(await outcome).to.equal('conflict');
      expect([store.dialog, store.publishing.canPublish]).to.eql([null, true]);
      expect(notices.join()).to.include('A newer version of this page was just published');
      isNewer = false;
      const again = store.publish();
      await room.settle();
      expect(await again).to.equal('published');
      store.dispose();
    });

    it('tells the other tabs who has published, and they have nothing left to publish [RL12]', async () => {
      const room = new TestRoom();
      const { services } = publishing(room);
      const mine = openInRoom(room, { services });
      const other = openInRoom(room, { services, accountId: 3 });
      const typing = openInRoom(room, { services, accountId: 4 });
      await room.settle();
      setTitle(mine.editor, 'Cups');
      await room.settle();
      const note = type(typing.editor, 'Draft');
      const outcome = mine.store.publish();
      await room.settle();
      expect(await outcome).to.equal('published');
      expect(mine.notices).to.eql(['Page published']);
      for (const { notices } of [other, typing]) expect(notices).to.eql(['Page published by Ada']);
      expect(typing.store.hasUnpublishedChanges, note).to.equal(true);
      for (const { store } of [mine, other, typing]) store.dispose();
    });

    it('offers nothing to publish once another tab has undone all changes, also after it was opened with them [RL15]', async () => {
      const room = new TestRoom();
      const { services } = publishing(room);
      const [mine, other] = [openInRoom(room, { services }), openInRoom(room, { services })];
      await room.settle();
      setTitle(mine.editor, 'Cups');
      await room.settle();
      expect(other.store.publishing.canPublish).to.equal(true);
      const draft = createEditor({ page: testPage() });
      draft.load(mine.editor.stablePage, { hasPublishableChanges: true });
      // As the server has stored it, which knows another editor.
      const { settings, ...published } = structuredClone(testPage());
      const publishedPage = { ...published, settings: { ...settings, editorVersion: 1 } };
      const later = openInRoom(room, {
        editor: draft,
        services: { publishing: { ...services.publishing, publishedPage } as never },
      });
      await room.settle();
      expect(later.store.publishing.canPublish, 'of the tab that was opened later').to.equal(true);
      mine.editor.undo();
      await room.settle();
      const left = [mine, other, later].map(({ store }) => store.publishing.canPublish);
      expect(left).to.eql([false, false, false]);
      for (const { store } of [mine, other, later]) store.dispose();
    });

    it('offers to publish what is not the newest published page, even if it is the one before [RL15]', async () => {
      const room = new TestRoom();
      const { services } = publishing(room);
      const [mine, other] = [openInRoom(room, { services }), openInRoom(room, { services })];
      const undoPublished = async (away: boolean) => {
        await room.settle();
        setTitle(mine.editor, 'Cups');
        await room.settle();
        if (away) other.setOnline(false);
        const outcome = mine.store.publish();
        await room.settle();
        expect(await outcome).to.equal('published');
        other.setOnline(true);
        mine.editor.undo();
        await room.settle();
        return [mine, other].map(({ store }) => store.publishing.canPublish);
      };
      expect(await undoPublished(false)).to.eql([true, true]);
      const outcome = mine.store.publish();
      await room.settle();
      await outcome;
      expect(await undoPublished(true), 'published while a tab was offline').to.eql([true, true]);
      for (const { store } of [mine, other]) store.dispose();
    });

    it('offers to publish what differs from a version that was published during a short break of the connection [RL15]', async () => {
      const room = new TestRoom();
      const { services } = publishing(room);
      const [mine, other] = [openInRoom(room, { services }), openInRoom(room, { services })];
      await room.settle();
      setTitle(mine.editor, 'Cups');
      await room.settle();
      other.setOnline(false);
      const outcome = mine.store.publish();
      for (let turn = 0; turn < 10; turn += 1) {
        await room.arrive();
        room.clock.advance(100);
      }
      expect(await outcome).to.equal('published');
      other.setOnline(true);
      mine.editor.undo();
      await room.settle();
      expect(other.store.publishing.canPublish).to.equal(true);
      for (const { store } of [mine, other]) store.dispose();
    });

    it('takes no later version of another page for the one that it has sent [RL16]', async () => {
      const room = new TestRoom();
      const { store, editor, client } = openInRoom(room, publishing(room));
      await room.settle();
      setTitle(editor, 'Cups');
      const outcome = store.publish();
      await room.settle();
      expect(await outcome).to.equal('published');
      // The host has opened another page, whose room has reached the same seq.
      store.publishing.followPage();
      expect(store.publishing.followRoom(client.seq ?? 0)).to.equal(false);
      store.dispose();
    });

    it('says that the page is published if the room announces it, although the response was lost [RL16]', async () => {
      for (const isFirst of [true, false]) {
        const room = new TestRoom();
        let announce = (): void => undefined;
        const { services } = publishing(room, (seq) => {
          announce = () => {
            const publishedBy = { accountId: 2, name: 'Ada' };
            room.room.announcePublished({ seq, page: { revision: seq }, publishedBy });
          };
          if (isFirst) announce();
          throw new ServiceError('failed', 'The network is gone');
        });
        const { store, editor, notices, client } = openInRoom(room, { services });
        await room.settle();
        setTitle(editor, 'Cups');
        const outcome = store.publish();
        await room.settle();
        expect(await outcome).to.equal(isFirst ? 'published' : 'failed');
        if (!isFirst) announce();
        await room.settle();
        expect(notices).to.eql([...(isFirst ? [] : ['The network is gone']), 'Page published']);
        expect([store.publishing.canPublish, store.hasUnpublishedChanges]).to.eql([false, false]);
        expect(editor.fields.revision).to.equal(client.seq);
        store.dispose();
      }
    });

    it("tells the user's other tabs that it was them [PR17]", async () => {
      const room = new TestRoom();
      const { services } = publishing(room);
      const [mine, other] = [openInRoom(room, { services }), openInRoom(room, { services })];
      await room.settle();
      setTitle(mine.editor, 'Cups');
      const outcome = mine.store.publish();
      await room.settle();
      expect(await outcome).to.equal('published');
      expect(other.notices).to.eql(['You published this page in another tab or on another device']);
      for (const { store } of [mine, other]) store.dispose();
    });

    it('knows in another tab that nothing is left after an edit in progress was cancelled [RL12]', async () => {
      const room = new TestRoom();
      const { services } = publishing(room);
      const mine = openInRoom(room, { services });
      const other = openInRoom(room, { services, accountId: 3 });
      await room.settle();
      setTitle(mine.editor, 'Cups');
      await room.settle();
      other.editor.begin();
      other.editor.updatePage({ settings: { title: 'Maybe' } }).unwrap();
      const outcome = mine.store.publish();
      await room.settle();
      await outcome;
      expect(other.store.hasUnpublishedChanges).to.equal(true);
      other.editor.cancel();
      expect(other.store.hasUnpublishedChanges).to.equal(false);
      for (const { store } of [mine, other]) store.dispose();
    });
  });

  describe('with texts that could not be merged', () => {
    /** Someone else changes a note while this tab, offline, changes it too. */
    async function collide(storage = createMemoryStorage()) {
      const room = new TestRoom();
      const mine = openInRoom(room, { storage });
      const other = room.join({ accountId: 3 });
      await room.settle();
      const note = type(mine.editor, 'Before');
      mine.editor.stopTextEditing();
      await room.settle();
      mine.setOnline(false);
      await room.arrive();
      room.clock.advance(30_000);
      const write = (editor: Editor, text: string) => {
        editor.startTextEditing(note);
        editor.setEditedText(text);
        editor.stopTextEditing();
      };
      write(other.editor, 'Theirs');
      write(mine.editor, 'Mine');
      await room.arrive();
      room.clock.advance(1000);
      await room.arrive();
      mine.setOnline(true);
      await room.settle();
      return { room, mine, other, note };
    }

    it('offers both versions, without a notice, and asks before they are left [RL13]', async () => {
      const { room, mine } = await collide();
      const { store, editor, client, notices } = mine;
      const [text, ...more] = store.lostTexts.list;
      if (!text) throw new Error('nothing was lost');
      expect([text.plain, more]).to.eql(['Mine', []]);
      expect(store.lostTexts.textNow(text)).to.equal('Theirs');
      expect([store.hasDialog, store.unsavedWork]).to.eql([true, 'changes']);
      room.clock.advance(1000);
      expect(notices).to.eql([]);
      addLostText(store, text);
      expect([store.hasDialog, client.lostTexts]).to.eql([false, []]);
      await room.settle();
      expect(JSON.stringify(editor.stablePage)).to.include('Mine');
      store.dispose();
    });

    it('offers them after a reload, too, until they are dismissed [RL13]', async () => {
      const storage = createMemoryStorage();
      const { room, mine } = await collide(storage);
      mine.client.close();
      mine.store.dispose();
      const again = openInRoom(room, { storage });
      await room.settle();
      const { lostTexts } = again.store;
      expect(lostTexts.list.map(({ plain }) => plain)).to.eql(['Mine']);
      const [text] = lostTexts.list;
      if (text) lostTexts.remove(text);
      await room.settle();
      again.client.close();
      again.store.dispose();
      const last = openInRoom(room, { storage });
      await room.settle();
      expect(last.store.lostTexts.list).to.eql([]);
      last.store.dispose();
    });

    it('offers a text once that both the editor and the room have lost, and stores no copy of it [RL13]', async () => {
      const room = new TestRoom();
      const browser = new TestBrowser();
      const tab = browser.open();
      const mine = openInRoom(room, { autosave: (of) => tab.autosave(of) });
      const other = room.join({ accountId: 3 });
      await room.settle();
      const note = type(mine.editor, 'Before');
      mine.editor.stopTextEditing();
      await room.settle();
      mine.setOnline(false);
      await room.arrive();
      mine.editor.startTextEditing(note);
      mine.editor.setEditedText('Mine');
      other.editor.remove(note).unwrap();
      await room.arrive();
      room.clock.advance(30_000);
      await room.arrive();
      mine.setOnline(true);
      await room.settle();
      mine.editor.stopTextEditing();
      await room.settle();
      expect(mine.store.lostTexts.list.map(({ plain }) => plain)).to.eql(['Mine']);
      expect(mine.client.lostTexts).to.have.length(1);
      const [text] = mine.store.lostTexts.list;
      expect(text && mine.store.lostTexts.textNow(text)).to.equal(null);
      await until(() => ![...browser.items.values()].join().includes('Mine'));
      mine.store.discardChanges();
      expect(mine.client.lostTexts).to.eql([]);
      mine.store.dispose();
    });
  });
});
