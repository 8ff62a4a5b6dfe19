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
