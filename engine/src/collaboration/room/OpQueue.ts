import type { ClientMessageOf, SentOp } from '../protocol/clientMessages.ts';
import { mayWrite, type RoomRole } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import type { ConnectedClient } from './ConnectedClient.ts';

/** An op waiting to be decided on, and its sender. */
export interface QueuedOp {
  readonly clientId: string;
  readonly accountId: number;
  readonly role: RoomRole;
  readonly op: SentOp;
}

/** A client's newest decided op and its account. */
export interface ClientState {
  readonly lastMid: number;
  readonly accountId: number;
}

/**
 * The ops waiting to be decided on, in order of arrival: without gaps for each client and within the
 * limits. Also tracks each client's newest decided op, so that none is applied twice.
 */
export class OpQueue {
  private queued: QueuedOp[] = [];
  /** What the log says about each client; each decision updates it, and reopening the log clears it. */
  private readonly clients = new Map<string, { lastMid: number; accountId: number }>();

  get isEmpty(): boolean {
    return this.queued.length === 0;
  }

  /** Starts tracking a client from its state in the log, unless it is tracked already. */
  track(clientId: string, state: ClientState): void {
    if (!this.clients.has(clientId)) this.clients.set(clientId, { ...state });
  }

  /** Stops tracking clients, except those that are connected or have waiting ops. */
  untrackExcept(connected: ReadonlySet<string | null>): void {
    const waiting = new Set(this.queued.map(({ clientId }) => clientId));
    for (const clientId of this.clients.keys())
      if (!connected.has(clientId) && !waiting.has(clientId)) this.clients.delete(clientId);
  }

  /** The client's newest op that is stored or being stored; 0 if it is not tracked. */
  lastMid(clientId: string): number {
    return this.clients.get(clientId)?.lastMid ?? 0;
  }

  /** The client's newest op that is waiting or decided on. */
  newestMid(clientId: string): number {
    const newest = this.queued.findLast((each) => each.clientId === clientId);
    return Math.max(this.lastMid(clientId), newest?.op.mid ?? 0);
  }

  /** The account that uses a client id; null if it is not tracked. */
  accountOf(clientId: string): number | null {
    return this.clients.get(clientId)?.accountId ?? null;
  }

  /** The op to decide on next. It stays in the queue until it is decided on. */
  get first(): QueuedOp | undefined {
    return this.queued[0];
  }

  /** Whether an op was decided on before. */
  isDuplicate({ clientId, op }: QueuedOp): boolean {
    return op.mid <= this.lastMid(clientId);
  }

  /** Removes the first op, a duplicate. */
  skip(): void {
    this.queued.shift();
  }

  /** Removes the first op, which has been decided on, and remembers it. */
  decided(): void {
    const first = this.queued.shift();
    const state = first && this.clients.get(first.clientId);
    if (state) state.lastMid = first.op.mid;
  }

  /** Adds a client's ops, or tells the client why it may not. Returns whether ops were added. */
  add(client: ConnectedClient, { after, ops }: Omit<ClientMessageOf<'ops'>, 'type'>): boolean {
    if (!this.mayAdd(client, after, ops.length)) return false;
    const clientId = client.clientId ?? '';
    const { accountId } = client.session;
    for (const op of [...ops].sort((a, b) => a.mid - b.mid))
      this.queued.push({ clientId, accountId, role: client.role, op });
    return true;
  }

  /**
   * Whether a client may add ops now; if not, sends it the reason.
   *
   * @param after the mid of the client's last op before them
   */
  mayAdd(client: ConnectedClient, after: number, count: number): boolean {
    const clientId = client.clientId ?? '';
    const own = this.queued.filter((each) => each.clientId === clientId);
    const last = this.newestMid(clientId);
    if (!client.mayWrite) {
      client.refuse(client.isReadOnly ? 'read_only' : 'not_permitted', { lastMid: last });
      return false;
    }
    if (after > last) {
      client.send({ type: 'resend', lastMid: last });
      return false;
    }
    const isFull =
      own.length + count > ROOM_LIMITS.maxQueuedOpsPerClient ||
      this.queued.length + count > ROOM_LIMITS.maxQueuedOps;
    if (isFull) {
      client.refuse('rate_limited', { retryAfterMs: 1000 });
      return false;
    }
    return true;
  }

  /**
   * Applies a role change to a client's queued ops, and removes them if it may no longer write. An
   * op that is being decided on is replaced by a copy, so that deciding starts again.
   *
   * @returns whether any were removed
   */
  changeRole(clientId: string, role: RoomRole): boolean {
    const before = this.queued.length;
    this.queued = this.queued.flatMap((each) => {
      if (each.clientId !== clientId || each.role === role) return [each];
      return mayWrite(role) ? [{ ...each, role }] : [];
    });
    return this.queued.length < before;
  }

  /** Stops tracking all clients: the log may have changed. */
  untrackAll(): void {
    this.clients.clear();
  }

  clear(): void {
    this.queued = [];
    this.clients.clear();
  }
}
