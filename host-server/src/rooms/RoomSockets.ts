import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { CloseReason, RoomConnection, RoomRole } from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Server } from 'socket.io';
import { z } from 'zod';
import {
  ROOM_SOCKET_PATH,
  type RoomClientEvents,
  type RoomSocketEvents,
} from '../contract/roomSocket.ts';
import { refuseUpgrade } from '../http/refuseUpgrade.ts';
import type { Addresses } from '../http/addresses.ts';
import { clientAddress } from '../http/clientAddress.ts';
import { AddressCounts, ConnectionCounts } from '../http/ConnectionCounts.ts';
import { connectionSignal } from '../http/connectionSignal.ts';
import type { Consume } from '../http/limits.ts';
import type { Session, SignedInSession } from '../http/mountCall.ts';
import type { StrangerTurns } from '../http/StrangerTurns.ts';
import { ApiError } from '../shared/ApiError.ts';
import { onlyPlaying } from '../sandbox/onlyPlaying.ts';
import { SandboxSeats } from '../sandbox/SandboxSeats.ts';
import type { Clock } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { ByteBudgets } from './ByteBudgets.ts';
import { ConnectionReports } from './ConnectionReports.ts';
import { createRoomServer } from './createRoomServer.ts';
import { Outgoing, type RoomSocket } from './Outgoing.ts';
import { type PausableConnection, ReadingTurns } from './ReadingTurns.ts';
import type { ConnectionRefusal, RoomReports } from './RoomReports.ts';
import { findMembers, type RoomMember, type Visit } from './repositories/roomMembers.ts';
import type { ConnectSocket } from './forwarding/Host.ts';
import type { PageRooms } from './forwarding/SharedRooms.ts';

/** What the sockets of rooms need. */
export interface RoomSocketServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly rooms: PageRooms;
  readonly roomReports: RoomReports;
  readonly consume: Consume;
  readonly readSession: (cookies: string | undefined) => Promise<Session | null>;
  readonly strangerTurns: StrangerTurns;
  /** See `Configuration`. */
  readonly trustedProxies: number;
}

/** How many connections rooms accept, and what they may send. */
export const ROOM_SOCKET_LIMITS = {
  connections: 5000,
  connectionsPerAddress: 100,
  connectionsPerAccount: 30,
  /**
   * Bytes of one message. The largest that a client sends has half as many characters as a room
   * accepts, and JSON needs up to three bytes for one, apart from control characters.
   */
  messageBytes: 2_000_000,
  /**
   * What an account may send at once and per second; a room counts what it reads again. An account
   * that may not send a whole message cannot connect.
   */
  burstBytes: 24_000_000,
  bytesPerSecond: 2_000_000,
  /** What each packet counts as at least, bytes. */
  packetBytes: 2000,
} as const;

/** How often sessions and roles are checked again: within 5 s of a change, the queries included. */
const CHECK_MS = 3000;

/** With a `sid`, a connection would continue another one without being counted. */
const UPGRADE_URL = new RegExp(`^${ROOM_SOCKET_PATH}/\\?EIO=4&transport=websocket$`);
const authSchema = z.object({ page: z.number().int().min(1).max(2_147_483_647) });

/** A request whose session is known. */
type SessionRequest = IncomingMessage & { session?: SignedInSession };
type EngineSocket = RoomSocket['conn'];

/** Who a connection belongs to, once it is admitted. */
interface Visitor {
  readonly visit: Visit;
  readonly member: RoomMember;
  readonly connect: ConnectSocket;
}

/** The packet that is being received. */
interface ReceivedPacket {
  readonly conn: EngineSocket;
  readonly accountId: string;
  readonly bytes: number;
  readonly mayParse: boolean;
}

/** A connection in a room. */
interface Joined {
  readonly socket: RoomSocket;
  readonly visit: Visit;
  readonly connection: RoomConnection;
  role: RoomRole;
  /** Sends nothing from now on. */
  readonly mute: () => void;
}

