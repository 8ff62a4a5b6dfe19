import { expect } from 'chai';
import { createEditor } from '../createEditor.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { createRoomClient } from './client/RoomClient.ts';
import type { RoomClientOptions } from './client/RoomClientOptions.ts';
import { createMemoryStorage } from './client/RoomStorage.ts';
import { createMemoryLog } from './room/MemoryLog.ts';
import { createRoom } from './room/Room.ts';
import { openTestRoom } from './testing/openTestRoom.ts';
import { flushPromises } from './testing/reliableSimulation.ts';
import { SimClock } from './testing/SimClock.ts';
import { firstPage } from './testing/Simulation.ts';

/** The code and path of the error that a call throws, or 'none'. */
function problemOf(call: () => unknown): string {
  try {
    call();
    return 'none';
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return `${error.code} ${String(error.details['path'])}`;
  }
}

const clientOptions = (more: object = {}): RoomClientOptions => ({
  transport: {
    connect: () => ({ send: () => undefined, close: () => undefined }),
  },
  clock: new SimClock(),
  storage: createMemoryStorage(),
  random: () => 0.5,
  createId: () => 'client-1',
  accountId: 1,
  ...more,
});

describe('the options of rooms and clients', () => {
  it('are checked when a room is created, not when it first needs them [J13]', async () => {
    const { room, roomLog: log, clock } = await openTestRoom();
    const make = (options?: object) => problemOf(() => createRoom(options as never));
    expect(make()).to.equal('input_invalid options');
    expect(make({ log })).to.equal('input_invalid options.clock');
    expect(make({ log: {}, clock })).to.equal('input_invalid options.log.open');
    expect(make({ log: { ...log, renew: 5 }, clock })).to.equal('input_invalid options.log.renew');
    expect(make({ log, clock: { now: () => 0 } })).to.equal('input_invalid options.clock.after');
    for (const now of [() => 1n, () => NaN, () => '5', () => new Date(), () => Promise.resolve(1)])
      expect(make({ log, clock: { now, after: clock.after } })).to.equal(
        'input_invalid options.clock.now',
      );
    expect(make({ log, clock, maxBlocks: 'x' })).to.equal('input_invalid options.maxBlocks');
    expect(make({ log, clock, siteHosts: 'a.example' })).to.equal(
      'input_invalid options.siteHosts',
    );
    const size = { bytes: Infinity, values: 0 };
    for (const [path, maxSizes] of [
      ['options.maxSizes', 5],
      ['options.maxSizes.block', { page: size }],
      ['options.maxSizes.blocks', { page: size, block: size, blocks: size }],
      ['options.maxSizes.page.byte', { page: { ...size, byte: 1 }, block: size }],
      ['options.maxSizes.block.bytes', { page: size, block: { ...size, bytes: NaN } }],
      ['options.maxSizes.block.values', { page: size, block: { bytes: 1 } }],
    ] as const)
      expect(make({ log, clock, maxSizes })).to.equal(`input_invalid ${path}`);
    expect(make({ log, clock, onFailure: 5 })).to.equal('input_invalid options.onFailure');
    expect(make({ log, clock, onEvent: {} })).to.equal('input_invalid options.onEvent');

    const peer = { send: () => undefined, close: () => undefined };
    const connect = (more: object) => problemOf(() => room.connect({ ...peer, ...more } as never));
    expect(connect({})).to.equal('input_invalid peer.session.accountId');
    expect(connect({ session: { accountId: 1, role: 'x' } })).to.equal(
      'input_invalid peer.session.role',
    );
    for (const accountId of [1.5, NaN, -2, 2 ** 60])
      expect(connect({ session: { accountId, role: 'owner' } }), String(accountId)).to.equal(
        'input_invalid peer.session.accountId',
      );
    // Otherwise clients could not read a welcome with it, and would stay at `connecting`.
    for (const name of [null, 5, {}])
      expect(connect({ session: { accountId: 1, role: 'owner', name } })).to.equal(
        'input_invalid peer.session.name',
      );
    expect(connect({ send: 5 })).to.equal('input_invalid peer.send');
    expect(connect({ bufferedBytes: 5 })).to.equal('input_invalid peer.bufferedBytes');
    const { setRole } = room.connect({ ...peer, session: { accountId: 1, role: 'viewer' } });
    expect(problemOf(() => setRole('boss' as never))).to.equal('input_invalid role');
  });

  it('of a log in memory are checked, or a room would fail later with a page that nobody sees [R111, J13]', () => {
    const clock = new SimClock();
    const make = (page: unknown) => problemOf(() => createMemoryLog({ page, clock }));
    for (const page of [5, undefined, null, '{"things":{}}', [], {}, { things: [] }])
      expect(make(page), JSON.stringify(page)).to.equal('input_invalid options.page');
    expect(make(firstPage())).to.equal('none');
  });

  it('are checked when a client is created [J13]', () => {
    expect(problemOf(() => createRoomClient(undefined as never))).to.equal('input_invalid options');
    for (const [name, path] of Object.entries({
      transport: 'options.transport.connect',
      clock: 'options.clock.now',
      storage: 'options.storage.entries',
      random: 'options.random',
      createId: 'options.createId',
      accountId: 'options.accountId',
      editor: 'options.editor.recordChanges',
      baseSeq: 'options.baseSeq',
      maxBlocks: 'options.maxBlocks',
    }))
      expect(problemOf(() => createRoomClient(clientOptions({ [name]: {} })))).to.equal(
        `input_invalid ${path}`,
      );
    for (const accountId of [1.5, NaN, -2, 2 ** 60])
      expect(problemOf(() => createRoomClient(clientOptions({ accountId })))).to.equal(
        'input_invalid options.accountId',
      );
    const clock = { now: () => NaN, after: () => () => undefined };
    expect(problemOf(() => createRoomClient(clientOptions({ clock })))).to.equal(
      'input_invalid options.clock.now',
    );
    for (const baseSeq of [1.5, NaN, -1, '3'])
      expect(problemOf(() => createRoomClient(clientOptions({ baseSeq })))).to.equal(
        'input_invalid options.baseSeq',
      );
    for (const more of [{}, { accountId: -1 }, { baseSeq: 0 }, { baseSeq: null }])
      expect(problemOf(() => createRoomClient(clientOptions(more)).close())).to.equal('none');
  });
});

