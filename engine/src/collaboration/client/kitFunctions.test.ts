import { expect } from 'chai';
import { z } from 'zod';
import { defineBlock } from '../../blocks/BlockDefinition.ts';
import { defineKit } from '../../blocks/defineKit.ts';
import { createEditor } from '../../createEditor.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import { makeTestBlock, makeTestPage } from '../../testing/makeTestPage.ts';
import { connectManually, welcomeWith } from '../testing/connectManually.ts';
import { createMemoryStorage } from './RoomStorage.ts';
import { createRoomClient, type RoomClient } from './RoomClient.ts';
import type { RoomClientOptions } from './RoomClientOptions.ts';
import type { RoomTransport } from './RoomTransport.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';

const a = makeTestBlock('a');
const page = makeTestPage([a]);
const change = {
  added: {},
  removed: {},
  updated: { a: [a, { ...a, altText: 'x' }] as const },
};

const calls: Readonly<Record<string, (client: RoomClient) => unknown>> = {
  commit: (client) => client.commit(change),
  acquireLocks: (client) => client.acquireLocks(['a']),
  releaseLocks: (client) => client.releaseLocks(['a']),
  sendCursor: (client) => client.sendCursor({ x: 0, y: 0 }),
  'people.sendCaret': (client) => client.people.sendCaret(null),
  'people.sendView': (client) => client.people.sendView(null),
  'people.follow': (client) => client.people.follow('other'),
  'people.stopFollowing': (client) => client.people.stopFollowing(),
  'people.stopFollower': (client) => client.people.stopFollower('other'),
  'people.letFollow': (client) => client.people.letFollow('other'),
  'people.setQuiet': (client) => client.people.setQuiet(true),
  dismissLostText: (client) => client.dismissLostText('t'),
  flush: (client) => client.flush(),
  reconnect: (client) => client.reconnect(),
  close: (client) => client.close(),
};

const options = (): RoomClientOptions => ({
  transport: { connect: () => ({ send: () => undefined, close: () => undefined }) },
  storage: createMemoryStorage(),
  clock: new SimClock(),
  random: () => 0.5,
  createId: () => 'c',
  accountId: 1,
});

/** A kit whose schema calls what `callNext` was given, once. */
function makeCallingKit() {
  let next: (() => void) | null = null;
  const kit = defineKit({
    block: defineBlock({
      type: 'bell',
      content: z.looseObject({ name: z.string() }).refine(() => {
        const act = next;
        next = null;
        act?.();
        return true;
      }),
      defaultContent: () => ({ name: '' }),
      plainText: () => '',
    }),
  });
  return { kit, callNext: (act: () => void) => void (next = act) };
}

describe("a kit's function in a room", () => {
  it('cannot send or leave through the room client of the editor that calls it [B21]', async () => {
    for (const [name, call] of Object.entries(calls)) {
      const { kit, callNext } = makeCallingKit();
      const editor = createEditor({ page, kits: [kit] });
      const { client, open, welcome, sent } = await connectManually({ editor });
      open();
      welcome({ page });
      client.acquireLocks(['a']);
      sent.splice(0);
      let thrown: unknown = null;
      callNext(() => {
        try {
          call(client);
        } catch (error) {
          thrown = error;
        }
        expect([sent, client.pendingCount, client.status], name).to.eql([[], 0, 'live']);
      });
      editor.add({ type: 'bell', content: { name } }).unwrap();
      expect(thrown, name).to.be.instanceOf(CobbleError);
      expect(thrown, name).to.deep.include({
        code: 'input_invalid',
        details: { type: 'bell', path: 'block.content' },
      });
      expect(client.pendingCount, name).to.equal(1);
      client.close();
    }
  });

  it('cannot send through a client without an editor that calls it [B21]', async () => {
    const { kit, callNext } = makeCallingKit();
    let handlers: Parameters<RoomTransport['connect']>[0] | undefined;
    const transport: RoomTransport = {
      connect: (given) => {
        handlers = given;
        return { send: () => undefined, close: () => undefined };
      },
    };
    const client = createRoomClient({ ...options(), transport, kits: [kit] });
    await flushPromises();
    handlers?.onOpen();
    const bell = makeTestBlock('bell', { type: 'bell', content: { name: '' } });
    handlers?.onMessage(welcomeWith({ page: makeTestPage([a, bell]) }));
    expect(client.status).to.equal('live');
    let thrown: unknown = null;
    callNext(() => {
      try {
        client.commit(change);
      } catch (error) {
        thrown = error;
      }
    });
    const content = { name: 'x' };
    client.commit({ added: {}, removed: {}, updated: { bell: [bell, { ...bell, content }] } });
    expect(thrown).to.be.instanceOf(CobbleError);
    expect(client.pendingCount).to.equal(1);
  });

  it('cannot share the editor that calls it, which could not be shared later [B21]', async () => {
    const { kit, callNext } = makeCallingKit();
    const editor = createEditor({ page, kits: [kit] });
    const share = (): RoomClient => createRoomClient({ ...options(), editor });
    let thrown: unknown = null;
    callNext(() => {
      try {
        share();
      } catch (error) {
        thrown = error;
      }
    });
    editor.add({ type: 'bell', content: { name: 'x' } }).unwrap();
    expect(thrown).to.be.instanceOf(CobbleError).with.property('code', 'input_invalid');
    const { client } = await connectManually({ editor });
    client.close();
  });
});
