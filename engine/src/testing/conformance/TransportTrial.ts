import type { RoomSocket, RoomTransport } from '../../collaboration/client/RoomTransport.ts';
import type { ClientMessage } from '../../collaboration/protocol/clientMessages.ts';
import type { CloseReason } from '../../collaboration/protocol/codes.ts';
import type { RoomMessage } from '../../collaboration/protocol/roomMessages.ts';
import { checkPeer } from '../../collaboration/room/checkRoomOptions.ts';
import type { Room } from '../../collaboration/room/Room.ts';
import type { RoomPeer } from '../../collaboration/room/RoomOptions.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import { equalJson, isRecord } from '../../model/json.ts';
import { expect, expectMethods, expectSubject, type Within } from './ConformanceCase.ts';

/** What a transport needs of a room. */
export type ConformanceRoom = Pick<Room, 'connect'>;

/** A transport whose other end is connected to a suite's room. */
export interface RoomTransportSubject {
  readonly transport: RoomTransport;
  /** Cuts all open connections, as a network that fails, without telling either end first. */
  readonly cut: () => void | Promise<void>;
  /** Called after the case. */
  readonly close?: (() => void | Promise<void>) | undefined;
}

/** What one end of a connection has been told, in order. */
export type ConnectionEvent =
  | { readonly type: 'open' }
  | { readonly type: 'message'; readonly message: unknown }
  | { readonly type: 'closed'; readonly reason?: CloseReason | undefined };

/** The room's end of a connection. */
export interface RoomEnd {
  readonly peer: RoomPeer;
  readonly events: ConnectionEvent[];
}

/** The client's end of a connection. */
export interface ClientEnd {
  readonly socket: RoomSocket;
  readonly events: ConnectionEvent[];
}

/** A message from a client that a transport may neither drop nor merge with others. */
export const toRoom = (number: number): ClientMessage => ({ type: 'catch-up', lastSeq: number });
/** A message from the room that a transport may neither drop nor merge with others. */
export const toClient = (number: number): RoomMessage => ({ type: 'head', seq: number });

/** The messages among events. */
export function messagesOf(events: readonly ConnectionEvent[]): readonly unknown[] {
  return events.flatMap((each) => (each.type === 'message' ? [each.message] : []));
}

/** How many events of a type there are. */
export function countOf(events: readonly ConnectionEvent[], type: ConnectionEvent['type']): number {
  return events.filter((each) => each.type === type).length;
}

/** A transport between clients and a room that record what they are told. */
export class TransportTrial {
  /** The room's ends of all connections, in the order of their calls of `connect`. */
  readonly ends: RoomEnd[] = [];
  /** Refuses connections, as a closed room does: in the call of `connect`. */
  refusesConnections = false;
  /** Called for each message to the room, in the call of `receive`. */
  onMessage: (end: RoomEnd, message: unknown) => void = () => undefined;
  private readonly within: Within;
  private subject: RoomTransportSubject | null = null;
  private readonly checks = new Set<() => void>();
  private problem: CobbleError | null = null;
  private readonly sockets: RoomSocket[] = [];
  private lastNumber = 1_000_000;

  constructor(within: Within) {
    this.within = within;
  }

  /** Sets up the transport under test. */
  async start(
    create: (room: ConformanceRoom) => RoomTransportSubject | Promise<RoomTransportSubject>,
  ): Promise<void> {
    const subject = await create({ connect: (peer) => this.accept(peer) });
    expectSubject(subject, ['cut']);
    const { transport } = subject as { readonly transport: unknown };
    const isTransport = isRecord(transport) && typeof transport['connect'] === 'function';
    expect(isTransport, 'create must return a transport with the function connect', transport);
    this.subject = subject;
  }

