import type { ClientMessage } from '../../collaboration/protocol/clientMessages.ts';
import { ROOM_LIMITS } from '../../collaboration/protocol/limits.ts';
import type { RoomMessage } from '../../collaboration/protocol/roomMessages.ts';
import type { StreamEntry } from '../../collaboration/protocol/streamEntry.ts';
import { checkFunction } from '../../model/inputError.ts';
import {
  casesOf,
  CHARACTERS,
  type Checks,
  type ConformanceCase,
  type ConformanceOptions,
  expectEqual,
} from './ConformanceCase.ts';
import {
  type ConformanceRoom,
  type ConnectionEvent,
  countOf,
  messagesOf,
  type RoomTransportSubject,
  toClient,
  toRoom,
  TransportTrial,
} from './TransportTrial.ts';

/**
 * The cases that every `RoomTransport` and its room's side must pass: messages arrive at most once,
 * in order and unchanged, each end learns that a connection has ended, and nothing of a connection
 * reaches another one.
 *
 * @param create connects a transport to the given room, as to a real one, and returns it; called once
 *   for each case
 * @throws CobbleError `input_invalid` (details: `path`) for a wrong argument
 * @example
 * const cases = roomTransportCases(async (room) => {
 *   const server = await myServer((peer) => room.connect(peer));
 *   const transport = myTransport(server.url);
 *   return { transport, cut: () => server.cutConnections(), close: () => server.close() };
 * });
 * for (const { name, run } of cases) it(name, run);
 */
export function roomTransportCases(
  create: (room: ConformanceRoom) => RoomTransportSubject | Promise<RoomTransportSubject>,
  options: ConformanceOptions = {},
): readonly ConformanceCase[] {
  checkFunction('create', create);
  return casesOf(CHECKS, options, async (within) => {
    const trial = new TransportTrial(within);
    await trial.start(create);
    return { subject: trial, close: () => trial.close() };
  });
}

/** Small messages that are sent at once. */
const MANY = Array.from({ length: 200 }, (_, index) => index);
/** The longest text in a message of a client: most of what it sends at once, in 3 bytes each. */
const LONGEST_TEXT = '€'.repeat(ROOM_LIMITS.maxMessageChars / 2 - 50_000);

