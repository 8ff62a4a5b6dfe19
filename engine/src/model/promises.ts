/**
 * Reports the rejection of a promise that a function of the host has returned although nobody awaits
 * it, like an exception: an unhandled rejection would end a Node process.
 *
 * @param report must not throw
 */
export function reportRejection(returned: unknown, report: (error: unknown) => void): void {
  if (isPromise(returned)) Promise.resolve(returned).catch(report);
}

/**
 * Whether a function that has to be synchronous has returned a promise. That alone is the error to
 * report, so whether and how the promise rejects is ignored.
 */
export function isUnawaitedPromise(value: unknown): boolean {
  if (!isPromise(value)) return false;
  reportRejection(value, () => undefined);
  return true;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && 'then' in value && typeof value.then === 'function';
}

/**
 * What is wrong with what a synchronous function of the host has returned; null for a usable value.
 * The body of a generator function has not even begun to run.
 */
export function asyncProblem(returned: unknown): string | null {
  if (isUnawaitedPromise(returned)) return 'must not be async';
  const tag = Object.prototype.toString.call(returned);
  return /^\[object (Async)?Generator\]$/.test(tag) ? 'must not be a generator function' : null;
}
