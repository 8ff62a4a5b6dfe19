import type { ClientMessageOf } from '../protocol/clientMessages.ts';
import { mayWrite, type RoomRole } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import type { ClientTable } from './ClientTable.ts';
import type { ConnectedClient } from './ConnectedClient.ts';
import type { WaitingOp } from './decideOp.ts';

/** Ops that are stored together at most. */
const MAX_BATCH = 500;

/**
 * Ops that wait to be decided on, in the order in which they came: each client's without a gap, and
 * no more of them than the limits allow.
 */
export class OpIntake {
  private waiting: WaitingOp[] = [];
  private readonly known: ClientTable;

  constructor(known: ClientTable) {
    this.known = known;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  hasOpsOf(clientId: string): boolean {
    return this.waiting.some((each) => each.clientId === clientId);
  }

  /** Takes a client's ops in, or tells it why not; true when there is something to decide on. */
  take(client: ConnectedClient, { after, ops }: ClientMessageOf<'ops'>): boolean {
    const clientId = client.clientId ?? '';
    const own = this.waiting.filter((each) => each.clientId === clientId);
    const last = Math.max(this.known.lastMid(clientId), own.at(-1)?.op.mid ?? 0);
    if (!client.mayWrite) {
      client.refuse(client.isReadOnly ? 'read_only' : 'not_permitted', { lastMid: last });
      return false;
    }
    if (after > last) {
      client.send({ type: 'resend', lastMid: last });
      return false;
    }
    const isFull =
      own.length + ops.length > ROOM_LIMITS.maxQueuedOpsPerClient ||
      this.waiting.length + ops.length > ROOM_LIMITS.maxQueuedOps;
    if (isFull) {
      client.refuse('rate_limited', { retryAfterMs: 1000 });
      return false;
    }
    const { accountId } = client.session;
    for (const op of [...ops].sort((a, b) => a.mid - b.mid))
      this.waiting.push({ clientId, accountId, role: client.role, op });
    return true;
  }

  /**
   * What a client may do has changed: what waits of it is decided on by that, and taken out where it
   * may write no longer.
   *
   * @returns whether anything was taken out
   */
  changeRole(clientId: string, role: RoomRole): boolean {
    const before = this.waiting.length;
    this.waiting = this.waiting.flatMap((each) => {
      if (each.clientId !== clientId) return [each];
      return mayWrite(role) ? [{ ...each, role }] : [];
    });
    return this.waiting.length < before;
  }

  /** Takes out what is to be decided on next. */
  next(): WaitingOp[] {
    return this.waiting.splice(0, MAX_BATCH);
  }

  clear(): void {
    this.waiting = [];
  }
}
