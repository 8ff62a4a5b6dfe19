import type { ConnectionEnd, RoomReports } from './RoomReports.ts';
import type { RoomSocket } from './Outgoing.ts';

type EngineSocket = RoomSocket['conn'];

/** A packet of Engine.IO. */
interface EnginePacket {
  readonly data?: string | Buffer;
}

/** What is known about a connection when it ends. */
interface Watched {
  readonly accountId: number | undefined;
  pageId: number | undefined;
  /** Why the server has ended it; null if it has not. */
  end: ConnectionEnd | null;
  bufferedBytes: number;
}

/** Reports what each connection sends and receives, and why it ends. */
export class ConnectionReports {
  private readonly reports: RoomReports;
  private readonly watched = new WeakMap<EngineSocket, Watched>();

  constructor(reports: RoomReports) {
    this.reports = reports;
  }

  /** Reports on a new connection. */
  watch(conn: EngineSocket, accountId: number | undefined): void {
    const { reports } = this;
    const watched: Watched = { accountId, pageId: undefined, end: null, bufferedBytes: 0 };
    this.watched.set(conn, watched);
    if (reports.countsBytes) {
      conn.transport.prependListener('packet', (packet: EnginePacket) => {
        reports.received(bytesOf(packet));
      });
      conn.on('packetCreate', (packet: EnginePacket) => {
        reports.sent(bytesOf(packet));
      });
    }
    conn.once('close', (reason: string) => {
      const { end, pageId, bufferedBytes } = watched;
      reports.connectionClosed(end ?? endOf(reason), { accountId, pageId }, bufferedBytes);
    });
  }

  /** A connection has joined the room of a page. */
  joined(conn: EngineSocket, pageId: number): void {
    const watched = this.watched.get(conn);
    if (watched) watched.pageId = pageId;
  }

  /**
   * The server is ending a connection. Only the first reason counts.
   *
   * @param bufferedBytes what its client has not read.
   */
  ending(conn: EngineSocket, end: ConnectionEnd, bufferedBytes = 0): void {
    const watched = this.watched.get(conn);
    if (watched?.end === null) Object.assign(watched, { end, bufferedBytes });
  }
}

function bytesOf({ data = '' }: EnginePacket): number {
  return Buffer.byteLength(data);
}

/** Why a connection has ended that the server has not ended, by Engine.IO's words. */
function endOf(reason: string): ConnectionEnd {
  if (reason === 'ping timeout') return 'timed_out';
  // A frame that is too large or malformed: a lost network does not cause it.
  return reason === 'transport error' || reason === 'parse error' ? 'unexpected_packet' : 'left';
}
