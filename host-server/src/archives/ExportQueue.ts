import { BodyBudget, type BodyBudgetLimits } from '../http/BodyBudget.ts';
import { FairQueue, type FairQueueOptions } from '../shared/FairQueue.ts';

const MB = 1024 * 1024;

/** Exports in progress. How many there are in total depends on what they keep. */
const EXPORTING: FairQueueOptions = {
  concurrency: Infinity,
  concurrencyPerKey: 2,
  maxWaiting: 0,
  maxWaitingPerKey: 0,
  retryAfterSeconds: 30,
};

/** Steps that have a page in memory. At most one step of each export waits. */
const STEPS: FairQueueOptions = {
  concurrency: 2,
  concurrencyPerKey: 1,
  heavyMs: 5000,
  halfLifeMs: 60_000,
  maxWaiting: Infinity,
  maxWaitingPerKey: Infinity,
};

/** What all exports keep from one step to the next: a few of the largest, or hundreds of others. */
const KEPT: BodyBudgetLimits = { bytesPerAddress: 96 * MB, bytesInTotal: 96 * MB };

/** What an export takes in any case: its connection, its streams and its buffers. */
const EXPORT_BYTES = 256 * 1024;

/** An export that has been admitted. */
export interface RunningExport {
  /**
   * Aborted when the client leaves, or when the export makes room for another one. The reason is an
   * ApiError.
   */
  readonly signal: AbortSignal;
  /**
   * Runs a step that has a page in memory, when it is its turn. Not for sending: a slow client would
   * keep others waiting.
   */
  readonly step: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /**
   * Counts bytes that the export keeps after the current step; negative when it keeps them no longer.
   *
   * @throws ApiError err_unavailable if they do not fit.
   */
  readonly keep: (bytes: number) => void;
}

/**
 * Runs the exports of all accounts, two of each at a time. Their steps take turns, and what they
 * keep in between is limited in total: beyond the limit, the account that keeps the most loses its
 * oldest export. No export has a place that a slow client could occupy (docs/decisions/0168).
 */
export class ExportQueue {
  private readonly exporting = new FairQueue<number>(EXPORTING);
  private readonly steps = new FairQueue<number>(STEPS);
  private readonly kept: BodyBudget;

  /** @param limits for tests. */
  constructor(limits: BodyBudgetLimits = KEPT) {
    this.kept = new BodyBudget(limits);
  }

  /**
   * Runs an export.
   *
   * @param connection aborted when the client leaves.
   * @throws ApiError err_rate_limited for the third export of an account, err_unavailable.
   */
  run<Value>(
    accountId: number,
    connection: AbortSignal,
    work: (running: RunningExport) => Promise<Value>,
  ): Promise<Value> {
    return this.exporting.run(accountId, async () => {
      const ending = new AbortController();
      const share = this.kept.open(String(accountId), (error) => {
        ending.abort(error);
      });
      const signal = AbortSignal.any([connection, ending.signal]);
      try {
        share.add(EXPORT_BYTES);
        return await work({
          signal,
          step: (step) => this.steps.run(accountId, step, signal),
          keep: (bytes) => {
            // A later step could otherwise begin before the export ends.
            signal.throwIfAborted();
            share.add(bytes);
          },
        });
      } finally {
        share.close();
      }
    });
  }
}
