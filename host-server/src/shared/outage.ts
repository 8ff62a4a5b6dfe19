/** How long visitors, and a restart, wait for the database before cached copies are served, ms. */
export const DATABASE_WAIT_MS = 1500;

/** The greatest age of a cached copy that is served while the database is down, ms. */
export const MAX_STALE_MS = 24 * 3_600_000;

/**
 * Waits for a promise, for at most `ms`.
 *
 * @throws when the time is up; the promise's later result is dropped.
 */
export async function withTimeout<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The database did not respond in time'));
    }, ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
