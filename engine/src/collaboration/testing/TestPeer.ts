import type { CloseReason } from '../protocol/codes.ts';
import type { RoomMessage, RoomMessageOf } from '../protocol/roomMessages.ts';
import type { Room, RoomConnection, RoomPeer, RoomSession } from '../room/Room.ts';

/** The other end of a room's connection, which writes down what it hears. */
export class TestPeer implements RoomPeer {
  readonly session: RoomSession;
  readonly heard: RoomMessage[] = [];
  closed: CloseReason | null = null;
  buffered = 0;
  readonly connection: RoomConnection;

  constructor(room: Room, session: Partial<RoomSession> = {}) {
    this.session = { accountId: 1, name: 'Ada', role: 'owner', ...session };
    this.connection = room.connect(this);
  }

  readonly send = (message: RoomMessage): void => void this.heard.push(message);
  readonly close = (reason: CloseReason): void => {
    this.closed = reason;
  };
  readonly bufferedBytes = (): number => this.buffered;

  hello(clientId: string, more: Record<string, unknown> = {}): void {
    this.connection.receive({
      type: 'hello',
      protocol: 1,
      editorVersion: '0.7.0',
      clientId,
      lastSeq: null,
      lastMid: 0,
      authenticate: { accountId: this.session.accountId },
      ...more,
    });
  }

  /** Sends intents as ops, numbered from `after` on. */
  ops(after: number, ...ops: readonly (readonly unknown[])[]): void {
    this.connection.receive({
      type: 'ops',
      after,
      ops: ops.map((intents, place) => ({ mid: after + place + 1, baseSeq: 0, intents })),
    });
  }

  /** Messages of one type. */
  of<Type extends RoomMessage['type']>(type: Type): RoomMessageOf<Type>[] {
    return this.heard.filter((each): each is RoomMessageOf<Type> => each.type === type);
  }

  /** What became of ops: status or code, in the order of the stream. */
  get fates(): string[] {
    return this.of('stream').flatMap(({ entries }) =>
      entries.map((each) => each.code ?? each.status),
    );
  }
}
