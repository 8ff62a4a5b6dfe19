import { expect } from 'chai';
import fc from 'fast-check';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import { isSection, type Things } from '../../model/Block.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { makeTestSign, newerSignKit, olderSignKit } from '../../testing/signKits.ts';
import { connectManually } from '../testing/connectManually.ts';
import { editorStep, runStep } from '../testing/editorSteps.ts';
import { openTestRoom } from '../testing/openTestRoom.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { firstPage } from '../testing/Simulation.ts';
import { createRoomClient } from './RoomClient.ts';
import type { RejectedOp } from './RoomClientOptions.ts';
import { createMemoryStorage } from './RoomStorage.ts';

/** A room of the first page, and clients that join it with an editor each. */
async function openRoom({ maxBlocks = null }: { readonly maxBlocks?: number | null } = {}) {
  const { clock, room } = await openTestRoom({ maxBlocks });
  let ids = 0;
  const pass = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) {
      await flushPromises();
      clock.advance(250);
    }
  };
  const join = async (editor: Editor, storage = createMemoryStorage()) => {
    const client = createRoomClient({
      transport: {
        connect: ({ onOpen, onMessage, onClose }) => {
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
      },
      ...{ storage, clock, accountId: 1, editor },
      random: () => 0.5,
      createId: () => `id-${String(++ids)}`,
    });
    const rejected: RejectedOp[] = [];
    client.listen({ onRejected: (op) => rejected.push(op) });
    await pass();
    return { client, rejected };
  };
  const things = async () => (await room.read())?.page.things;
  return { join, pass, things };
}

const newEditor = (): Editor => createEditor({ page: firstPage() });

