import type { ClientMessageOf, SentOp } from '../protocol/clientMessages.ts';
import { mayWrite, type RoomRole } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import { WaitingMemory } from './WaitingMemory.ts';

/** An op waiting to be decided on, and its sender. */
export interface QueuedOp {
  readonly clientId: string;
  readonly accountId: number;
  readonly role: RoomRole;
  readonly op: SentOp;
  /** Its size, which counts towards the limits. */
  readonly chars: number;
  /** The memory that it takes, see `memoryOf`. */
  readonly memory: number;
  /** When it arrived, by the room's clock. */
  readonly arrivedMs: number;
}

/** Ops of a client that have arrived together, and their size. */
export type AddedOps = Omit<ClientMessageOf<'ops'>, 'type'> &
  Pick<QueuedOp, 'chars' | 'memory' | 'arrivedMs'>;

/** Ops that a client wants to add. */
export interface OfferedOps {
  /** The client's op before them. */
  readonly after: number;
  readonly count: number;
  readonly chars: number;
  readonly memory: number;
}

/** The waiting ops of an account, in order of arrival, and their size. */
interface AccountOps {
  readonly ops: QueuedOp[];
  chars: number;
}

/** A client's newest decided op and its account. */
export interface ClientState {
  readonly lastMid: number;
  readonly accountId: number;
}

/**
 * The ops waiting to be decided on, within limits of number and size. Accounts take turns, so that
 * the ops of one do not wait for all of another, and a few of each find space however many of others
 * wait; the ops of an account are in order of arrival, with none of a client's missing. Also tracks
 * each client's newest decided op, so that none is applied twice.
 */
export class OpQueue {
  /** Waiting ops by account, in the order of the accounts' turns; no list is empty. */
  private readonly waiting = new Map<number, AccountOps>();
  private count = 0;
  private chars = 0;
  /**
   * What the log says about each client; each decision updates it, and reopening the log clears it.
   */
  private readonly clients = new Map<string, { lastMid: number; accountId: number }>();
  /** Whether it takes no more ops. */
  isClosing = false;
  /** The account whose op is next, or being decided on; null if that is not chosen yet. */
  private turn: number | null = null;
  /** The memory of ops that wait, in this room and in others. */
  memory: WaitingMemory = new WaitingMemory();
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
    const newest = own?.ops.findLast((each) => each.clientId === clientId);
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
    return this.waiting.get(this.turn ?? NaN)?.ops[0];
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
   * @param message.memory the memory that they take
   */
  add(client: ConnectedClient, { after, ops, chars, memory, arrivedMs }: AddedOps): boolean {
    const count = ops.length;
    if (!this.mayAdd(client, { after, count, chars, memory })) return false;
    const clientId = client.clientId ?? '';
    const { accountId } = client.session;
    const own = this.waiting.get(accountId) ?? { ops: [], chars: 0 };
    this.waiting.set(accountId, own);
    // The size of each op of a message does not matter: they arrive and are limited together.
    const size = { chars: Math.ceil(chars / count), memory: Math.ceil(memory / count) };
    for (const op of [...ops].sort((a, b) => a.mid - b.mid)) {
      const queued = { clientId, accountId, role: client.role, op, arrivedMs, ...size };
      own.ops.push(queued);
      this.counted(own, queued, 1);
    }
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
    const own = this.waiting.get(this.accountOf(clientId) ?? NaN);
    if (!own) return false;
    const kept: QueuedOp[] = [];
    for (const each of own.ops) {
      if (each.clientId !== clientId || each.role === role) kept.push(each);
      else if (mayWrite(role)) kept.push({ ...each, role });
      else this.counted(own, each, -1);
    }
    const removed = own.ops.length - kept.length;
    own.ops.splice(0, own.ops.length, ...kept);
    if (kept.length === 0) this.waiting.delete(this.accountOf(clientId) ?? NaN);
    return removed > 0;
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
    for (const own of this.waiting.values())
      for (const each of own.ops) this.counted(own, each, -1);
    this.waiting.clear();
    this.clients.clear();
  }

  private get all(): QueuedOp[] {
    return [...this.waiting.values()].flatMap(({ ops }) => ops);
  }

  /** Notes that an op has been added to its account's (1), or removed (-1). */
  private counted(own: AccountOps, { accountId, chars, memory }: QueuedOp, sign: 1 | -1): void {
    own.chars += sign * chars;
    this.chars += sign * chars;
    this.count += sign;
    this.memory.add(accountId, sign * memory);
  }

  private isFull(
    { clientId, session: { accountId } }: ConnectedClient,
    { count, chars, memory }: OfferedOps,
  ): boolean {
    const limits = ROOM_LIMITS;
    const own = this.waiting.get(accountId);
    const ownCount = (own?.ops.length ?? 0) + count;
    const ownChars = (own?.chars ?? 0) + chars;
    if (
      ownCount > limits.maxQueuedOpsPerAccount ||
      ownChars > limits.maxQueuedCharsPerAccount ||
      !this.memory.hasSpace(accountId, memory)
    )
      return true;
    const ofClient = own?.ops.reduce((sum, each) => sum + (each.clientId === clientId ? 1 : 0), 0);
    if ((ofClient ?? 0) + count > limits.maxQueuedOpsPerClient) return true;
    // However many of others wait, in an account that must wait itself for example.
    if (ownCount <= limits.freeQueuedOps && ownChars <= limits.freeQueuedChars) return false;
    return this.count + count > limits.maxQueuedOps || this.chars + chars > limits.maxQueuedChars;
  }

  /** Removes the first op. Then it is the next account's turn. */
  private shift(): QueuedOp | undefined {
    const accountId = this.turn;
    const own = this.waiting.get(accountId ?? NaN);
    if (accountId === null || !own) return undefined;
    this.turn = null;
    this.waiting.delete(accountId);
    const first = own.ops.shift();
    if (first) this.counted(own, first, -1);
    if (own.ops.length > 0) this.waiting.set(accountId, own);
    return first;
  }
}
