/** A timer that is this late shows that the process did not run, such as on a suspended machine, ms. */
const PAUSED_MS = 250;

/**
 * Calls back after having waited for something for a time. If this process did not run meanwhile, what
 * it waits for could not arrive either, and may arrive in the next moment: then it waits once more.
 *
 * @returns a function that ends the wait.
 */
export function afterWaiting(ms: number, callback: () => void): () => void {
  const dueMs = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - dueMs <= PAUSED_MS) callback();
    else timer = setTimeout(callback, ms);
  }, ms);
  return () => {
    clearTimeout(timer);
  };
}
