import type { CloseReason, RoomConnection, RoomMessage } from '@cobble/engine/collaboration';
import { ApiError } from '../../shared/ApiError.ts';
import { bytesOf, Outgoing, type OutgoingSocket } from '../Outgoing.ts';
import { RoomIsElsewhere } from '../repositories/rooms.ts';
import { requireTime } from '../requireTime.ts';
import type { Rooms } from '../Rooms.ts';
import { type FromOwner, readToOwner, type ToOwner } from './forwardedMessages.ts';
import type { ForwardingReports } from './ForwardingReports.ts';
import { LINK_LIMITS, type Link, type LinkHandlers } from './Link.ts';

/** How long a room is prepared for a client that does not join, ms. */
const JOIN_MS = 15_000;
/**
 * How much may wait on the link when a message to several clients is sent, bytes. A room that stores more
 * than the link takes would end it otherwise, for all rooms. Less would keep ordinary messages behind
 * the pages of those who join.
 */
const MAX_AHEAD_BYTES = LINK_LIMITS.waitingBytes / 4;
/** Characters of a draft in one line. */
const DRAFT_CHARS = 100_000;

type LineOf<Type extends ToOwner['type']> = Extract<ToOwner, { type: Type }>;
type Connect = NonNullable<Awaited<ReturnType<Rooms['prepare']>>>;

/** What {@link Guests} use of this server. */
export interface GuestServices {
  readonly rooms: Rooms;
  readonly reports: ForwardingReports;
}

/** A client that has joined. */
interface Guest {
  readonly connection: RoomConnection;
  readonly accountId: number;
  /** Resolves the promises of parts that it has not received, the oldest first. */
  readonly receipts: (() => void)[];
}

/** Something for clients that waits until the link has room. */
interface Held {
  readonly clients: readonly number[];
  /** What counts as buffered for each client meanwhile. */
  readonly bytes: number;
  readonly send: () => void;
}

/** A message that the room is sending to one client after the other. */
interface Spoken {
  readonly message: RoomMessage;
  readonly clients: number[];
  /** Whether it has waited until the link has room. */
  readonly wasHeld: boolean;
}

/**
 * The clients of another server in the rooms of this one. Who they are and what they may do comes
 * from that server, which checks it.
 */
export class Guests implements LinkHandlers {
  private readonly link: Link;
  private readonly rooms: Rooms;
  private readonly reports: ForwardingReports;
  /** Rooms that are prepared for clients, by the client. */
  private readonly prepared = new Map<number, { connect: Connect; accountId: number }>();
  private readonly guests = new Map<number, Guest>();
  private spoken: Spoken | null = null;
  /** What waits until the link has room, oldest first, and how much of it is for each client. */
  private held: Held[] = [];
  private readonly heldFor = new Map<number, { readonly count: number; readonly bytes: number }>();
  private isWaitingForLink = false;
  private isEnded = false;
  private readonly onEnded: () => void;

  /** @param onEnded called when the link has ended. */
  constructor(link: Link, { rooms, reports }: GuestServices, onEnded: () => void) {
    this.link = link;
    this.rooms = rooms;
    this.reports = reports;
    this.onEnded = onEnded;
  }

  /** How many have joined. */
  get count(): number {
    return this.guests.size;
  }

  onLine(text: string): void {
    const startMs = performance.now();
    const line = readToOwner(text);
    if (!line) {
      this.reports.garbageReceived();
      return;
    }
    this.reports.messageReceived();
    if (line.type === 'message') {
      const guest = this.guests.get(line.client);
      // Reading a large message takes time.
      if (guest) this.rooms.budgets.spend(guest.accountId, performance.now() - startMs);
      guest?.connection.receive(line.message);
    } else if (line.type === 'prepare') void this.prepare(line);
    else if (line.type === 'join') this.join(line);
    else if (line.type === 'role') this.guests.get(line.client)?.connection.setRole(line.role);
    else if (line.type === 'received') this.guests.get(line.client)?.receipts.shift()?.();
    else if (line.type === 'left') this.leave(line.client);
    else if (line.type === 'draft') void this.sendDraft(line);
    else if (line.type === 'replaced') void this.rooms.replaced(line.page);
    else this.announce(line);
  }