/**
 * Connects browsers to the rooms of their pages, over WebSockets of Socket.IO. Who somebody is and
 * what they may do comes from the session and the database alone, and is checked again every few
 * seconds.
 */
export class RoomSockets {
  private readonly services: RoomSocketServices;
  private readonly io: Server<RoomClientEvents, RoomSocketEvents>;
  /** By Socket.IO's id of the connection. */
  private readonly visitors = new Map<string, Visitor>();
  private readonly joined = new Set<Joined>();
  private readonly reports: ConnectionReports;
  private readonly perAddress = new AddressCounts(ROOM_SOCKET_LIMITS.connectionsPerAddress);
  private readonly perAccount = new ConnectionCounts(ROOM_SOCKET_LIMITS.connectionsPerAccount);
  private readonly sandboxSeats = new SandboxSeats();
  private readonly bytes = new ByteBudgets(
    ROOM_SOCKET_LIMITS.burstBytes,
    ROOM_SOCKET_LIMITS.bytesPerSecond,
  );
  private readonly reading = new ReadingTurns();
  private received: ReceivedPacket | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Whether new connections go to other servers. */
  private isDraining = false;
  private isClosed = false;

  constructor(services: RoomSocketServices) {
    this.services = services;
    this.reports = new ConnectionReports(services.roomReports);
    this.io = createRoomServer({
      messageBytes: ROOM_SOCKET_LIMITS.messageBytes,
      mayParse: () => this.received?.mayParse ?? false,
      whenItsTurn: (parse) => {
        this.parse(parse);
      },
      onUnexpected: () => {
        if (this.received) this.reports.ending(this.received.conn, 'unexpected_packet');
      },
      allowRequest: (request, callback) => {
        this.isAllowed(request).then(
          (isAllowed) => {
            callback(null, isAllowed);
          },
          (error: unknown) => {
            this.refuse(request, error instanceof ApiError ? error.code : 'err_unavailable');
            callback(null, false);
          },
        );
      },
    });
    this.io.engine.on('connection', (conn: EngineSocket) => {
      this.reports.watch(conn, (conn.request as SessionRequest).session?.account.id);
      this.watchBytes(conn);
    });
    this.io.use((socket, next) => {
      this.admit(socket).then(
        () => {
          next();
        },
        (error: unknown) => {
          next(this.refusalOf(error, socket));
        },
      );
    });
    this.io.on('connection', (socket) => {
      this.join(socket);
    });
    this.checkLater();
  }

  /** How many connections have not joined a room yet, and how many have. */
  get counts(): { readonly joining: number; readonly joined: number } {
    const { size } = this.joined;
    // A connection that is ending may still be counted as joined.
    return { joining: Math.max(0, this.io.engine.clientsCount - size), joined: size };
  }

  /**
   * Handles a request that upgrades its connection to a WebSocket.
   *
   * @returns false if it is not for rooms.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!UPGRADE_URL.test(request.url ?? '')) return false;
    // Until Socket.IO listens itself, it would end the process.
    socket.on('error', () => undefined);
    if (this.isDraining) {
      this.refuse(request, 'stopping');
      refuseUpgrade(socket, '503 Service Unavailable');
    } else this.io.engine.handleUpgrade(request, socket, head);
    return true;
  }

  /** Accepts no more connections: they go to other servers, or wait for the next one. */
  drain(): void {
    this.isDraining = true;
  }

