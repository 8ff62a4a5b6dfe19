const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;

/** Retries in the background. */
export interface BackgroundRetry {
  /** Rejects at the first error that is not transient; there are no retries after that. */
  readonly failed: Promise<never>;
  /** Stops after the attempt in progress. */
  stop(): Promise<void>;
}

/**
 * Retries until an attempt succeeds, at increasing intervals of at most five seconds. Prints the
 * reason at the first failure and whenever it changes.
 *
 * @param attempt resolves when it has succeeded, and rejects otherwise.
 * @param options.first the error of the first attempt.
 * @param options.isTransient whether a later attempt may succeed.
 * @param options.log prints a line to the terminal.
 */
export function retryUntilReady(
  attempt: () => Promise<void>,
  options: {
    readonly first: unknown;
    readonly isTransient: (error: unknown) => boolean;
    readonly log: (line: string) => void;
  },
): BackgroundRetry {
  const { first, isTransient, log } = options;
  let isStopped = false;
  let wake = (): void => undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  let lastLine = '';
  const print = (error: unknown): void => {
    const line = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (line !== lastLine)
      log(
        `${line} Until the database is available, public pages are served from files, and everything else is unavailable.`,
      );
    lastLine = line;
  };
  const work = async (): Promise<void> => {
    print(first);
    for (let waitMs = MIN_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      await pause(waitMs);
      if (isStopped) return;
      try {
        await attempt();
        return;
      } catch (error) {
        if (!isTransient(error)) throw error;
        print(error);
      }
    }
  };
  const working = work();
  const failed = new Promise<never>((_resolve, reject) => {
    working.catch(reject);
  });
  // A caller that stops early may never handle it.
  failed.catch(() => undefined);
  return {
    failed,
    async stop() {
      isStopped = true;
      wake();
      await working.catch(() => undefined);
    },
  };
}
