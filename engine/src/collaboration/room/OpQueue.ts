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
  /** Its size, which counts towards the limits. */
  readonly chars: number;
  /** When it arrived, by the room's clock. */
  readonly arrivedMs: number;
}

/** Ops of a client that have arrived together, and their size. */
export type AddedOps = Omit<ClientMessageOf<'ops'>, 'type'> & Pick<QueuedOp, 'chars' | 'arrivedMs'>;

/** Ops that a client wants to add. */
export interface OfferedOps {
  /** The client's op before them. */
  readonly after: number;
  readonly count: number;
  readonly chars: number;
}

/** A client's newest decided op and its account. */
export interface ClientState {
  readonly lastMid: number;
  readonly accountId: number;
}

/**
 * The ops waiting to be decided on, within limits of number and size. Accounts take turns, so that
 * the ops of one do not wait for all of another; the ops of an account are in order of arrival,
 * with none of a client's missing. Also tracks each client's newest decided op, so that none is
 * applied twice.
 */
export class OpQueue {
  /** Waiting ops by account, in the order of the accounts' turns; no list is empty. */
  private readonly waiting = new Map<number, QueuedOp[]>();
  /**
   * What the log says about each client; each decision updates it, and reopening the log clears it.
   */
  private readonly clients = new Map<string, { lastMid: number; accountId: number }>();
  private isClosing = false;
  /** The account whose op is next, or being decided on; null if that is not chosen yet. */
  private turn: number | null = null;
  /** Whether an op of an account may be next. */
  mayBegin: (accountId: number) => boolean = () => true;

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** Starts tracking a client from its state in the log, unless it is tracked already. */
  track(clientId: string, state: ClientState): void {
    if (!this.clients.has(clientId)) this.clients.set(clientId, { ...state });
  }

  /** Stops tracking clients, except those that are connected or have waiting ops. */
  untrackExcept(connected: ReadonlySet<string | null>): void {
    const waiting = new Set(this.all.map(({ clientId }) => clientId));
    for (const clientId of this.clients.keys())
      if (!connected.has(clientId) && !waiting.has(clientId)) this.clients.delete(clientId);
  }

  /** The client's newest op that is stored or being stored; 0 if it is not tracked. */
  lastMid(clientId: string): number {
    return this.clients.get(clientId)?.lastMid ?? 0;
  }

  /** The client's newest op that is waiting or decided on. */
  newestMid(clientId: string): number {
    const own = this.waiting.get(this.accountOf(clientId) ?? NaN);
    const newest = own?.findLast((each) => each.clientId === clientId);
    return Math.max(this.lastMid(clientId), newest?.op.mid ?? 0);
  }

  /** The account that uses a client id; null if it is not tracked. */
  accountOf(clientId: string): number | null {
    return this.clients.get(clientId)?.accountId ?? null;
  }

  /**
   * The op to decide on next; undefined if there is none, or those that wait may not be next. It stays
   * in the queue, as the first, until it is decided on.
   */
  get first(): QueuedOp | undefined {
    if (this.turn === null || !this.waiting.has(this.turn))
      this.turn = [...this.waiting.keys()].find((each) => this.mayBegin(each)) ?? null;
    return this.waiting.get(this.turn ?? NaN)?.[0];
  }

  /** Whether an op was decided on before. */
  isDuplicate({ clientId, op }: QueuedOp): boolean {
    return op.mid <= this.lastMid(clientId);
  }

  /** Removes the first op, a duplicate. */
  skip(): void {
    this.shift();
  }

  /**
   * Removes the first op, which is now its client's newest decided one. It is the next account's
   * turn.
   */
  decided(): void {
    const first = this.shift();
    const state = first && this.clients.get(first.clientId);
    if (state) state.lastMid = first.op.mid;
  }

  /**
   * Adds a client's ops, or sends it the reason for refusing them. Returns whether ops were added.
   *
   * @param message.chars the size of all ops
   */
  add(client: ConnectedClient, { after, ops, chars, arrivedMs }: AddedOps): boolean {
    if (!this.mayAdd(client, { after, count: ops.length, chars })) return false;
    const clientId = client.clientId ?? '';
    const { accountId } = client.session;
    const own = this.waiting.get(accountId) ?? [];
    this.waiting.set(accountId, own);
    // The size of each op of a message does not matter: they arrive and are limited together.
    for (const op of [...ops].sort((a, b) => a.mid - b.mid))
      own.push({
        ...{ clientId, accountId, role: client.role, op, arrivedMs },
        chars: chars / ops.length,
      });
    return true;
  }

  /** Whether a client may add ops now; if not, sends it the reason. */
  mayAdd(client: ConnectedClient, offered: OfferedOps): boolean {
    const clientId = client.clientId ?? '';
    const last = this.newestMid(clientId);
    if (!client.mayWrite) {
      client.refuse(client.isReadOnly ? 'read_only' : 'not_permitted', { lastMid: last });
      return false;
    }
    if (offered.after > last) {
      client.requestOpsAfter(last);
      return false;
    }
    if (this.isClosing || this.isFull(client, offered)) {
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
    const accountId = this.accountOf(clientId) ?? NaN;
    const before = this.waiting.get(accountId) ?? [];
    const after = before.flatMap((each) => {
      if (each.clientId !== clientId || each.role === role) return [each];
      return mayWrite(role) ? [{ ...each, role }] : [];
    });
    if (after.length > 0) this.waiting.set(accountId, after);
    else this.waiting.delete(accountId);
    return after.length < before.length;
  }

  /** Takes no more ops: clients send them again, to the next room. */
  close(): void {
    this.isClosing = true;
  }

  /** Stops tracking all clients: the log may have changed. */
  untrackAll(): void {
    this.clients.clear();
  }

  clear(): void {
    this.turn = null;
    this.waiting.clear();
    this.clients.clear();
  }

  private get all(): QueuedOp[] {
    return [...this.waiting.values()].flat();
  }

  private isFull({ clientId, session }: ConnectedClient, { count, chars }: OfferedOps): boolean {
    const { all } = this;
    const ofAccount = this.waiting.get(session.accountId) ?? [];
    const ofClient = ofAccount.filter((each) => each.clientId === clientId);
    return (
      ofClient.length + count > ROOM_LIMITS.maxQueuedOpsPerClient ||
      all.length + count > ROOM_LIMITS.maxQueuedOps ||
      charsOf(ofAccount) + chars > ROOM_LIMITS.maxQueuedCharsPerAccount ||
      charsOf(all) + chars > ROOM_LIMITS.maxQueuedChars
    );
  }

  /** Removes the first op. Then it is the next account's turn. */
  private shift(): QueuedOp | undefined {
    const accountId = this.turn;
    const own = this.waiting.get(accountId ?? NaN);
    if (accountId === null || !own) return undefined;
    this.turn = null;
    this.waiting.delete(accountId);
    const first = own.shift();
    if (own.length > 0) this.waiting.set(accountId, own);
    return first;
  }
}

function charsOf(ops: readonly QueuedOp[]): number {
  return ops.reduce((sum, { chars }) => sum + chars, 0);
}