describe('a client without an editor', () => {
  it('refuses a change before it has the page, which it would lose without a word [R107]', async () => {
    const client = createRoomClient(clientOptions());
    await flushPromises();
    const change = { added: {}, updated: {}, removed: {} };
    expect(problemOf(() => client.commit(change))).to.equal('input_invalid change');
    client.close();
  });
});

describe('a source of random numbers that is wrong', () => {
  const thrown = (): never => {
    throw new Error('no entropy');
  };
  for (const random of [
    () => NaN,
    () => '0.5',
    () => -5,
    () => 1,
    () => Promise.resolve(0),
    thrown,
  ])
    it(`is reported once, and a client does not connect without a pause: ${String(random)} [R108]`, async () => {
      const clock = new SimClock();
      const failures: unknown[] = [];
      let attempts = 0;
      const connect: RoomClientOptions['transport']['connect'] = ({ onClose }) => {
        attempts += 1;
        onClose();
        return { send: () => undefined, close: () => undefined };
      };
      const client = createRoomClient(
        clientOptions({
          ...{ clock, random, transport: { connect } },
          onFailure: (error: unknown) => failures.push(error),
        }),
      );
      await flushPromises();
      clock.advance(10_000);
      expect(attempts).to.be.within(3, 10);
      expect(failures).to.have.length(1);
      client.close();
    });
});

