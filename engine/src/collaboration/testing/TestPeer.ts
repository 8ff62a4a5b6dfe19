import type { CloseReason } from '../protocol/codes.ts';
import { PROTOCOL } from '../protocol/limits.ts';
import type { RoomMessage, RoomMessageOf } from '../protocol/roomMessages.ts';
import type { Room } from '../room/Room.ts';
import type { RoomConnection, RoomPeer, RoomSession } from '../room/RoomOptions.ts';

/** A connection to a room that records the messages it receives. */
export class TestPeer implements RoomPeer {
  readonly session: RoomSession;
  readonly received: RoomMessage[] = [];
  closed: CloseReason | null = null;
  buffered = 0;
  readonly connection: RoomConnection;

  constructor(room: Room, session: Partial<RoomSession> = {}) {
    this.session = { accountId: 1, name: 'Ada', role: 'owner', ...session };
    this.connection = room.connect(this);
  }

  readonly send = (message: RoomMessage): void => void this.received.push(message);
  readonly close = (reason: CloseReason): void => {
    this.closed = reason;
  };
  readonly bufferedBytes = (): number => this.buffered;

  hello(clientId: string, more: Record<string, unknown> = {}): void {
    this.connection.receive({
      type: 'hello',
      protocol: PROTOCOL,
      editorVersion: '0.7.0',
      clientId,
      lastSeq: null,
      lastMid: 0,
      authenticate: { accountId: this.session.accountId },
      ...more,
    });
  }

  /** Sends one op for each list of intents, numbered from `after + 1`. */
  ops(after: number, ...ops: readonly (readonly unknown[])[]): void {
    this.connection.receive({
      type: 'ops',
      after,
      ops: ops.map((intents, index) => ({ mid: after + index + 1, baseSeq: 0, intents })),
    });
  }

  /** The received messages of one type. */
  of<Type extends RoomMessage['type']>(type: Type): RoomMessageOf<Type>[] {
    return this.received.filter((each): each is RoomMessageOf<Type> => each.type === type);
  }

  /** The rejection code or status of each op, in the order of the stream. */
  get outcomes(): string[] {
    return this.of('stream').flatMap(({ entries }) =>
      entries.map((each) => each.code ?? each.status),
    );
  }
}
