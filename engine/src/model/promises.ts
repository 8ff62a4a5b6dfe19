/**
 * Whether a function that has to be synchronous has returned a promise. Nobody awaits it, so its
 * rejection is handled here: an unhandled one would end a Node process.
 */
export function isUnawaitedPromise(value: unknown): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (!isObject || !('then' in value) || typeof value.then !== 'function') return false;
  Promise.resolve(value).catch(() => undefined);
  return true;
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
