/** What the browser's storage has rejected with. */
const failures = new WeakSet<object>();

/** Notes that an error is the browser's, and returns it. */
export function noteStorageFailure(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) failures.add(error);
  return error;
}

/**
 * Reports an error as the browser reports other exceptions, unless it says that the browser cannot
 * store data: the save indicator tells the user.
 */
export function reportUnlessStorage(error: unknown): void {
  if (typeof error !== 'object' || error === null || !failures.has(error)) reportError(error);
}