describe('the first client of an editor', () => {
  it('shares what was edited before it, or the others would never see it [R109]', async () => {
    const { join, pass, things } = await openRoom();
    const editor = newEditor();
    const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    editor.update('a', { altText: 'mine' }).unwrap();
    editor.remove('c').unwrap();
    editor.updatePage({ settings: { title: 'Before' } }).unwrap();
    const { things: shown } = editor.stablePage;
    const { client, rejected } = await join(editor);
    expect([client.status, client.pendingCount, rejected]).to.eql(['live', 0, []]);
    expect(editor.stablePage.things).to.eql(shown);
    expect(await things()).to.eql(shown);
    expect(client.confirmedPage?.page.settings.title).to.equal('Before');
    expect(editor.blocks.has(note)).to.equal(true);
    while (editor.undo());
    await pass();
    expect(await things()).to.eql(firstPage().things);
  });

  it('counts it as pending at once, and stores it: a save indicator and a closed tab need it [R109]', async () => {
    const storage = createMemoryStorage();
    const editor = newEditor();
    editor.update('a', { altText: 'mine' }).unwrap();
    const first = await connectManually({ editor, storage });
    expect(first.client.pendingCount).to.equal(1);
    first.client.close();
    const later = await connectManually({ storage });
    expect(later.editor.blocks.get('a')?.altText).to.equal('mine');
  });

  it('merges it with a room that has another state, and reports what does not fit [R109]', async () => {
    const { join, pass, things } = await openRoom();
    const other = newEditor();
    await join(other);
    other.update('a', { altText: 'theirs', styles: { opacity: 0.5 } }).unwrap();
    other.remove('g').unwrap();
    await pass();
    const editor = newEditor();
    editor.update('a', { altText: 'mine' }).unwrap();
    const [note = ''] = editor.add({ type: 'sticky-note' }).unwrap();
    editor.update('c', { altText: 'gone' }).unwrap();
    const { rejected } = await join(editor);
    const { a } = (await things()) ?? {};
    expect([a?.altText, a?.styles.opacity]).to.eql(['mine', 0.5]);
    expect(rejected.map(({ code }) => code)).to.eql(['gone']);
    expect(JSON.stringify(rejected)).to.include('"c"');
    expect(editor.stablePage.things).to.eql(await things());
    expect(editor.blocks.has(note)).to.equal(true);
  });

  it('shares nothing that was edited before the host loaded a page, or a saved draft would be edited twice [R109]', async () => {
    const { join, things } = await openRoom();
    const editor = newEditor();
    editor.update('a', { altText: 'mine' }).unwrap();
    editor.load(firstPage());
    editor.update('b', { altText: 'later' }).unwrap();
    const { rejected } = await join(editor);
    expect(rejected).to.eql([]);
    const { a, b } = (await things()) ?? {};
    expect([a?.altText, b?.altText]).to.eql([undefined, 'later']);
  });

  it('replaces the whole page in one op, or the room would have too many blocks in between [R109]', async () => {
    const { join, things } = await openRoom({ maxBlocks: 8 });
    const editor = newEditor();
    editor.replacePage({ ...firstPage(), things: renamed() }).unwrap();
    const { rejected } = await join(editor);
    expect(rejected).to.eql([]);
    expect(await things()).to.eql(editor.stablePage.things);
  });

  it('leaves the edits of the next client to it [R109, R25]', async () => {
    const { join, things } = await openRoom();
    const editor = newEditor();
    editor.update('a', { altText: 'first' }).unwrap();
    const storage = createMemoryStorage();
    const { client } = await join(editor, storage);
    client.close();
    editor.update('a', { altText: 'between' }).unwrap();
    const next = await join(editor, storage);
    expect(next.rejected).to.eql([]);
    expect((await things())?.a?.altText).to.equal('between');
  });

  it('shares no migration for a newer kit, which only the room may make [R109, R30]', async () => {
    const page = makeTestPage([makeTestSign('k', 'Hi'), makeTestBlock('a')]);
    const editor = createEditor({ page, kits: [olderSignKit] });
    editor.configure({ kits: [newerSignKit] });
    editor.update('a', { altText: 'mine' }).unwrap();
    expect(editor.blocks.get('k')).to.have.property('contentVersion');
    const { client, ...connection } = await connectManually({ editor });
    connection.open();
    connection.welcome({ page });
    expect(connection.sentOps().map(({ intents }) => intents)).to.have.length(1);
    expect(JSON.stringify(connection.sentOps())).to.not.include('"k"');
    client.close();
  });

  it('leaves the page whole and equal to the room’s, whatever was edited and is being edited [R109, R7]', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(
        fc.array(editorStep, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (edits, isTyping) => {
          const { join, pass, things } = await openRoom();
          const editor = newEditor();
          for (const each of edits) runStep(editor, each);
          if (isTyping && editor.startTextEditing('t')) editor.setEditedText('Typed');
          const { mode } = editor;
          const { things: shown, settings } = editor.page;
          const { client, rejected } = await join(editor);
          expect(rejected).to.eql([]);
          expect(editor.mode.name).to.equal(mode.name);
          expect(withoutHeights(editor.page.things)).to.eql(withoutHeights(shown));
          expect(editor.page.settings).to.eql(settings);
          editor.stopTextEditing();
          await pass();
          parsePage(editor.page);
          expect(await things()).to.eql(editor.page.things);
          client.close();
        },
      ),
      { numRuns: process.env.CI ? 200 : 15 },
    );
  });
});

/** The things of the first page, with other ids. */
function renamed() {
  const { things } = firstPage();
  const rename = (uuid: string): string => `new-${uuid}`;
  return Object.fromEntries(
    Object.values(things).map((block) => {
      const { parentUuid } = block;
      const uuid = rename(block.uuid);
      const renamed =
        parentUuid === undefined
          ? { ...block, uuid }
          : { ...block, uuid, parentUuid: rename(parentUuid) };
      return [uuid, renamed];
    }),
  );
}

/** Without the heights of sections, to which a room may add the space that their blocks need (R29). */
function withoutHeights(things: Things) {
  return Object.values(things).map((block) =>
    isSection(block) ? { ...block, position: { ...block.position, height: 0 } } : block,
  );
}