  /** Closes all connections. Close the rooms before, so that what was sent is stored. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.io.close();
  }

  /**
   * Whether a browser may connect: from the app itself, with a session that has an account, and not
   * too often. Everyone else is refused before anything that they send is parsed.
   */
  private async isAllowed(request: SessionRequest): Promise<boolean> {
    const { addresses, consume, readSession, rooms, strangerTurns, trustedProxies } = this.services;
    const { origin, host, cookie } = request.headers;
    if (origin === undefined || !addresses.isOwnOrigin(origin, host))
      return this.refuse(request, 'origin');
    if (this.io.engine.clientsCount >= ROOM_SOCKET_LIMITS.connections)
      return this.refuse(request, 'server_full');
    const address = clientAddress(request, trustedProxies);
    if (!this.perAddress.admit(address, request.socket))
      return this.refuse(request, 'address_full');
    const caller = { address, cookies: cookie, signal: connectionSignal(request.socket) };
    const session = await strangerTurns.run(caller, async () => {
      await consume('callsPerIp', address);
      return readSession(cookie);
    });
    if (!session?.account) return this.refuse(request, 'no_account');
    const { account } = session;
    const left = this.bytes.leftOf(String(account.id), performance.now());
    // Over new connections, it would send what costs time to receive, although nobody parses it.
    if (left < ROOM_SOCKET_LIMITS.messageBytes)
      return this.refuse(request, 'too_many_bytes', account.id);
    if (rooms.budgets.waitMs(account.id) > 0)
      return this.refuse(request, 'too_much_work', account.id);
    if (!this.perAccount.admit(String(account.id), request.socket))
      return this.refuse(request, 'account_full', account.id);
    await consume('roomConnectionsPerAccount', String(account.id));
    if (this.isDraining) return this.refuse(request, 'stopping', account.id);
    request.session = { ...session, account };
    return true;
  }

  /** Reports that a connection is refused. Returns false. */
  private refuse(request: IncomingMessage, reason: ConnectionRefusal, accountId?: number): false {
    // It has left meanwhile, and would be counted as one too many.
    if (request.socket.destroyed) return false;
    const { roomReports, trustedProxies } = this.services;
    const address = clientAddress(request, trustedProxies);
    roomReports.connectionRefused(reason, address, { accountId });
    return false;
  }

  /** Ends a connection whose account sends more than anyone needs, so that reading it costs little. */
  private watchBytes(conn: EngineSocket): void {
    const accountId = String((conn.request as SessionRequest).session?.account.id);
    // The transport also emits what arrives while the connection is closing.
    conn.transport.prependListener(
      'packet',
      ({ data = '' }: { readonly data?: string | Buffer }) => {
        const bytes = Math.max(ROOM_SOCKET_LIMITS.packetBytes, Buffer.byteLength(data));
        // Before the packet is parsed.
        const mayParse = this.bytes.take(accountId, bytes, performance.now());
        this.received = { conn, accountId, bytes, mayParse };
        // A closing handshake takes up to 30 s, in which the client could go on sending.
        if (mayParse) return;
        this.reports.ending(conn, 'too_many_bytes');
        conn.request.socket.destroy();
      },
    );
  }

  /** Parses the packet that is being received, when it is its account's turn. */
  private parse(parse: () => void): void {
    if (!this.received) return;
    const { conn, accountId, bytes } = this.received;
    const { socket: connection } = conn.transport as unknown as { socket: PausableConnection };
    const read = (): void => {
      try {
        parse();
      } catch {
        this.reports.ending(conn, 'unexpected_packet');
        conn.close();
      }
    };
    this.reading.read(accountId, { connection, bytes, read });
  }

  /** Checks that a connection may join the room of the page that it names. */
  private async admit(socket: RoomSocket): Promise<void> {
    const { knex, clock, rooms } = this.services;
    const { session } = socket.request as SessionRequest;
    const auth = authSchema.safeParse(socket.handshake.auth);
    if (!auth.success) throw new ApiError('err_bad_request', { path: 'auth.page' });
    if (session === undefined) throw new ApiError('err_unauthorized');
    const visit = { sessionId: session.id, pageId: auth.data.page };
    const findMember = async (): Promise<RoomMember> => {
      const [found] = await findMembers(knex, [visit], clock());
      if (!found) throw new ApiError('page_does_not_exist');
      return found;
    };
    const { accountId, isInSandbox } = await findMember();
    if (isInSandbox) this.sandboxSeats.take(accountId, socket.request.socket);
    const connect = await rooms.prepare(visit.pageId, accountId);
    if (!connect) throw new ApiError('err_unavailable', { retryAfterSeconds: 1 });
    // That may have taken seconds, in which nobody has checked the connection.
    const member = await findMember();
    const { id, conn } = socket;
    if (conn.readyState !== 'open') return;
    this.visitors.set(id, { visit, member, connect });
    conn.once('close', () => this.visitors.delete(id));
  }

