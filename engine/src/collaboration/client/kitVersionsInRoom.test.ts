import { expect } from 'chai';
import * as z from 'zod';
import { defineKit } from '../../blocks/defineKit.ts';
import type { Kit } from '../../blocks/Kit.ts';
import { createEditor } from '../../createEditor.ts';
import type { Editor } from '../../editor/Editor.ts';
import type { Block } from '../../model/Block.ts';
import type { Environment } from '../../model/Environment.ts';
import type { Page } from '../../model/Page.ts';
import { parsePage } from '../../parsing/parsePage.ts';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import {
  makeTestSign,
  newerSignKit as newer,
  olderSignKit as older,
} from '../../testing/signKits.ts';
import type { RoomClient } from './RoomClient.ts';
import { createRoom } from '../room/Room.ts';
import { connectManually } from '../testing/connectManually.ts';
import { SimLog } from '../testing/SimLog.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimProcess } from '../testing/SimProcess.ts';

const page = makeTestPage([makeTestSign('k', 'Hi'), makeTestSign('m', 'Bye'), makeTestBlock('a')]);

/** A client of the room, and its connection. */
interface Joined {
  readonly client: RoomClient;
  readonly editor: Editor<Kit>;
  readonly clock: SimClock;
  /** The `lastSeq` of each hello. */
  readonly lastSeqs: readonly (number | null)[];
  readonly connect: () => void;
  readonly drop: () => void;
  /** The client no longer takes part. */
  readonly leave: () => void;
  /** Delivers what the client has sent. */
  readonly step: () => void;
}

/** A room. Clients join it from the seq of their page, which is 0 for the first one. */
async function openRoom(kits: readonly Kit[], given = page) {
  const clock = new SimClock();
  const log = new SimLog(given, clock, () => Promise.resolve());
  const room = createRoom({ log: log.of(new SimProcess()), clock, kits });
  await flushPromises();
  const clients: Joined[] = [];
  const join = async (name: string, editor: Editor<Kit>, baseSeq = 0): Promise<Joined> => {
    let ids = 0;
    const lastSeqs: (number | null)[] = [];
    const connection = await connectManually({
      editor,
      baseSeq,
      createId: () => `${name}-${String(++ids)}`,
    });
    const { client, sent, clock: own } = connection;
    let peer: ReturnType<typeof room.connect> | null = null;
    const connect = (): void => {
      sent.splice(0);
      peer = room.connect({
        session: { accountId: 1, role: 'owner' },
        send: (message) => connection.receive(message),
        close: () => undefined,
      });
      connection.open();
    };
    const drop = (): void => {
      peer?.disconnected();
      peer = null;
      connection.drop();
    };
    const step = (): void => {
      for (const message of sent.splice(0)) {
        if (message.type === 'hello') lastSeqs.push(message.lastSeq);
        peer?.receive(message);
      }
    };
    const leave = (): void => void clients.splice(clients.indexOf(joined), 1);
    const joined = { client, editor, clock: own, lastSeqs, connect, drop, leave, step };
    clients.push(joined);
    return joined;
  };
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn++) {
      for (const { step } of clients) step();
      await flushPromises();
      for (const each of clients) each.clock.advance(100);
    }
  };
  const read = async () => (await room.read())?.page;
  const expectConverged = async (why: string): Promise<void> => {
    await settle();
    const things = (await read())?.things;
    for (const { client, editor } of clients) {
      expect(client.pendingCount, why).to.equal(0);
      expect(editor.page.things, why).to.eql(things);
    }
  };
  return { room, join, settle, read, expectConverged };
}

const editorWith = (kit: Kit, given = page, log?: Environment['log']): Editor<Kit> =>
  createEditor({ page: given, kits: [kit], ...(log ? { environment: { log } } : {}) });

/** A version of the page in which this is the text of a sign. */
const withText = (text: string): Page => ({
  ...page,
  things: { ...page.things, k: makeTestSign('k', text) },
});

