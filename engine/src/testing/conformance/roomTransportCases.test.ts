import { expect } from 'chai';
import type { RoomSocket, RoomTransport } from '../../collaboration/client/RoomTransport.ts';
import type { CloseReason } from '../../collaboration/protocol/codes.ts';
import type { RoomConnection, RoomPeer } from '../../collaboration/room/RoomOptions.ts';
import type { ConformanceRoom, RoomTransportSubject } from './TransportTrial.ts';
import { roomTransportCases } from './roomTransportCases.ts';
import { expectSentence, testMistakes } from './testMistakes.ts';

type Handlers = Parameters<RoomTransport['connect']>[0];
type Send = (message: unknown) => void;

/** What a transport does differently in one of its parts. */
interface BrokenParts {
  /** The handlers that its connection calls. */
  readonly handlers?: (handlers: Handlers) => Partial<Handlers>;
  /** The socket that it returns. */
  readonly socket?: (socket: RoomSocket, handlers: Handlers) => unknown;
  /** The peer that it gives to the room. */
  readonly peer?: (peer: RoomPeer, handlers: Handlers) => unknown;
  /** What it calls of the room's connection. */
  readonly connection?: (connection: RoomConnection) => Partial<RoomConnection>;
  readonly room?: (room: ConformanceRoom) => ConformanceRoom;
}

/** Breaks a transport. Called once for it, so that the broken parts can share what they know. */
type Break = () => BrokenParts;

/** A transport in the process. Everything arrives later, in the order in which it was sent. */
function createSubject(given: ConformanceRoom, breakIt: Break | null): RoomTransportSubject {
  const broken = breakIt?.() ?? {};
  const room = broken.room?.(given) ?? given;
  const open = new Set<() => void>();
  const transport: RoomTransport = {
    connect(toldOf) {
      const handlers = { ...toldOf, ...broken.handlers?.(toldOf) };
      let isClosed = false;
      let connection: RoomConnection | null = null;
      const end = (reason?: CloseReason): void => {
        if (isClosed) return;
        isClosed = true;
        open.delete(cut);
        connection?.disconnected();
        handlers.onClose(reason);
      };
      const cut = (): void => {
        end();
      };
      setTimeout(() => {
        if (isClosed) return;
        open.add(cut);
        const peer: RoomPeer = {
          session: { accountId: 1, role: 'editor' },
          send: (message) => {
            queueMicrotask(() => {
              if (!isClosed) handlers.onMessage(message);
            });
          },
          close: (reason) => {
            queueMicrotask(() => {
              end(reason);
            });
          },
        };
        const connected = room.connect({ ...peer, ...(broken.peer?.(peer, handlers) as object) });
        connection = { ...connected, ...broken.connection?.(connected) };
        queueMicrotask(() => {
          if (!isClosed) handlers.onOpen();
        });
      }, 0);
      const socket: RoomSocket = {
        send: (message) => {
          queueMicrotask(() => {
            connection?.receive(message);
          });
        },
        close: () => {
          if (!connection) isClosed = true;
          queueMicrotask(() => {
            if (isClosed) return;
            isClosed = true;
            open.delete(cut);
            connection?.disconnected();
          });
        },
      };
      return (broken.socket?.(socket, handlers) ?? socket) as RoomSocket;
    },
  };
  return {
    transport,
    cut: () => {
      for (const each of [...open]) each();
    },
  };
}

/** A mistake in what is sent, in either direction. */
const fromClient =
  (mistake: (send: Send) => Send): Break =>
  () => ({ socket: (socket) => ({ ...socket, send: mistake(socket.send as Send) }) });
const fromRoom =
  (mistake: (send: Send) => Send): Break =>
  () => ({ peer: (peer) => ({ send: mistake(peer.send as Send) }) });

const dropsOne = (send: Send): Send => {
  let count = 0;
  return (message) => {
    count += 1;
    if (count !== 50) send(message);
  };
};
const sendsTwice =
  (send: Send): Send =>
  (message) => {
    send(message);
    send(message);
  };
