const SHORTEST_MS = 3000;
const LONGEST_MS = 30_000;

/**
 * Waits before an upload that could not reach the server is retried. The wait gets longer with each
 * failure, and ends early when the browser is online again, the user comes back to the window (they
 * may have logged in elsewhere) or the upload is aborted.
 *
 * @param failures how often it has failed, from 1
 */
export function pauseBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      removeEventListener('focus', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failures - 1)));
    addEventListener('online', end);
    addEventListener('focus', end);
    signal.addEventListener('abort', end);
  });
}
