/** What the browser's storage has rejected with. */
const failures = new WeakSet<object>();

/** The names of errors with which a database refuses a call that it could never carry out. */
const MISTAKES: ReadonlySet<string> = new Set([
  ...['DataCloneError', 'DataError', 'ConstraintError', 'NotFoundError', 'ReadOnlyError'],
  'TransactionInactiveError',
]);

/** Notes that an error is the browser's, unless the app has made a mistake. Returns the error. */
export function noteStorageFailure(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const isMistake = error instanceof DOMException && MISTAKES.has(error.name);
  if (!isMistake) failures.add(error);
  return error;
}

/**
 * Reports an error as the browser reports other exceptions, unless it says that the browser cannot
 * store data: the save indicator tells the user.
 */
export function reportUnlessStorage(error: unknown): void {
  if (typeof error !== 'object' || error === null || !failures.has(error)) reportError(error);
}