  onEnd(): void {
    this.isEnded = true;
    this.spoken = null;
    this.held = [];
    this.heldFor.clear();
    for (const client of [...this.guests.keys()]) this.leave(client);
    this.prepared.clear();
    this.onEnded();
  }

  private async prepare(line: LineOf<'prepare'>): Promise<void> {
    const { client, page, accountId } = line;
    const connect = await this.answering(line, () => this.rooms.prepare(page, accountId));
    if (!connect || this.isEnded) return;
    const prepared = { connect, accountId };
    this.prepared.set(client, prepared);
    setTimeout(() => {
      if (this.prepared.get(client) === prepared) this.prepared.delete(client);
    }, JOIN_MS).unref();
    this.send({ type: 'prepared', client });
  }

  /**
   * The result of a request; null if it is refused, which the client is told, such as for an account
   * that has used up its time here.
   */
  private async answering<Result>(
    { client, accountId }: LineOf<'prepare' | 'draft'>,
    request: () => Promise<Result | null>,
  ): Promise<Result | null> {
    try {
      requireTime(this.rooms.budgets, accountId);
      const result = await request();
      if (result === null)
        this.send(this.rooms.isClosing ? { type: 'elsewhere', client } : unavailableTo(client));
      return result;
    } catch (error) {
      if (error instanceof RoomIsElsewhere) this.send({ type: 'elsewhere', client });
      else if (error instanceof ApiError) {
        const { code, retryAfterSeconds } = error;
        const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
        this.send({ type: 'refused', client, code, ...retry });
      } else this.send(unavailableTo(client));
      return null;
    }
  }

  private join({ client, session }: LineOf<'join'>): void {
    const prepared = this.prepared.get(client);
    this.prepared.delete(client);
    if (!prepared || this.guests.has(client)) {
      this.send({ type: 'close', client, reason: 'room_closed' });
      return;
    }
    const { accountId, role, name } = session;
    const receipts: (() => void)[] = [];
    const socket = this.socketOf(client, receipts);
    const joining = { isClosed: false };
    const close = (reason: CloseReason): void => {
      joining.isClosed = true;
      this.send({ type: 'close', client, reason });
      // The other server does not say that it has left: it is told so here.
      this.leave(client);
    };
    const outgoing = new Outgoing(socket, {
      onTooSlow: () => {
        close('too_slow');
      },
      onWorked: (ms) => {
        this.rooms.budgets.spend(accountId, ms);
      },
    });
    const connection = prepared.connect({
      session: { accountId, role, ...(name === undefined ? {} : { name }) },
      send: (message) => {
        outgoing.send(message);
      },
      close,
      bufferedBytes: () => outgoing.bufferedBytes,
    });
    // The room may have been closed since it was prepared.
    if (joining.isClosed) connection.disconnected();
    else this.guests.set(client, { connection, accountId, receipts });
  }

  /** A connection that leads to the client over its server. */
  private socketOf(client: number, receipts: (() => void)[]): OutgoingSocket {
    const isJoined = (): boolean => this.guests.has(client);
    const heldBytes = (): number => this.heldFor.get(client)?.bytes ?? 0;
    return {
      get connected() {
        return isJoined();
      },
      // The other server counts what its client has not received of what was sent to that server.
      conn: {
        on: () => undefined,
        transport: {
          socket: {
            get bufferedAmount() {
              return heldBytes();
            },
          },
        },
      },
      emit: (_event, message) => {
        // Whether it waits decides whether this message must.
        if (this.spoken?.message !== message) this.finishSpeaking();
        const speak = (wasHeld: boolean): void => {
          this.speak(client, message, wasHeld);
        };
        // Each client gets a welcome of its own, and what follows must not overtake it.
        if (message.type !== 'welcome' && !this.heldFor.has(client)) speak(false);
        else {
          this.hold({
            clients: [client],
            bytes: message.type === 'welcome' ? 0 : bytesOf(message),
            send: () => {
              speak(true);
            },
          });
        }
      },
      timeout: () => ({
        emitWithAck: (_event, part, isLast) => {
          const send = (): void => {
            this.send({ type: 'part', client, gzip: part.toString('base64'), isLast });
          };
          this.hold({ clients: [client], bytes: 0, send });
          // The other server ends the connection of a client that does not receive it in time.
          return new Promise<void>((resolve) => {
            receipts.push(resolve);
          });
        },
      }),
    };
  }