  /** Closes what the case has left open, so that the host's server can close. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.close();
    await this.subject?.close?.();
  }

  async cut(): Promise<void> {
    await this.subject?.cut();
  }

  /**
   * Calls the transport's `connect`.
   *
   * @param onOpen called in the transport's call of `onOpen`, or as soon as the socket is there
   */
  connect(onOpen: (socket: RoomSocket) => void = () => undefined): ClientEnd {
    const events: ConnectionEvent[] = [];
    let socket: RoomSocket | null = null;
    const returned: unknown = this.subject?.transport.connect({
      onOpen: () => {
        if (socket) onOpen(socket);
        this.add(events, { type: 'open' });
      },
      onMessage: (message) => this.add(events, { type: 'message', message }),
      onClose: (reason) => this.add(events, { type: 'closed', reason }),
    });
    expectMethods('connect', returned, ['send', 'close']);
    socket = returned as RoomSocket;
    this.sockets.push(socket);
    if (countOf(events, 'open') > 0) onOpen(socket);
    return { socket, events };
  }

  /** Connects, and waits until both ends can use the connection. */
  async open(): Promise<{ readonly client: ClientEnd; readonly room: RoomEnd }> {
    const client = this.connect();
    await this.until('onOpen must be called', () => countOf(client.events, 'open') > 0);
    // Which end of the room it is shows only in a message: connections may arrive in any order.
    const message = toRoom(this.nextNumber());
    client.socket.send(message);
    const findEnd = (): RoomEnd | undefined =>
      this.ends.find(({ events }) => indexOf(events, message) >= 0);
    await this.until('a message must arrive in the room', () => findEnd() !== undefined);
    const room = findEnd();
    expect(room !== undefined, 'the room must have a connection');
    room.events.length = 0;
    return { client, room };
  }

  /** Sends a message each way and waits for it: what was sent before has arrived by then. */
  async exchange({
    client,
    room,
  }: {
    readonly client: ClientEnd;
    readonly room: RoomEnd;
  }): Promise<void> {
    const number = this.nextNumber();
    client.socket.send(toRoom(number));
    await this.take('a message must arrive in the room', room.events, toRoom(number));
    room.peer.send(toClient(number));
    await this.take('a message must arrive at the client', client.events, toClient(number));
  }

  /** Gives what an earlier connection should not do any more time to happen. */
  async pause(): Promise<void> {
    await this.exchange(await this.open());
  }

  /** Waits until a condition on the events holds. */
  async until(what: string, isMet: () => boolean): Promise<void> {
    let stop = (): void => undefined;
    const met = new Promise<void>((resolve, reject) => {
      const check = (): void => {
        if (this.problem !== null) reject(this.problem);
        else if (isMet()) resolve();
      };
      this.checks.add(check);
      stop = () => this.checks.delete(check);
      check();
    });
    try {
      await this.within(what, met);
    } finally {
      stop();
    }
  }

  private accept(peer: RoomPeer): ReturnType<ConformanceRoom['connect']> {
    const end: RoomEnd = { peer, events: [] };
    try {
      checkPeer(peer);
      const buffered = peer.bufferedBytes?.() ?? 0;
      expect(
        typeof buffered === 'number' && buffered >= 0,
        'bufferedBytes must return a number of bytes',
        buffered,
      );
    } catch (error) {
      // Thrown by the case: the host's transport may catch what its room throws.
      const reason = error instanceof Error ? error.message : String(error);
      this.problem = new CobbleError('conformance_failed', `connect got a wrong peer: ${reason}`);
    }
    this.ends.push(end);
    if (this.refusesConnections) peer.close('room_closed');
    this.changed();
    return {
      receive: (message) => {
        this.add(end.events, { type: 'message', message });
        this.onMessage(end, message);
      },
      // Like a real room, which ignores further calls.
      disconnected: () => {
        if (countOf(end.events, 'closed') === 0) this.add(end.events, { type: 'closed' });
      },
      setRole: () => undefined,
    };
  }

  /** Waits for a message and removes it from the events. */
  private async take(
    what: string,
    events: ConnectionEvent[],
    message: ClientMessage | RoomMessage,
  ): Promise<void> {
    await this.until(what, () => indexOf(events, message) >= 0);
    events.splice(indexOf(events, message), 1);
  }

  private nextNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  private add(events: ConnectionEvent[], event: ConnectionEvent): void {
    events.push(event);
    this.changed();
  }

  private changed(): void {
    for (const check of [...this.checks]) check();
  }
}

function indexOf(events: readonly ConnectionEvent[], message: ClientMessage | RoomMessage): number {
  return events.findIndex((each) => each.type === 'message' && equalJson(each.message, message));
}