describe('a display name', () => {
  it('may be of any length, and keeps nobody from joining [R22]', async () => {
    const { room, clock, join } = await openTestRoom();
    const session = { accountId: 1, role: 'owner', name: `${'n'.repeat(199)}😀` } as const;
    const transport = {
      connect: ({ onOpen, onMessage, onClose }) => {
        const { receive: send, disconnected: close } = room.connect({
          session: { accountId: 1, role: 'owner' },
          send: onMessage,
          close: onClose,
        });
        queueMicrotask(onOpen);
        return { send, close };
      },
    } satisfies RoomClientOptions['transport'];
    const long = await join('long', session);
    long.connection.receive({ type: 'cursor', point: { x: 0, y: 0 } });
    const client = createRoomClient(clientOptions({ clock, transport }));
    await flushPromises();
    expect(client.status).to.equal('live');
    expect(client.peers.get('long')?.name).to.equal('n'.repeat(199));

    const published: unknown[] = [];
    client.listen({ onPublished: ({ name }) => void published.push(name) });
    room.announcePublished({ seq: 0, page: {}, publishedBy: session });
    expect(published).to.eql(['n'.repeat(199)]);
    client.close();
  });
});

describe('a transport that returns anything but a socket', () => {
  const wrong: Readonly<Record<string, () => unknown>> = {
    'a promise': () => Promise.resolve({ send: () => undefined, close: () => undefined }),
    'a promise that rejects': () => Promise.reject(new Error('no network')),
    nothing: () => undefined,
    'a socket without close': () => ({ send: () => undefined }),
  };
  for (const [name, connect] of Object.entries(wrong))
    it(`is reported and retried, not left connecting forever: ${name} [J13, R41]`, async () => {
      const clock = new SimClock();
      const failures: unknown[] = [];
      let attempts = 0;
      const transport = {
        connect: ({ onOpen }: Parameters<RoomClientOptions['transport']['connect']>[0]) => {
          attempts += 1;
          queueMicrotask(onOpen);
          return connect();
        },
      };
      const client = createRoomClient({
        ...clientOptions({ clock, onFailure: (error: unknown) => failures.push(error) }),
        transport: transport as never,
      });
      await flushPromises();
      clock.advance(60_000);
      expect(attempts).to.be.greaterThan(2);
      const [failure] = failures;
      expect(failure).to.be.instanceOf(CobbleError).and.include({ code: 'input_invalid' });
      expect(failure).to.have.nested.property('details.path', 'options.transport.connect');
      await flushPromises();
      const others = failures.filter((each) => !(each instanceof CobbleError));
      expect(new Set(others.map(String)).size).to.equal(name.includes('rejects') ? 1 : 0);
      client.close();
    });
});

describe('a transport in the same process', () => {
  it('may open before `connect` returns, and pass on the functions of a connection', async () => {
    const { room, clock } = await openTestRoom();
    const client = createRoomClient(
      clientOptions({
        clock,
        editor: createEditor({ page: firstPage() }),
        transport: {
          connect: ({ onOpen, onMessage, onClose }) => {
            const connection = room.connect({
              session: { accountId: 1, role: 'editor' },
              send: onMessage,
              close: onClose,
            });
            onOpen();
            const { receive: send, disconnected: close } = connection;
            return { send, close };
          },
        } satisfies RoomClientOptions['transport'],
      }),
    );
    await flushPromises();
    expect(client.status).to.equal('live');
    client.close();
  });

  it('may be refused before `connect` returns, and is retried', async () => {
    const clock = new SimClock();
    let attempts = 0;
    const client = createRoomClient(
      clientOptions({
        clock,
        transport: {
          connect: ({ onClose }) => {
            attempts += 1;
            onClose('room_moved');
            return { send: () => undefined, close: () => undefined };
          },
        } satisfies RoomClientOptions['transport'],
      }),
    );
    await flushPromises();
    expect(attempts).to.equal(1);
    clock.advance(60_000);
    expect(attempts).to.be.greaterThan(2);
    client.close();
  });
});