  /**
   * Sends something once the link has room for it. Otherwise, many clients that join together could
   * be sent more than may wait on a link, which would end, and they would all join again.
   */
  private hold(held: Held): void {
    // Whatever was being compressed when the link ended.
    if (this.isEnded) return;
    this.finishSpeaking();
    this.held.push(held);
    for (const client of held.clients) {
      const { count, bytes } = this.heldFor.get(client) ?? { count: 0, bytes: 0 };
      this.heldFor.set(client, { count: count + 1, bytes: bytes + held.bytes });
    }
    this.sendHeld();
  }

  private sendHeld(): void {
    if (this.isWaitingForLink) return;
    let count = 0;
    while (this.link.isCalm) {
      const held = this.held[count];
      if (!held) break;
      count += 1;
      this.release(held);
      if (held.clients.some((client) => this.guests.has(client))) held.send();
    }
    this.held.splice(0, count);
    this.finishSpeaking();
    if (this.held.length === 0) return;
    this.isWaitingForLink = true;
    void this.link.untilSent().then(() => {
      // What the room is sending at this moment.
      this.finishSpeaking();
      this.isWaitingForLink = false;
      this.sendHeld();
    });
  }

  private release({ clients, bytes }: Held): void {
    for (const client of clients) {
      const left = this.heldFor.get(client);
      if (!left) continue;
      if (left.count === 1) this.heldFor.delete(client);
      else this.heldFor.set(client, { count: left.count - 1, bytes: left.bytes - bytes });
    }
  }

  /** Sends a message to a client, together with others who are sent the same. */
  private speak(client: number, message: RoomMessage, wasHeld: boolean): void {
    if (this.spoken?.message === message && this.spoken.wasHeld === wasHeld) {
      this.spoken.clients.push(client);
      return;
    }
    this.finishSpeaking();
    const spoken = { message, clients: [client], wasHeld };
    this.spoken = spoken;
    // A room sends to all clients at once.
    queueMicrotask(() => {
      if (this.spoken === spoken) this.finishSpeaking();
    });
  }

  private finishSpeaking(): void {
    const { spoken } = this;
    this.spoken = null;
    if (!spoken) return;
    const { message, clients, wasHeld } = spoken;
    const send = (): void => {
      this.send({ type: 'message', clients, message });
    };
    // A client could ask for what it has missed faster than the link sends it.
    const mustWait =
      clients.length === 1 ? !this.link.isCalm : this.link.waitingBytes > MAX_AHEAD_BYTES;
    if (mustWait && !wasHeld) this.hold({ clients, bytes: bytesOf(message), send });
    else send();
  }

  private leave(client: number): void {
    const guest = this.guests.get(client);
    this.guests.delete(client);
    this.prepared.delete(client);
    guest?.connection.disconnected();
  }

  private async sendDraft(line: LineOf<'draft'>): Promise<void> {
    const { client, page, accountId, request } = line;
    await this.answering(line, () =>
      this.rooms.draftText(page, accountId, request, (text) => this.sendPieces(client, text)),
    );
  }

  private async sendPieces(client: number, text: string): Promise<void> {
    for (let start = 0; start < text.length && !this.isEnded; start += DRAFT_CHARS) {
      const end = start + DRAFT_CHARS;
      const piece = text.slice(start, end);
      this.send({ type: 'draft', client, text: piece, isLast: end >= text.length });
      await this.link.untilSent();
    }
  }

  private announce({ page, published }: LineOf<'published'>): void {
    try {
      this.rooms.announcePublished(page, published as Parameters<Rooms['announcePublished']>[1]);
    } catch {
      this.reports.garbageReceived();
    }
  }

  private send(line: FromOwner): void {
    this.finishSpeaking();
    this.sendLine(line);
  }

  private sendLine(line: FromOwner): void {
    if (this.isEnded) return;
    this.reports.messageSent();
    this.link.sendLine(JSON.stringify(line));
  }
}

/** What a client is told whose room cannot be opened, here or by whoever asks again at once. */
const unavailableTo = (client: number): FromOwner => ({
  type: 'refused',
  client,
  code: 'err_unavailable',
  retryAfterSeconds: 1,
});
