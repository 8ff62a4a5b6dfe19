import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import { diffPages, isEmptyChange } from '../../model/Change.ts';
import type { CobbleError } from '../../model/CobbleError.ts';
import { connectManually } from '../testing/connectManually.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { lawRuns } from '../testing/lawRuns.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { editorStep, runStep } from '../testing/editorSteps.ts';
import { openTestTabs, type TestTab } from '../testing/openTestTabs.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';
import { createRoomClient } from './RoomClient.ts';
import type { RoomClientOptions } from './RoomClientOptions.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';
import type { RoomTransport } from './RoomTransport.ts';

/** A client whose editor has edits that the room has not acknowledged; the client is then closed. */
async function leave() {
  const storage = createMemoryStorage();
  const { editor, client, ...first } = await connectManually({ storage });
  first.open();
  first.welcome({ seq: 7 });
  editor.slice('s2', 0.1, 0.5).unwrap();
  const [added = ''] = editor.add({ type: 'sticky-note' }).unwrap();
  client.close();
  await flushPromises();
  return { storage, editor, added, shown: editor.stablePage };
}

/** A client with a connection that the test controls, and its storage. */
async function connectTo(options: Partial<RoomClientOptions> = {}) {
  const { storage = createMemoryStorage() } = options;
  return { storage, ...(await connectManually({ ...options, storage })) };
}

/** A storage whose calls all reject while it is set to fail. */
function failingStorage() {
  let isFailing = false;
  const memory = createMemoryStorage();
  const unlessFailing = <Value>(call: () => Value): Value => {
    if (isFailing) throw new Error('busy');
    return call();
  };
  const storage: RoomStorage = {
    entries: async () => unlessFailing(() => memory.entries()),
    put: async (key, value) => unlessFailing(() => memory.put(key, value)),
    delete: async (key) => unlessFailing(() => memory.delete(key)),
  };
  const setFailing = (value: boolean): void => {
    isFailing = value;
  };
  return { storage, setFailing };
}

/** A room, and clients of one editor that join it one after the other, from the same storage. */
async function openRoom() {
  const { clock, room } = await openTestRoom();
  const editor = createEditor({ page: firstPage() });
  const storage = createMemoryStorage();
  let ids = 0;
  const pass = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      await flushPromises();
      clock.advance(250);
    }
  };
  const join = async (isOnline: boolean) => {
    const transport: RoomTransport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        if (!isOnline) return { send: () => undefined, close: () => undefined };
        const connection = room.connect({
          session: { accountId: 1, role: 'owner' },
          send: (message) => void Promise.resolve().then(() => onMessage(message)),
          close: (reason) => onClose(reason),
        });
        void Promise.resolve().then(onOpen);
        return {
          send: (message) => connection.receive(JSON.parse(JSON.stringify(message))),
          close: () => connection.disconnected(),
        };
      },
    };
    const client = createRoomClient({
      ...{ transport, storage, clock, accountId: 1, editor },
      random: () => 0.5,
      createId: () => `id-${String(++ids)}`,
    });
    await pass();
    return client;
  };
  const things = async () => (await room.read())?.page.things;
  return { editor, join, pass, things };
}

