import { ADDRESSES_PER_NETWORK, networkKey } from '../shared/addressKeys.ts';
import { AddressTotals } from '../shared/AddressTotals.ts';
import { ApiError } from '../shared/ApiError.ts';
import { FairQueue, type FairQueueOptions } from '../shared/FairQueue.ts';
import { RecentUsage } from '../shared/RecentUsage.ts';

/** Whose turn the hashing of a password takes. */
export type PasswordTurn =
  /** A visitor who enters the password of an account's page. */
  | {
      readonly ownerId: number;
      /** A result of `addressKey`. */
      readonly address: string;
    }
  /** An account that sets the password of a page. */
  | { readonly accountId: number };

/** As long as what limits guesses: ten minutes (`LIMITS`). */
const HALF_LIFE_MS = 600_000;

/**
 * Of accounts. A hash takes 32 MB and about 60 ms, so an account is heavy after 16 of them. Each has
 * at most one entry for visitors and one for itself, because the rest waits in its own queue.
 */
const ACCOUNTS: FairQueueOptions = {
  concurrency: 2,
  heavyMs: 1000,
  halfLifeMs: HALF_LIFE_MS,
  maxWaiting: 2000,
  maxWaitingPerKey: 1,
  maxWaitMs: 30_000,
};

/** Of the visitors of an account's pages: more cannot be hashed while they are willing to wait. */
const VISITORS: FairQueueOptions = {
  concurrency: 1,
  heavyMs: 250,
  maxWaiting: 500,
  maxWaitingPerKey: 10,
  maxWaitMs: 30_000,
};

/** As `FairQueue` says in its refusals. */
const RETRY_AFTER_SECONDS = 5;

/** The passwords that wait for an account's turn. */
interface AccountQueue {
  readonly queue: FairQueue<string>;
  /** How many of each address, and of each IPv6 /48 network, run or wait. */
  readonly totals: AddressTotals;
  /** How many run or wait. */
  count: number;
}

/**
 * The turns of hashing passwords, two at a time. Accounts take turns: the owners of the pages whose
 * passwords visitors enter, and apart from these, those that set one. So guesses at the pages of an
 * account, which may be the attacker's own, never delay other accounts' visitors for long. Among the
 * visitors of an account's pages, network addresses take turns. Both let those go first that have used
 * less in the last ten minutes or so; an address in an IPv6 /48 network has used at least an eighth of
 * what the network has.
 */
export class PasswordTurns {
  private readonly accounts: FairQueue<string>;
  private readonly queues = new Map<string, AccountQueue>();
  /** How long addresses, and IPv6 /48 networks, have used at the pages of any account. */
  private readonly usage: RecentUsage<string>;

  /** @param nowMs a monotonic clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.accounts = new FairQueue(ACCOUNTS, { nowMs });
    this.usage = new RecentUsage({ halfLifeMs: HALF_LIFE_MS, negligibleMs: 5 }, nowMs);
  }

  /**
   * Runs the hashing of a password when it is its turn. Returns or throws what it does.
   *
   * @param signal once aborted, hashing that waits is not started; its reason is the error.
   * @throws ApiError err_rate_limited when too many of this address or account wait, err_unavailable
   *   when too many wait for the pages of this account or in total, or for too long.
   */
  async run<Value>(
    turn: PasswordTurn,
    hash: () => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value> {
    const account = 'ownerId' in turn ? `pages of ${String(turn.ownerId)}` : ownKey(turn.accountId);
    const requester = 'ownerId' in turn ? turn.address : ownKey(turn.accountId);
    const waiting = this.queueOf(account);
    if (!waiting.totals.hasRoom(requester, VISITORS.maxWaitingPerKey + 1))
      throw new ApiError('err_rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    waiting.count += 1;
    waiting.totals.add(requester, 1);
    try {
      return await waiting.queue.run(
        requester,
        () => this.accounts.run(account, () => this.measure(requester, hash), signal),
        signal,
      );
    } finally {
      waiting.count -= 1;
      waiting.totals.add(requester, -1);
      if (waiting.count === 0) this.queues.delete(account);
    }
  }

  private queueOf(account: string): AccountQueue {
    const existing = this.queues.get(account);
    if (existing !== undefined) return existing;
    // Waiting for the account's turn is not counted as usage.
    const usageOf = (key: string): number => {
      const network = networkKey(key);
      const ofNetwork = network === null ? 0 : this.usage.of(network) / ADDRESSES_PER_NETWORK;
      return Math.max(this.usage.of(key), ofNetwork);
    };
    const queue = new FairQueue<string>(VISITORS, { usageOf, pastUsageOf: usageOf });
    const created = { queue, totals: new AddressTotals(), count: 0 };
    this.queues.set(account, created);
    return created;
  }

  private async measure<Value>(requester: string, hash: () => Promise<Value>): Promise<Value> {
    const keys = [requester, networkKey(requester)].filter((key) => key !== null);
    const ends = keys.map((key) => this.usage.begin(key));
    try {
      return await hash();
    } finally {
      for (const end of ends) end();
    }
  }
}

const ownKey = (accountId: number): string => `account ${String(accountId)}`;