const EDITS_OF_MIGRATED: Record<string, (editor: Editor<Kit>) => unknown> = {
  'described the block': (editor) => editor.update('k', { altText: 'Mine' }).unwrap(),
  'moved it': (editor) => editor.nudge(5, 0, 'k').unwrap(),
  'repeated an edit of it': (editor) => {
    editor.update('k', { altText: 'Mine' }).unwrap();
    return [editor.undo(), editor.redo()];
  },
  'changed its text': (editor) => editor.update('k', { content: { text: 'Precious' } }).unwrap(),
};

describe('clients of a room with different versions of a kit', () => {
  for (const [roomHas, roomKit] of [
    ['the older', older],
    ['the newer', newer],
  ] as const) {
    const start = async (makeNewer: () => Editor<Kit> = () => editorWith(newer)) => {
      const room = await openRoom([roomKit]);
      const one = await room.join('one', editorWith(older));
      const two = await room.join('two', makeNewer());
      one.connect();
      two.connect();
      return { ...room, one, two };
    };

    it(`do not send the migration of a kit that their editor got between two clients to a room that has ${roomHas} version [R58]`, async () => {
      const { join, two: first, read, expectConverged } = await start(() => editorWith(older));
      await expectConverged('before');
      const { editor } = first;
      first.client.close();
      first.drop();
      editor.configure({ kits: [newer] });
      const stored = (await read())?.things.k?.contentVersion;
      first.leave();
      const next = await join('three', editor);
      next.connect();
      await expectConverged('after');
      expect((await read())?.things.k?.contentVersion).to.equal(stored);
      editor.update('a', { altText: 'Mine' }).unwrap();
      await expectConverged('after an edit');
      expect((await read())?.things.a).to.deep.include({ altText: 'Mine' });
    });

    for (const [edit, make] of Object.entries(EDITS_OF_MIGRATED))
      it(`keep what others wrote in a room that has ${roomHas} version, if their editor got a newer kit between two clients and ${edit} [R58, R25]`, async () => {
        const {
          join,
          one,
          two: first,
          read,
          expectConverged,
        } = await start(() => editorWith(older));
        await expectConverged('before');
        const { editor } = first;
        first.client.close();
        first.drop();
        first.leave();
        editor.configure({ kits: [newer] });
        make(editor);
        if (roomKit === older) one.editor.update('k', { content: { text: 'Theirs' } }).unwrap();
        await expectConverged('while away');
        const before = (await read())?.things.k;
        const next = await join('three', editor);
        next.connect();
        await expectConverged('after');
        const after = (await read())?.things.k;
        if (roomKit === older || edit !== 'changed its text')
          expect(after).to.deep.include({ content: before?.content });
        expect(after?.contentVersion).to.equal(before?.contentVersion);
        const isLost = roomKit === older && edit === 'changed its text';
        expect(next.client.lostTexts.map(({ text }) => text)).to.eql(isLost ? ['Precious'] : []);
      });

    it(`see the page of a room that has ${roomHas} version, however it was opened [R58]`, async () => {
      const ways: Record<string, () => Editor<Kit>> = {
        'a draft': () => editorWith(newer),
        'a draft that the host has parsed': () =>
          editorWith(newer, parsePage(page, { kits: [newer] })),
        'a draft that was stored after it was migrated': () =>
          editorWith(newer, parsePage(structuredClone(editorWith(newer).page))),
        'a draft that is loaded': () => {
          const editor = editorWith(newer, makeTestPage());
          editor.load(page);
          return editor;
        },
        'a kit that is updated before joining': () => {
          const editor = editorWith(older);
          editor.configure({ kits: [newer] });
          return editor;
        },
      };
      for (const [way, make] of Object.entries(ways)) {
        const { one, two, settle, expectConverged } = await start(make);
        await expectConverged(way);
        one.editor.update('k', { content: { text: 'From one' } });
        two.editor.update('m', { content: { text: 'From two' } });
        one.editor.update('a', { altText: 'x' }).unwrap();
        await expectConverged(`${way}, edits`);
        two.drop();
        one.editor.update('k', { content: { text: 'Later' } });
        two.editor.update('m', { content: { text: 'Offline' } });
        await settle();
        two.connect();
        await expectConverged(`${way}, after a new connection`);
      }
    });

    it(`keep or offer what is typed before joining one that has ${roomHas} version [R58, R59]`, async () => {
      const room = await openRoom([roomKit]);
      const one = await room.join('one', editorWith(older));
      const two = await room.join('two', editorWith(newer));
      two.editor.update('k', { content: { text: 'Precious' } }).unwrap();
      one.connect();
      two.connect();
      await room.expectConverged('joined');
      const text = (await room.read())?.things['k']?.content;
      if (roomKit === newer) expect(text).to.eql({ text: 'Precious', tone: 'calm' });
      else {
        expect(text).to.eql({ text: 'Hi' });
        expect(two.client.lostTexts.map((each) => each.text)).to.eql(['Precious']);
      }
    });

    it(`continue after a client that never reached a room that has ${roomHas} version [R58]`, async () => {
      const room = await openRoom([roomKit]);
      const one = await room.join('one', editorWith(older));
      const editor = editorWith(newer);
      (await room.join('two', editor)).client.close();
      editor.update('k', { content: { text: 'In between' } }).unwrap();
      const next = await room.join('next', editor);
      one.connect();
      next.connect();
      await room.settle();
      const things = (await room.read())?.things;
      for (const each of [one, next]) expect(each.editor.page.things).to.eql(things);
    });

    if (roomKit === older)
      it('learn which blocks a kit that is updated cannot read until the room is updated [B18]', async () => {
        const { join, expectConverged } = await openRoom([roomKit]);
        const logged: unknown[] = [];
        const one = await join(
          'one',
          editorWith(older, page, ({ code, details }) => {
            logged.push([code, details['path']]);
          }),
        );
        one.connect();
        await expectConverged('joined');
        one.editor.configure({ kits: [newer] });
        await expectConverged('updated');
        expect(logged).to.eql([
          ['kit_cannot_read_block', 'things.k.contentVersion'],
          ['kit_cannot_read_block', 'things.m.contentVersion'],
        ]);
        one.editor.markPublished({}, one.editor.stablePage);
        expect(one.editor.hasPublishableChanges, 'after publishing').to.equal(false);
      });

    it(`can load a version, or update a kit, in a room that has ${roomHas} version [R58, R64]`, async () => {
      const { one, two, expectConverged } = await start();
      await expectConverged('joined');
      two.editor.load(withText('Restored'));
      await expectConverged('loaded by the newer one');
      one.editor.load(page);
      await expectConverged('loaded by the older one');
      one.editor.configure({ kits: [newer] });
      await expectConverged('updated');
      one.editor.update('k', { content: { text: 'Updated' } });
      one.editor.update('m', { altText: 'Sign' }).unwrap();
      await expectConverged('edited');
      one.editor.configure({ kits: [older] });
      await expectConverged('reverted');
    });
  }

  it('learn of each value that the room does not write because its content has another version [R58, R59]', async () => {
    const { join, read, expectConverged } = await openRoom([older]);
    const { client, editor, connect } = await join('one', editorWith(newer));
    const rejected: unknown[] = [];
    client.listen({ onRejected: ({ mid, code }) => void rejected.push([mid, code]) });
    editor.update('k', { content: { tone: 'loud' } }).unwrap();
    editor.update('m', { altText: 'Mine', content: { text: 'Precious' } }).unwrap();
    editor.update('a', { altText: 'Mine' }).unwrap();
    connect();
    await expectConverged('joined');
    expect(rejected).to.eql([
      [1, 'content_version_differs'],
      [2, 'content_version_differs'],
    ]);
    expect(client.lostTexts.map(({ text }) => text)).to.eql(['Precious']);
    const things = (await read())?.things;
    expect(things?.k?.content).to.eql({ text: 'Hi' });
    expect(things?.m).to.deep.include({ altText: 'Mine', content: { text: 'Bye' } });
    expect(things?.a).to.deep.include({ altText: 'Mine' });
  });

  it('see the page of a room that could not migrate a block, as the others see it [R58]', async () => {
    const { block } = newer;
    const failing = defineKit({ block: { ...block, migrations: [() => undefined as never] } });
    const { join, expectConverged } = await openRoom([failing]);
    const one = await join('one', editorWith(older));
    const two = await join('two', editorWith(newer, structuredClone(editorWith(newer).page)));
    one.connect();
    two.connect();
    await expectConverged('joined');
    one.editor.update('k', { content: { text: 'From one' } }).unwrap();
    await expectConverged('edited');
  });

  it('see blocks whose version someone has changed since their page was stored [R58]', async () => {
    const { join, expectConverged } = await openRoom([older]);
    const one = await join('one', editorWith(newer));
    one.connect();
    await expectConverged('joined');
    // With the texts as they are, which are therefore not part of the op.
    const loud = (uuid: string, text: string): Block => ({
      ...makeTestSign(uuid, text),
      content: { text, tone: 'loud' },
      contentVersion: 2,
    });
    const things = { ...page.things, k: loud('k', 'Hi'), m: loud('m', 'Bye') };
    one.editor.load({ ...page, things });
    await expectConverged('changed');
    const two = await join('two', editorWith(newer, structuredClone(editorWith(newer).page)));
    two.connect();
    await expectConverged('joined later');
  });

  it('share what their host applied between two clients, even if it has a newer version of the content [R25, R58]', async () => {
    const { join, read, expectConverged } = await openRoom([older]);
    const { client, editor, ...first } = await join('one', editorWith(older));
    first.connect();
    await expectConverged('joined');
    client.close();
    first.drop();
    first.leave();
    const { k } = editor.page.things;
    if (!k) throw new Error('missing block');
    const theirs = { ...k, content: { text: 'Theirs', tone: 'loud' }, contentVersion: 2 };
    editor.applyRemote({ added: {}, removed: {}, updated: { k: [k, theirs] } });
    (await join('two', editor)).connect();
    await expectConverged('joined again');
    expect((await read())?.things.k).to.eql(theirs);
  });

  it('learn that the room has migrated content which they were changing: it is not written [R58]', async () => {
    const { join, read, expectConverged } = await openRoom([older]);
    const withSize = z.looseObject({ text: z.string(), size: z.number().optional() });
    const sized = defineKit({ block: { ...older.block, content: withSize } });
    const one = await join('one', editorWith(newer));
    const two = await join('two', editorWith(sized));
    for (const { connect } of [one, two]) connect();
    await expectConverged('joined');
    const rejected: unknown[] = [];
    two.client.listen({
      onRejected: ({ mid, code, details }) => void rejected.push([mid, code, details]),
    });
    two.editor.begin();
    two.editor.update('k', { altText: 'Mine', content: { size: 4 } }).unwrap();
    two.editor.update('m', { altText: 'Mine' }).unwrap();
    const content = { text: 'Hi!', tone: 'calm' };
    const { k, m } = one.editor.page.things;
    const things = [k, m].map((block) => [block?.uuid, { ...block, content, contentVersion: 2 }]);
    one.editor.load({
      ...page,
      things: { ...page.things, ...(Object.fromEntries(things) as Page['things']) },
    });
    for (let turn = 0; turn < 6; turn++) {
      one.clock.advance(100);
      one.step();
      await flushPromises();
    }
    expect(rejected).to.eql([[0, 'content_version_differs', { uuids: ['k'] }]]);
    two.editor.commit();
    await expectConverged('committed');
    expect((await read())?.things.k).to.deep.include({ altText: 'Mine', content });
    expect(rejected).to.have.length(1);
  });

  it('undo and redo in the version that the room has, after a newer kit was set between two clients [R58, B17]', async () => {
    const { join, read, expectConverged } = await openRoom([older]);
    const { client, editor, ...first } = await join('one', editorWith(older));
    first.connect();
    editor.update('k', { content: { text: 'Typed' } }).unwrap();
    await expectConverged('typed');
    client.close();
    first.drop();
    first.leave();
    editor.configure({ kits: [newer] });
    (await join('two', editor)).connect();
    await expectConverged('joined');
    for (const [replay, text] of [
      ['undo', 'Hi'],
      ['redo', 'Typed'],
      ['undo', 'Hi'],
    ] as const) {
      expect(editor[replay]()).to.equal(true);
      await expectConverged(replay);
      expect((await read())?.things.k?.content).to.eql({ text });
    }
  });

  for (const hasNewer of [true, false])
    it(`undo in a room that has got the newer version ${hasNewer ? 'what they edited before, with their own newer kit' : 'only what their older kit can read: the value may mean something else now'} [R58, B17]`, async () => {
      const { join, read, expectConverged } = await openRoom([older]);
      const one = await join('one', editorWith(newer));
      const two = await join('two', editorWith(older));
      for (const { connect } of [one, two]) connect();
      two.editor.update('k', { altText: 'Typed', content: { text: 'Typed' } }).unwrap();
      await expectConverged('typed');
      const { k } = one.editor.page.things;
      const migrated = {
        ...k,
        content: { text: 'Typed!', tone: 'calm' },
        contentVersion: 2,
      } as Block;
      one.editor.load({ ...page, things: { ...page.things, k: migrated } });
      await expectConverged('migrated');
      if (hasNewer) two.editor.configure({ kits: [newer] });
      expect(two.editor.undo()).to.equal(true);
      await expectConverged('undone');
      const after = (await read())?.things.k;
      expect(after?.content).to.eql({ text: hasNewer ? 'Hi!' : 'Typed!', tone: 'calm' });
      expect(after?.altText).to.equal(undefined);
      expect(two.editor.redo()).to.equal(true);
      await expectConverged('redone');
      expect((await read())?.things.k).to.eql({ ...migrated, altText: 'Typed' });
    });

  it('are sent only what they missed if their blocks have the versions of the room [R16, R58]', async () => {
    const { join, room, expectConverged } = await openRoom([newer]);
    const { page: migrated = page, seq = 0 } = (await room.read()) ?? {};
    const one = await join('one', editorWith(newer, structuredClone(migrated)), seq);
    one.connect();
    await expectConverged('joined');
    expect([migrated.things.k?.contentVersion, one.lastSeqs]).to.eql([2, [seq]]);
  });

  it('are sent the page of a room that cannot state the versions of so many types [R58]', async () => {
    for (const [types, lastSeqs] of [
      [1000, [0]],
      [1001, [0, null]],
    ] as const) {
      const blocks = Array.from({ length: types }, (_, index) =>
        makeTestBlock(`b${String(index)}`, { type: `t-${String(index)}`, contentVersion: 2 }),
      );
      const given = makeTestPage(blocks);
      const { join, expectConverged } = await openRoom([], given);
      const one = await join('one', editorWith(newer, given));
      one.connect();
      await expectConverged('joined');
      expect(one.lastSeqs).to.eql(lastSeqs);
    }
  });

  it('ask an older room, which does not state its versions, for the whole page once [R58]', async () => {
    const { sent, open, welcome, client, editor } = await connectManually({
      editor: editorWith(newer),
      baseSeq: 0,
    });
    open();
    const lastSeqs = () => sent.flatMap((each) => (each.type === 'hello' ? [each.lastSeq] : []));
    welcome({ page: undefined });
    expect([lastSeqs(), client.status]).to.eql([[0, null], 'connecting']);
    welcome({ page: undefined });
    expect(lastSeqs()).to.eql([0, null]);
    welcome({ page });
    expect([lastSeqs(), client.status]).to.eql([[0, null], 'live']);
    expect(editor.page.things).to.eql(page.things);
  });

  it('ignore a welcome with invalid versions [R18]', async () => {
    const { open, welcome, client } = await connectManually({ editor: editorWith(newer) });
    open();
    for (const contentVersions of [
      {},
      [{ type: 'sign', version: 0 }],
      [{ type: 'Sign', version: 1 }],
    ])
      welcome({ contentVersions } as never);
    expect(client.status).to.equal('connecting');
    welcome({ contentVersions: [{ type: 'constructor', version: 2 }] });
    expect(client.status).to.equal('live');
  });
});
