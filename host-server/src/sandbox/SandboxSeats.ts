import type { EventEmitter } from 'node:events';
import { ConnectionCounts } from '../http/ConnectionCounts.ts';
import { ApiError } from '../shared/ApiError.ts';

/** How many connections the room of the sandbox has on one server. */
export const SANDBOX_SEATS = { inTotal: 60, perAccount: 4 } as const;

/**
 * The places in the sandbox's room: strangers meet there, and what one of them does is sent to all
 * others. Other rooms have only those whom the page's owner has let in.
 */
export class SandboxSeats {
  private readonly inTotal = new ConnectionCounts(SANDBOX_SEATS.inTotal);
  private readonly perAccount = new ConnectionCounts(SANDBOX_SEATS.perAccount);

  /**
   * Takes a place until the connection closes.
   *
   * @throws ApiError err_unavailable if there is none: the client tries again.
   */
  take(accountId: number, connection: Pick<EventEmitter, 'once'> & { destroyed?: boolean }): void {
    const hasPlace =
      this.perAccount.admit(String(accountId), connection) && this.inTotal.admit('', connection);
    if (!hasPlace) throw new ApiError('err_unavailable', { retryAfterSeconds: 10 });
  }
}