  private join(socket: RoomSocket): void {
    const visitor = this.visitors.get(socket.id);
    if (!visitor) {
      socket.disconnect(true);
      return;
    }
    const { visit, connect } = visitor;
    const { accountId, name, role } = visitor.member;
    const close = (reason: CloseReason): void => {
      this.reports.ending(socket.conn, reason, outgoing.bufferedBytes);
      socket.emit('closed', reason);
      socket.disconnect(true);
    };
    this.reports.joined(socket.conn, visit.pageId);
    const outgoing = new Outgoing(socket, {
      onTooSlow: () => {
        close('too_slow');
      },
      onWorked: (ms) => {
        this.services.rooms.budgets.spend(accountId, ms);
      },
    });
    let isMuted = false;
    const mute = (): void => {
      isMuted = true;
    };
    const joining = connect({
      session: { accountId, name, role },
      send: (message) => {
        if (!isMuted) outgoing.send(message);
      },
      close,
      bufferedBytes: () => outgoing.bufferedBytes,
      sendPart: (gzipped, isLast) =>
        isMuted ? Promise.resolve() : outgoing.sendPart(gzipped, isLast),
    });
    const connection = visitor.member.isInSandbox ? onlyPlaying(joining) : joining;
    // The room may have been closed since, and has closed the connection then.
    if (!socket.connected) {
      connection.disconnected();
      return;
    }
    const joined: Joined = { socket, visit, connection, role, mute };
    this.joined.add(joined);
    socket.on('message', (message) => {
      connection.receive(message);
    });
    socket.on('disconnect', () => {
      this.joined.delete(joined);
      connection.disconnected();
    });
  }

  private refusalOf(error: unknown, { request, handshake }: RoomSocket): Error {
    const refusal = error instanceof ApiError ? error : new ApiError('err_unavailable');
    const { roomReports, trustedProxies } = this.services;
    roomReports.connectionRefused(refusal.code, clientAddress(request, trustedProxies), {
      accountId: (request as SessionRequest).session?.account.id,
      pageId: authSchema.safeParse(handshake.auth).data?.page,
    });
    if (refusal !== error) roomReports.connectionFailed(error);
    const { code, retryAfterSeconds } = refusal;
    return Object.assign(new Error(code), { data: { ...refusal.body, retryAfterSeconds } });
  }

  private checkLater(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => {
      void this.check().then(() => {
        this.checkLater();
      });
    }, CHECK_MS);
  }

  /** Applies what has changed about sessions, roles and plans since. Never rejects. */
  private async check(): Promise<void> {
    const { knex, clock, rooms, log } = this.services;
    try {
      const all = [...this.joined];
      if (all.length + rooms.pageIds.length === 0) return;
      const visits = all.map(({ visit }) => visit);
      const members = await findMembers(knex, visits, clock());
      for (const [index, joined] of all.entries()) this.apply(joined, members[index] ?? null);
      await rooms.applyPlans();
    } catch (error) {
      log.error({ error: loggable(error) }, 'Roles in rooms could not be checked');
    }
  }

  private apply(joined: Joined, member: RoomMember | null): void {
    const { socket, connection, mute } = joined;
    const role = member?.role ?? 'viewer';
    // Its author may log in again and go on, and is no viewer of the page.
    if (!member) mute();
    if (role !== joined.role) {
      joined.role = role;
      // What was sent before is rejected, too, even if the connection ends.
      connection.setRole(role);
    }
    if (member) return;
    this.reports.ending(socket.conn, 'access_ended');
    socket.disconnect(true);
  }
}
