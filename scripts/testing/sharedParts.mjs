/**
 * A part that many test files use and that takes seconds to start.
 *
 * @template Value
 * @typedef {{ readonly value: Value, readonly end: () => Promise<void> }} Part
 */

/** @type {Map<string, Promise<Part<unknown>>>} */
const parts = new Map();

/**
 * A part of a test run that is started by the first file that needs it and ends with the run.
 *
 * @template Value
 * @param {string} name the part's name
 * @param {() => Promise<Part<Value>>} start starts it; called again after it failed or was {@link
 *   dropShared dropped}
 * @returns {Promise<Value>}
 */
export async function shared(name, start) {
  const part = parts.get(name) ?? start();
  parts.set(name, part);
  part.catch(() => parts.delete(name));
  return (await part).value;
}

/**
 * Drops a part that has ended unexpectedly, so that its next user starts it again.
 *
 * @param {string} name
 */
export function dropShared(name) {
  parts.delete(name);
}

/** Ends all parts. */
export async function endShared() {
  const started = [...parts.values()];
  parts.clear();
  await Promise.all(started.map(async (part) => (await part).end()));
}

/** Root hooks of every test run (`.mocharc.json`). */
export const mochaHooks = { afterAll: endShared };