const swaps = (send: Send): Send => {
  let held: unknown = null;
  return (message) => {
    if (isNumber(message, 7)) held = message;
    else send(message);
    if (held === null || isNumber(message, 7)) return;
    send(held);
    held = null;
  };
};
const rewrites =
  (rewrite: (text: string) => string) =>
  (send: Send): Send =>
  (message) => {
    const text = JSON.stringify(message);
    send(text.length > 10_000 ? message : JSON.parse(rewrite(text)));
  };
const dropsLarge =
  (send: Send): Send =>
  (message) => {
    if (JSON.stringify(message).length < 400_000) send(message);
  };
const sendsLargeLater =
  (send: Send): Send =>
  (message) => {
    if (JSON.stringify(message).length < 150_000) send(message);
    else setTimeout(send, 0, message);
  };

/** Whether a message is one of the suite's numbered ones. */
function isNumber(message: unknown, number: number): boolean {
  const { lastSeq, seq } = message as { readonly lastSeq?: number; readonly seq?: number };
  return (lastSeq ?? seq) === number;
}

describe('roomTransportCases, for an implementation in memory [R93]', () => {
  testMistakes<Break>(
    (breakIt, options) => roomTransportCases((room) => createSubject(room, breakIt), options),
    {
      'returns a socket at once, and opens one connection': {
        'returns a promise': () => ({ socket: (socket) => Promise.resolve(socket) }),
        'returns nothing that can send': () => ({ socket: ({ close }) => ({ close }) }),
        'calls onOpen twice': () => ({
          handlers: ({ onOpen }) => ({
            onOpen: () => {
              onOpen();
              onOpen();
            },
          }),
        }),
        'never calls onOpen': () => ({ handlers: () => ({ onOpen: () => undefined }) }),
        'connects twice': () => ({
          room: (room) => ({
            connect: (peer) => {
              room.connect(peer);
              return room.connect(peer);
            },
          }),
        }),
        'does not say who connects': () => ({ peer: () => ({ session: undefined }) }),
        'measures its buffer in text': () => ({ peer: () => ({ bufferedBytes: () => '0' }) }),
      },
      'delivers what a client sends, once and in order': {
        'drops a message': fromClient(dropsOne),
        'delivers messages twice': fromClient(sendsTwice),
        'delivers messages in another order': fromClient(swaps),
      },
      'delivers what the room sends, once and in order': {
        'drops a message of the room': fromRoom(dropsOne),
        'delivers messages of the room twice': fromRoom(sendsTwice),
        'delivers messages of the room in another order': fromRoom(swaps),
      },
      'delivers what a client sends in onOpen, and the immediate response': {
        'cannot send in onOpen': () => {
          let isOpening = false;
          return {
            handlers: ({ onOpen }) => ({
              onOpen: () => {
                isOpening = true;
                onOpen();
                isOpening = false;
              },
            }),
            socket: (socket) => ({
              ...socket,
              send: (message: never) => {
                if (!isOpening) socket.send(message);
              },
            }),
          };
        },
      },
      'keeps all characters and values of a message': {
        'cuts texts at a null character': fromClient(
          rewrites((text) => text.replaceAll('\\u0000', '')),
        ),
        'encodes texts of the room as UTF-8': fromRoom(
          rewrites((text) => text.replaceAll('\\ud800', '�')),
        ),
        'drops null': fromRoom(rewrites((text) => text.replaceAll('null,', ''))),
      },
      'delivers the largest messages of a client, and what follows them': {
        'drops large messages': fromClient(dropsLarge),
        'lets small messages overtake large ones': fromClient(sendsLargeLater),
      },
      'delivers pages of several MB from the room, and what follows them': {
        'drops large messages of the room': fromRoom(dropsLarge),
        'lets small messages of the room overtake large ones': fromRoom(sendsLargeLater),
      },
      'tells the client once why the room has closed the connection, and nothing more': {
        'does not say why': () => ({
          handlers: ({ onClose }) => ({
            onClose: () => {
              onClose();
            },
          }),
        }),
        'says it twice': () => ({
          handlers: ({ onClose }) => ({
            onClose: (reason) => {
              onClose(reason);
              onClose(reason);
            },
          }),
        }),
        'delivers messages after the end': () => ({
          peer: ({ send }, { onMessage }) => ({
            send: (message: never) => {
              if (isNumber(message, 2)) setTimeout(onMessage, 0, message);
              else send(message);
            },
          }),
        }),
        'does not close': () => ({ peer: () => ({ close: () => undefined }) }),
      },
      'tells the client when the room refuses the connection in the call of connect': {
        'does not notice': () => ({
          room: (room) => ({
            connect: (peer) => {
              let isConnecting = true;
              const connection = room.connect({
                ...peer,
                close: (reason) => {
                  if (!isConnecting) peer.close(reason);
                },
              });
              isConnecting = false;
              return connection;
            },
          }),
        }),
      },
      'tells the room when the client closes the connection, after what it has sent': {
        'does not tell the room': () => ({ connection: () => ({ disconnected: () => undefined }) }),
        'tells the room before it delivers what was sent': () => ({
          connection: ({ receive }) => ({
            receive: (message) => {
              if (isNumber(message, 3)) setTimeout(receive, 0, message);
              else receive(message);
            },
          }),
        }),
      },
      'closes a connection that is not open yet': {
        'opens it all the same': () => {
          let isOpen = false;
          return {
            handlers: ({ onOpen }) => ({
              onOpen: () => {
                isOpen = true;
                onOpen();
              },
            }),
            socket: (socket) => ({
              ...socket,
              close: () => {
                if (isOpen) socket.close();
              },
            }),
          };
        },
      },
      'tells both ends when the network fails': {
        'does not tell the client': () => ({
          handlers: ({ onClose }) => ({
            onClose: (reason) => {
              if (reason !== undefined) onClose(reason);
            },
          }),
        }),
        'does not tell the room of it': () => ({
          connection: () => ({ disconnected: () => undefined }),
        }),
        'makes up a reason': () => ({
          handlers: ({ onClose }) => ({
            onClose: (reason = 'room_closed') => {
              onClose(reason);
            },
          }),
        }),
      },
      'connects again after each kind of end, apart from the earlier connection': {
        'connects only once': () => {
          let count = 0;
          return {
            handlers: ({ onOpen }) => ({
              onOpen: () => {
                count += 1;
                if (count === 1) onOpen();
              },
            }),
          };
        },
        'calls the handlers of the first connection': () => {
          let first: Handlers | null = null;
          return {
            handlers: (handlers) => {
              first ??= handlers;
              const { onMessage } = first;
              return { onMessage };
            },
          };
        },
        'closes the newest connection when an earlier one is closed': () => {
          let newest: RoomSocket | null = null;
          return {
            socket: (socket) => {
              newest = socket;
              return { ...socket, close: () => newest?.close() };
            },
          };
        },
      },
      'keeps connections that are open at the same time apart': {
        'delivers messages to all clients': () => {
          const all: Send[] = [];
          return {
            handlers: ({ onMessage }) => {
              all.push(onMessage);
              return {
                onMessage: (message) => {
                  for (const each of all) each(message);
                },
              };
            },
          };
        },
        'closes all connections with one': () => {
          const all: RoomSocket[] = [];
          return {
            socket: (socket) => {
              all.push(socket);
              return {
                ...socket,
                close: () => {
                  for (const each of all) each.close();
                },
              };
            },
          };
        },
      },
    },
  );

  it('says what is missing if there is no transport [R110]', async () => {
    const of = (subject: unknown) => roomTransportCases(() => subject as never).slice(0, 1);
    await expectSentence(of(undefined), 'create must return an object with the functions cut');
    const cut = () => undefined;
    for (const transport of [undefined, 5, { connect: 5 }])
      await expectSentence(of({ cut, transport }), 'a transport with the function connect');
    for (const socket of [undefined, { send: cut }, 5n])
      await expectSentence(
        of({ cut, transport: { connect: () => socket } }),
        'connect must return an object with the functions send, close',
      );
  });

  it('needs a function that connects a transport [J13]', () => {
    expect(() => roomTransportCases(undefined as never))
      .to.throw('create')
      .with.property('code', 'input_invalid');
  });
});