const CHECKS: Checks<TransportTrial> = {
  async 'returns a socket at once, and opens one connection'(trial) {
    const both = await trial.open();
    await trial.exchange(both);
    expectEqual(both.client.events, [{ type: 'open' }], 'what the client is told');
    expectEqual(trial.ends.length, 1, 'the number of connections to the room');
  },
  async 'delivers what a client sends, once and in order'(trial) {
    const both = await trial.open();
    for (const number of MANY) both.client.socket.send(toRoom(number));
    await trial.exchange(both);
    expectEqual(messagesOf(both.room.events), MANY.map(toRoom), 'what arrives in the room');
  },
  async 'delivers what the room sends, once and in order'(trial) {
    const both = await trial.open();
    for (const number of MANY) both.room.peer.send(toClient(number));
    await trial.exchange(both);
    expectEqual(messagesOf(both.client.events), MANY.map(toClient), 'what arrives at the client');
  },
  async 'delivers what a client sends in onOpen, and the immediate response'(trial) {
    trial.onMessage = ({ peer }) => peer.send(toClient(1));
    const client = trial.connect((socket) => {
      socket.send(toRoom(1));
    });
    await trial.until('the response must arrive', () => messagesOf(client.events).length > 0);
    expectEqual(messagesOf(client.events), [toClient(1)], 'what arrives at the client');
    expectEqual(messagesOf(trial.ends[0]?.events ?? []), [toRoom(1)], 'what arrives in the room');
  },
  async 'keeps all characters and values of a message'(trial) {
    const both = await trial.open();
    const values = { text: CHARACTERS, list: [null, 0, -1.5, 2 ** 53 - 1, false, '', {}, []] };
    const sent = opsWith(values);
    const received = streamWith(values);
    both.client.socket.send(sent);
    both.room.peer.send(received);
    await trial.exchange(both);
    expectEqual(messagesOf(both.room.events), [sent], 'what arrives in the room');
    expectEqual(messagesOf(both.client.events), [received], 'what arrives at the client');
  },
  async 'delivers the largest messages of a client, and what follows them'(trial) {
    const both = await trial.open();
    const { partChars } = ROOM_LIMITS;
    const part: ClientMessage = {
      ...{ type: 'op-part', after: 0, mid: 1, index: 0, chars: partChars },
      text: '€'.repeat(partChars),
    };
    const sent = [opsWith(LONGEST_TEXT), toRoom(1), part, toRoom(2)];
    for (const message of sent) both.client.socket.send(message);
    await trial.exchange(both);
    expectEqual(messagesOf(both.room.events), sent, 'what arrives in the room');
  },
  async 'delivers pages of several MB from the room, and what follows them'(trial) {
    const both = await trial.open();
    const large = streamWith('x'.repeat(ROOM_LIMITS.maxOpChars));
    const sent = [large, toClient(1), streamWith(LONGEST_TEXT), toClient(2)];
    for (const message of sent) both.room.peer.send(message);
    await trial.exchange(both);
    expectEqual(messagesOf(both.client.events), sent, 'what arrives at the client');
  },
  async 'tells the client once why the room has closed the connection, and nothing more'(trial) {
    for (const reason of ['too_slow', 'room_moved', 'upgrade_required'] as const) {
      const { client, room } = await trial.open();
      const sent = [streamWith(LONGEST_TEXT), toClient(1), toClient(2)];
      for (const message of sent) room.peer.send(message);
      room.peer.close(reason);
      await trial.until('onClose must be called', () => countOf(client.events, 'closed') > 0);
      await trial.pause();
      expectEnd(client.events, sent, { type: 'closed', reason });
    }
  },
  async 'tells the client when the room refuses the connection in the call of connect'(trial) {
    trial.refusesConnections = true;
    const { events } = trial.connect();
    await trial.until('onClose must be called', () => countOf(events, 'closed') > 0);
    trial.refusesConnections = false;
    await trial.pause();
    const closed = events.filter(({ type }) => type !== 'open');
    expectEqual(closed, [{ type: 'closed', reason: 'room_closed' }], 'what the client is told');
  },
  async 'tells the room when the client closes the connection, after what it has sent'(trial) {
    const { client, room } = await trial.open();
    const sent = [1, 2, 3].map(toRoom);
    for (const message of sent) client.socket.send(message);
    client.socket.close();
    client.socket.close();
    await trial.until('disconnected must be called', () => countOf(room.events, 'closed') > 0);
    await trial.pause();
    expectEnd(room.events, sent, { type: 'closed' });
  },
  async 'closes a connection that is not open yet'(trial) {
    const { socket } = trial.connect();
    socket.close();
    const both = await trial.open();
    const others = trial.ends.filter((end) => end !== both.room);
    await trial.until('disconnected must be called', () =>
      others.every(({ events }) => countOf(events, 'closed') > 0),
    );
  },
  async 'tells both ends when the network fails'(trial) {
    const { client, room } = await trial.open();
    await trial.cut();
    await trial.until('onClose must be called', () => countOf(client.events, 'closed') > 0);
    await trial.until('disconnected must be called', () => countOf(room.events, 'closed') > 0);
    await trial.pause();
    expectEnd(client.events, [], { type: 'closed' });
    expectEnd(room.events, [], { type: 'closed' });
  },
  async 'connects again after each kind of end, apart from the earlier connection'(trial) {
    for (const end of ['client', 'room', 'network'] as const) {
      const { client, room } = await trial.open();
      if (end === 'client') client.socket.close();
      else if (end === 'room') room.peer.close('room_moved');
      else await trial.cut();
      if (end !== 'client')
        await trial.until('onClose must be called', () => countOf(client.events, 'closed') > 0);
      const earlier = [messagesOf(client.events), messagesOf(room.events)];
      const again = await trial.open();
      again.client.socket.send(toRoom(1));
      again.room.peer.send(toClient(1));
      // The earlier socket must not close the new connection.
      client.socket.close();
      await trial.exchange(again);
      expectEqual(messagesOf(again.room.events), [toRoom(1)], 'what arrives in the room');
      expectEqual(messagesOf(again.client.events), [toClient(1)], 'what arrives at the client');
      const now = [messagesOf(client.events), messagesOf(room.events)];
      expectEqual(now, earlier, 'the messages of the earlier connection');
      again.client.socket.close();
    }
  },
  async 'keeps connections that are open at the same time apart'(trial) {
    const first = await trial.open();
    const second = await trial.open();
    first.client.socket.send(toRoom(1));
    first.room.peer.send(toClient(1));
    second.client.socket.send(toRoom(2));
    second.room.peer.send(toClient(2));
    await trial.exchange(first);
    await trial.exchange(second);
    first.client.socket.close();
    await trial.exchange(second);
    expectEqual(messagesOf(first.room.events), [toRoom(1)], 'what arrives from the first client');
    expectEqual(messagesOf(first.client.events), [toClient(1)], 'what arrives at the first client');
    expectEqual(messagesOf(second.room.events), [toRoom(2)], 'what arrives from the second client');
    expectEqual(
      messagesOf(second.client.events),
      [toClient(2)],
      'what arrives at the second client',
    );
  },
};

/** A message of a client with a value in it. The room would check the value when it is applied. */
function opsWith(value: unknown): ClientMessage {
  return { type: 'ops', after: 0, ops: [{ mid: 1, baseSeq: 0, intents: [{ value }] }] };
}

function streamWith(to: unknown): RoomMessage {
  const entry: StreamEntry = {
    ...{ seq: 1, epoch: 1, clientId: 'a', accountId: 1, mid: 1, status: 'applied' },
    patch: { page: [{ path: ['settings', 'title'], to }] },
  };
  return { type: 'stream', entries: [entry] };
}

/** Events must be the first of the messages, of which the last may be lost, and then the end. */
function expectEnd(
  events: readonly ConnectionEvent[],
  sent: readonly unknown[],
  end: ConnectionEvent,
): void {
  const told = events.filter(({ type }) => type !== 'open');
  const messages = messagesOf(told);
  expectEqual(messages, sent.slice(0, messages.length), 'the messages before the end');
  expectEqual(told.slice(messages.length), [end], 'what follows them');
}