describe('the next client of an editor or a storage', () => {
  it('does not keep the clients before it, or each would take memory as long as the editor lives [R106]', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const editor = createEditor({ page: firstPage() });
    const closed: WeakRef<object>[] = [];
    const joinAndLeave = async (): Promise<void> => {
      const { client, ...connection } = await connectTo({ editor });
      connection.open();
      connection.welcome();
      closed.push(new WeakRef(client));
      client.close();
    };
    for (let count = 0; count < 4; count += 1) await joinAndLeave();
    // Takes over what the last of them has left.
    await connectTo({ editor });
    const kept = () => closed.filter((each) => each.deref() !== undefined);
    // What a task has dereferenced stays alive until the task ends, and what a thread of V8 is compiling
    // a function for until that thread is done: a busy machine takes its time.
    for (let tries = 0; tries < 100 && kept().length > 0; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      collect();
    }
    expect(kept()).to.have.length(0);
  });

  it('of another page leaves the edits of the first page in the storage, or everyone would get them [R67]', async () => {
    const { storage, shown } = await leave();
    const before = await storage.entries();
    const failures: unknown[] = [];
    const editor = createEditor({ page: { ...firstPage(), ID: shown.ID + 1 } });
    const other = await connectManually({
      ...{ storage, editor },
      onFailure: (error) => void failures.push(error),
    });
    other.open();
    other.welcome({ page: editor.stablePage });
    expect([other.client.pendingCount, other.sentOps()]).to.eql([0, []]);
    expect(editor.stablePage.things).to.eql(firstPage().things);
    expect(failures.map(String).join()).to.include('options.storage holds edits of another page');
    editor.update('a', { altText: 'other' }).unwrap();
    other.client.flush();
    await flushPromises();
    const ops = (entries: typeof before) => entries.filter(([key]) => key.startsWith('op:'));
    expect(ops(await storage.entries()).slice(0, 2)).to.eql(ops(before));
    expect(ops(await storage.entries())).to.have.length(3);
    other.client.close();
    const again = await connectManually({ storage });
    expect(again.client.pendingCount).to.equal(2);
    expect(again.editor.stablePage.things).to.eql(shown.things);
  });

  it('offers no texts of another page [R67, R24]', async () => {
    const { storage, client, ...first } = await connectTo();
    first.open();
    first.welcome();
    first.editor.add({ type: 'sticky-note', content: { stickyNoteText: { text: 'Mine' } } });
    client.flush();
    first.receive({ type: 'role', role: 'viewer' });
    first.receive({ type: 'error', code: 'not_permitted' });
    client.close();
    await flushPromises();
    const other = createEditor({ page: { ...firstPage(), ID: first.editor.fields.ID + 1 } });
    const second = await connectTo({ storage, editor: other });
    expect(second.client.lostTexts).to.eql([]);
    second.client.close();
    const third = await connectTo({ storage });
    expect(third.client.lostTexts).to.have.length(1);
  });

  it('is rejected with the storage of an open client: both would number their ops alike [R67, R5]', async () => {
    const { storage, client } = await connectTo();
    const second = await connectTo({ storage }).catch((error: unknown) => error);
    expect(second).to.have.nested.property('details.path', 'options.storage');
    client.close();
    const third = await connectTo({ storage });
    client.close();
    expect(await connectTo({ storage }).catch(() => 'refused')).to.equal('refused');
    third.client.close();
  });

  for (const isOnline of [true, false])
    it(`shares what was edited since the one before was closed, ${isOnline ? 'online' : 'offline'}: it would be lost, or differ from the room [R25, R7]`, async () => {
      const { editor, join, pass, things } = await openRoom();
      const first = await join(isOnline);
      editor.slice('s1', 0.9, 0.5).unwrap();
      await pass();
      first.close();
      const [added = ''] = editor.add({ type: 'text' }).unwrap();
      editor.slice('s1', 0.9, 0.25).unwrap();
      editor.setReferenceWidth(700, { scale: false }).unwrap();
      editor.updatePage({ settings: { title: 'Between' } }).unwrap();
      editor.update('a', { altText: 'undone' }).unwrap();
      editor.undo();
      const shown = editor.stablePage;
      const second = await join(false);
      expect(editor.stablePage).to.eql(shown);
      expect(second.pendingCount).to.be.greaterThan(3);
      second.close();
      editor.remove('c').unwrap();
      const { things: last } = editor.stablePage;
      const third = await join(true);
      expect([third.status, third.pendingCount]).to.eql(['live', 0]);
      expect(editor.stablePage.things).to.eql(last);
      expect(await things()).to.eql(last);
      expect(editor.blocks.has(added)).to.equal(true);
      while (editor.undo());
      await pass();
      expect(await things()).to.eql(editor.stablePage.things);
      expect(editor.stablePage.things).to.eql(firstPage().things);
    });

  it('shares an edit that a listener made just before, although it has not been reported yet [R25]', async () => {
    const { editor, client, storage } = await connectTo();
    client.close();
    const next: ReturnType<typeof connectTo>[] = [];
    const stop = editor.onChange(() => {
      stop();
      editor.updatePage({ settings: { title: 'Second' } }).unwrap();
      next.push(connectTo({ editor, storage }));
    });
    editor.updatePage({ settings: { title: 'First' } }).unwrap();
    const second = await next[0];
    expect(second?.client.pendingCount).to.equal(2);
    expect(second?.client.page?.settings.title).to.equal('Second');
  });

  it('shows and sends what the one before could not store, which only its memory had [R60, R25]', async () => {
    let isFailing = true;
    const memory = createMemoryStorage();
    const full = () => Promise.reject(new Error('full'));
    const storage: RoomStorage = {
      entries: memory.entries,
      put: (key, value) => (isFailing ? full() : memory.put(key, value)),
      delete: (key) => (isFailing ? full() : memory.delete(key)),
    };
    const { editor, client, ...first } = await connectTo({ storage });
    first.open();
    first.welcome({ seq: 7 });
    editor.slice('s2', 0.1, 0.5).unwrap();
    editor.update('a', { altText: 'kept' }).unwrap();
    await flushPromises();
    const shown = editor.stablePage;
    const { clientId } = client;
    client.close();
    await flushPromises();
    const second = await connectTo({ storage, editor });
    expect(second.client.pendingCount).to.equal(2);
    expect(editor.stablePage).to.eql(shown);
    second.client.close();
    isFailing = false;
    const third = await connectTo({ storage: createMemoryStorage(), editor });
    third.open();
    expect(third.sent.at(0)).to.include({ type: 'hello', lastSeq: 7, clientId });
    third.welcome({ seq: 7, page: undefined });
    expect(third.sentOps().map(({ mid }) => mid)).to.eql([1, 2]);
    expect(editor.stablePage).to.eql(shown);
  });

  it('shows pending edits even if it cannot read the storage, which has them [R60, R25]', async () => {
    const { storage, setFailing } = failingStorage();
    const { editor, client } = await connectTo({ storage });
    editor.update('a', { altText: 'kept' }).unwrap();
    await flushPromises();
    client.close();
    await flushPromises();
    setFailing(true);
    const next = await connectTo({ storage, editor });
    for (let attempt = 0; attempt < 8; attempt++) {
      next.clock.advance(600);
      await flushPromises();
    }
    expect(next.client.pendingCount).to.equal(1);
    expect(editor.blocks.get('a')?.altText).to.equal('kept');
    next.open();
    next.welcome();
    expect(next.sentOps().map(({ mid }) => mid)).to.eql([1]);
  });

  it('stores an edit again that has the number of an older one, so that a crash loses neither [R60, R5]', async () => {
    const { storage, setFailing } = failingStorage();
    let ids = 0;
    const createId = () => `client-${String(++ids)}`;
    const yesterday = await connectTo({ storage, createId });
    yesterday.editor.update('a', { altText: 'yesterday' }).unwrap();
    await flushPromises();
    yesterday.client.close();
    setFailing(true);
    const today = await connectTo({ storage, createId });
    for (let attempt = 0; attempt < 8; attempt++) {
      today.clock.advance(600);
      await flushPromises();
    }
    today.editor.update('b', { altText: 'today' }).unwrap();
    await flushPromises();
    today.client.close();
    await flushPromises();
    setFailing(false);
    const next = await connectTo({ storage, createId, editor: today.editor });
    await flushPromises();
    next.client.close();
    // As after a crash: only the storage is left.
    const { editor } = await connectTo({ storage, createId });
    expect(editor.blocks.get('a')?.altText).to.equal('yesterday');
    expect(editor.blocks.get('b')?.altText).to.equal('today');
  });

  it('shares edits that a listener makes during its start after earlier ones, which would otherwise overwrite them [R5, R25]', async () => {
    const storage = createMemoryStorage();
    const earlier = await connectTo({ storage });
    earlier.editor.update('b', { altText: 'stored' }).unwrap();
    await flushPromises();
    earlier.client.close();
    const editor = createEditor({ page: firstPage() });
    const stop = editor.onChange((_, origin) => {
      if (origin !== 'remote') return;
      stop();
      editor.update('a', { altText: 'second' }).unwrap();
    });
    const connecting = connectTo({ storage, editor });
    editor.update('a', { altText: 'first' }).unwrap();
    const { client } = await connecting;
    expect(editor.blocks.get('a')?.altText).to.equal('second');
    expect(client.page?.things['a']?.altText).to.equal('second');
  });

  it('does not show again what was acknowledged and could not be deleted [R60, R5]', async () => {
    let isFailing = false;
    const memory = createMemoryStorage();
    const storage: RoomStorage = {
      ...memory,
      delete: (key) => (isFailing ? Promise.reject(new Error('full')) : memory.delete(key)),
    };
    const { editor, client, ...first } = await connectTo({ storage });
    first.open();
    first.welcome();
    editor.slice('s2', 0.1, 0.5).unwrap();
    client.flush();
    await flushPromises();
    isFailing = true;
    const entry = { seq: 1, epoch: 1, clientId: client.clientId, accountId: 1, mid: 1 };
    first.receive({
      type: 'stream',
      entries: [{ ...entry, status: 'rejected', code: 'malformed', patch: {} }],
    });
    const reverted = editor.stablePage;
    client.close();
    await flushPromises();
    isFailing = false;
    const second = await connectTo({ storage, editor });
    expect(second.client.pendingCount).to.equal(0);
    expect(editor.stablePage).to.eql(reverted);
    expect(await memory.entries()).to.eql([]);
  });

  it('offers the texts that the one before could not store [R60, R24]', async () => {
    const storage: RoomStorage = {
      ...createMemoryStorage(),
      put: () => Promise.reject(new Error('full')),
    };
    const { editor, client, ...first } = await connectTo({ storage });
    first.open();
    first.welcome();
    editor.add({ type: 'sticky-note', content: { stickyNoteText: { text: 'Mine' } } });
    client.flush();
    first.receive({ type: 'role', role: 'viewer' });
    first.receive({ type: 'error', code: 'not_permitted' });
    expect(JSON.stringify(client.lostTexts)).to.include('Mine');
    client.close();
    const second = await connectTo({ storage, editor });
    expect(second.client.lostTexts).to.eql(client.lostTexts);
  });

  it('is rejected until the one before is closed: both would apply the edits of others [R65]', async () => {
    const { client, editor } = await connectManually();
    const second = await connectManually({ editor }).then(
      () => 'accepted',
      (error: unknown) => (error as CobbleError).details['path'],
    );
    expect(second).to.equal('options.editor');
    expect(client.status).to.equal('connecting');
    client.close();
    const third = await connectManually({ editor });
    client.close();
    const fourth = await connectManually({ editor }).catch(() => 'refused');
    expect(fourth, 'after the first was closed twice').to.equal('refused');
    expect(third.client.status).to.equal('connecting');
  });

  it('shows pending edits once, as when React runs an effect twice, and can undo them [R25, R1]', async () => {
    const { storage, editor, added, shown } = await leave();
    const { y } = editor.blocks.get('b')?.position ?? {};
    const { client } = await connectManually({ storage, editor });
    expect(client.pendingCount).to.equal(2);
    expect(editor.stablePage).to.eql(shown);
    expect(client.page?.things).to.eql(shown.things);
    expect([editor.undo(), editor.undo()]).to.eql([true, true]);
    expect(editor.blocks.has(added)).to.equal(false);
    expect(editor.fields.relativeHeight).to.equal(shown.relativeHeight - 0.5);
    expect(editor.blocks.get('b')?.position.y).to.be.closeTo((y ?? 0) - 0.5, 1e-9);
  });

  it('shows them once even if a client in between was closed before it had read the storage [R25]', async () => {
    const { storage, editor, shown } = await leave();
    const entries = (): Promise<never> => new Promise(() => undefined);
    const between = await connectManually({ storage: { ...storage, entries }, editor });
    between.client.close();
    const { client } = await connectManually({ storage, editor });
    expect(client.pendingCount).to.equal(2);
    expect(editor.stablePage).to.eql(shown);
  });

  it('shares what was edited while a client in between was reading the storage, and before [R25]', async () => {
    const { storage, editor } = await leave();
    editor.update('a', { altText: 'before' }).unwrap();
    const entries = (): Promise<never> => new Promise(() => undefined);
    const between = await connectManually({ storage: { ...storage, entries }, editor });
    expect(between.client.pendingCount).to.equal(1);
    editor.updatePage({ settings: { title: 'Meanwhile' } }).unwrap();
    between.client.close();
    const shown = editor.stablePage;
    const { client } = await connectManually({ storage, editor });
    expect(client.pendingCount).to.equal(4);
    expect(editor.stablePage).to.eql(shown);
    expect(client.page?.things).to.eql(shown.things);
  });

  it('continues from the entry that the previous client had reached [R16]', async () => {
    const { storage, editor, shown } = await leave();
    const next = await connectManually({ storage, editor, baseSeq: 2 });
    next.open();
    expect(next.sent.at(0)).to.include({ type: 'hello', lastSeq: 7 });
    next.welcome({ seq: 7, page: undefined });
    expect(editor.stablePage).to.eql(shown);
    expect(next.sentOps().map(({ mid }) => mid)).to.eql([1, 2]);
  });

  it('with another storage says that edits are left in the first one, or they would vanish without a word [R113]', async () => {
    const { editor } = await leave();
    const failures: unknown[] = [];
    const onFailure = (error: unknown): void => void failures.push(error);
    const next = await connectManually({ editor, onFailure });
    expect(failures.map(String).join()).to.match(/options\.storage is not that .* keeps 2 edits/);
    next.client.close();
    await connectManually({ editor, onFailure });
    expect(failures).to.have.length(1);
  });

  it('with another storage shows only what that storage holds [R7]', async () => {
    const { editor, added, shown } = await leave();
    const { client } = await connectManually({ editor });
    expect(client.pendingCount).to.equal(0);
    expect(editor.blocks.has(added)).to.equal(false);
    expect(editor.fields.relativeHeight).to.equal(shown.relativeHeight - 0.5);
    expect(client.page?.things).to.eql(editor.stablePage.things);
  });

  it('starts from the page that the host has loaded meanwhile [R16]', async () => {
    const { editor, shown } = await leave();
    editor.load({ ...shown, settings: { ...shown.settings, title: 'Loaded' } });
    const next = await connectManually({ editor, baseSeq: 9 });
    next.open();
    expect(next.sent.at(0)).to.include({ type: 'hello', lastSeq: 9 });
    expect(next.client.page?.settings.title).to.equal('Loaded');
  });

  it('shares what was edited on top of such a page, and what the host applied as a remote change [R25, R7]', async () => {
    const { editor, shown } = await leave();
    editor.load({ ...shown, settings: { ...shown.settings, title: 'Loaded' } });
    const { a } = shown.things;
    if (!a) throw new Error('missing block');
    const updated = { a: [a, { ...a, altText: 'theirs' }] } as const;
    editor.applyRemote({ added: {}, removed: {}, updated });
    editor.update('b', { altText: 'mine' }).unwrap();
    const next = await connectManually({ editor, baseSeq: 9 });
    next.open();
    next.welcome({ seq: 9, page: undefined });
    expect(next.sentOps()).to.have.length(2);
    expect(next.client.page?.things).to.eql(editor.stablePage.things);
    expect(editor.blocks.get('a')?.altText).to.equal('theirs');
  });

  it('leaves another page alone that the host has loaded meanwhile [R64]', async () => {
    const { editor, shown } = await leave();
    const other = { ...firstPage(), ID: shown.ID + 1 };
    editor.update('a', { altText: 'of the first page' }).unwrap();
    editor.load(other);
    const { client } = await connectManually({ editor });
    expect(client.pendingCount).to.equal(0);
    expect(editor.stablePage).to.eql(other);
  });

  /** Edits that are made without a client. `b` is in the section `s2`. */
  const WITHOUT_CLIENT: Readonly<Record<string, (editor: Editor) => unknown>> = {
    'updates a block and removes its section': (editor) => {
      editor.update('b', { altText: 'x' }).unwrap();
      editor.remove('s2').unwrap();
    },
    'locks a block and replaces the page with one that lacks it': (editor) => {
      editor.setLocked(true, 'b').unwrap();
      editor.unleashChaosMonkey().unwrap();
    },
  };
  for (const [name, edit] of Object.entries(WITHOUT_CLIENT))
    it(`shows the page as it is while an edit is in progress, not as it was between two edits, if its user ${name} without a client [R25, H11]`, async () => {
      const { tabs, settle } = await openTestTabs(2);
      const [one, two] = tabs as [TestTab, TestTab];
      one.client.close();
      edit(one.editor);
      const [note = ''] = one.editor.add({ type: 'sticky-note' }).unwrap();
      expect(one.editor.startTextEditing(note)).to.equal(true);
      one.editor.setEditedText('Typed').unwrap();
      const refusals: string[] = [];
      one.editor.onRefusal((code) => refusals.push(code));
      const remote: unknown[] = [];
      one.editor.onChange((change, origin) => origin === 'remote' && remote.push(change));
      one.reopen();
      await settle();
      expect(one.editor.mode.name).to.equal('inline-text-editing');
      one.editor.stopTextEditing();
      await settle();
      expect([refusals, remote]).to.eql([[], []]);
      parsePage(one.editor.page);
      expect(one.editor.blocks.has('b')).to.equal(false);
      expect(JSON.stringify(two.editor.blocks.get(note))).to.include('Typed');
      expect(diffPages(one.editor.page, two.editor.page)).to.satisfy(isEmptyChange);
      for (const { client } of tabs) client.close();
    });

  it('leaves the page whole and equal to the room’s, whatever was edited and begun without a client [R7, R25]', async function () {
    this.timeout(600_000);
    const begun = fc.constantFrom<(editor: Editor) => unknown>(
      () => null,
      (editor) => editor.stage({ styles: { opacity: 0.5 } }, [...editor.blocks.keys()].slice(-1)),
      (editor) => editor.startTextEditing('t') && editor.setEditedText('Typed'),
      (editor) => {
        editor.begin();
        editor.remove([...editor.blocks.keys()].slice(-2));
      },
    );
    const ended = fc.constantFrom<(editor: Editor) => unknown>(
      (editor) => editor.isInProgress && editor.commit(),
      (editor) => editor.isInProgress && editor.cancel(),
      (editor) => {
        editor.stopTextEditing();
        if (editor.isInProgress) editor.commit();
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(editorStep, { minLength: 1, maxLength: 6 }),
        begun,
        ended,
        async (edits, begin, end) => {
          const { tabs, settle } = await openTestTabs(2);
          const [one, two] = tabs as [TestTab, TestTab];
          one.client.close();
          for (const each of edits) runStep(one.editor, each);
          begin(one.editor);
          const { mode } = one.editor;
          one.reopen();
          await settle();
          expect(one.editor.mode.name).to.equal(mode.name);
          end(one.editor);
          await settle();
          parsePage(one.editor.page);
          expect(one.editor.isInProgress).to.equal(false);
          expect(diffPages(one.editor.page, two.editor.page)).to.satisfy(isEmptyChange);
          for (const { client } of tabs) client.close();
        },
      ),
      { numRuns: lawRuns(15, 60) },
    );
  });
});
