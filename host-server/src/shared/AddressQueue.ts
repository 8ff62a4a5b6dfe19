import { AddressTurns } from './AddressTurns.ts';
import { ApiError } from './ApiError.ts';

/** Options of an {@link AddressQueue}. */
export interface AddressQueueOptions {
  /** How many tasks may run at once. */
  readonly concurrency: number;
  /**
   * How many tasks may wait. A further one is refused, or takes the place of the latest task of the
   * address that has the most waiting, if that address has at least two more.
   */
  readonly maxWaiting: number;
  /** How many tasks of an address may wait; of an IPv6 /48 network, eight times as many. */
  readonly maxWaitingPerAddress: number;
  /** How long a task may wait before it is refused, ms. */
  readonly maxWaitMs: number;
}

interface WaitingTask {
  readonly start: () => void;
  readonly refuse: (reason: unknown) => void;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Runs a limited number of tasks at once, for which network addresses take turns, see
 * {@link AddressTurns}. For strangers: a `FairQueue` has accounts take turns.
 */
export class AddressQueue {
  private readonly options: AddressQueueOptions;
  private readonly waiting = new AddressTurns<WaitingTask>();
  private running = 0;

  constructor(options: AddressQueueOptions) {
    this.options = options;
  }

  /**
   * Runs a task as soon as it is its turn. Returns or throws what the task does.
   *
   * @param address whose turn the task takes: a result of `addressKey`.
   * @param signal once aborted, the task is no longer started; its reason is the error.
   * @throws ApiError err_rate_limited when too many tasks of this address or its network wait,
   *   err_unavailable when too many wait in total, the task has waited too long, or its place is
   *   needed for an address with fewer tasks; then the task is never started.
   */
  async run<Value>(
    address: string,
    task: () => Promise<Value>,
    signal?: AbortSignal,
  ): Promise<Value> {
    signal?.throwIfAborted();
    if (this.running < this.options.concurrency) this.running += 1;
    else await this.waitForTurn(address, signal);
    try {
      return await task();
    } finally {
      const next = this.waiting.take();
      if (next === null) this.running -= 1;
      else next.start();
    }
  }

  /** Waits until a task that ends leaves its slot to this one. */
  private waitForTurn(address: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const { maxWaiting, maxWaitingPerAddress, maxWaitMs } = this.options;
      if (!this.waiting.hasRoom(address, maxWaitingPerAddress)) throw refusal('err_rate_limited');
      if (this.waiting.size >= maxWaiting) this.makeRoom(address);
      const stopWaiting = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const waiting = {
        start(): void {
          stopWaiting();
          resolve();
        },
        refuse(reason: unknown): void {
          stopWaiting();
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- see `signal`.
          reject(reason);
        },
      };
      const leave = (reason: unknown): void => {
        this.waiting.remove(address, waiting);
        waiting.refuse(reason);
      };
      const abort = (): void => {
        leave(signal?.reason);
      };
      const timer = setTimeout(() => {
        leave(refusal('err_unavailable'));
      }, maxWaitMs);
      signal?.addEventListener('abort', abort);
      this.waiting.add(address, waiting);
    });
  }

  /**
   * Refuses the latest task of the address that has the most, so that a few addresses cannot keep
   * the others out.
   *
   * @param address who gets its place.
   * @throws ApiError err_unavailable if nobody has at least two more than that address.
   */
  private makeRoom(address: string): void {
    const longest = this.waiting.longest();
    if (longest === null || longest.count <= this.waiting.countOf(address) + 1)
      throw refusal('err_unavailable');
    this.waiting.remove(longest.address, longest.latest);
    longest.latest.refuse(refusal('err_unavailable'));
  }
}

function refusal(code: 'err_unavailable' | 'err_rate_limited'): ApiError {
  return new ApiError(code, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
