const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/** Something that is tried again and again in the background. */
export interface Trying {
  /** Rejects when a try meets what waiting cannot mend; nothing is tried after that. */
  readonly failed: Promise<never>;
  /** Ends after the try under way. */
  stop(): Promise<void>;
}

/**
 * Tries something until it works, less and less often, at least every five seconds. Why it does not
 * is said when it begins and whenever the reason changes.
 *
 * @param attempt settles when it has worked.
 * @param options.first why it did not work at once.
 * @param options.isTransient whether a later try may go better.
 * @param options.log takes a line for the person at the terminal.
 */
export function retryUntilReady(
  attempt: () => Promise<void>,
  options: {
    readonly first: unknown;
    readonly isTransient: (error: unknown) => boolean;
    readonly log: (line: string) => void;
  },
): Trying {
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
  let said = '';
  const say = (error: unknown): void => {
    const line = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (line !== said)
      log(`${line} Public pages are served as they were; everything else waits until it does.`);
    said = line;
  };
  const work = async (): Promise<void> => {
    say(first);
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      await pause(waitMs);
      if (isStopped) return;
      try {
        await attempt();
        return;
      } catch (error) {
        if (!isTransient(error)) throw error;
        say(error);
      }
    }
  };
  const working = work();
  const failed = new Promise<never>((_resolve, reject) => {
    working.catch(reject);
  });
  // Whoever stops first may never ask.
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
