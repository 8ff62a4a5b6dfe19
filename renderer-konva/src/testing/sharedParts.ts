/** Parts that many test files use and that take seconds to start. */
interface Part<Value> {
  readonly value: Value;
  readonly end: () => Promise<void>;
}

const parts = new Map<string, Promise<Part<unknown>>>();

/**
 * A part of a test run that is started by the first file that needs it and ends with the run.
 *
 * @param name the part's name
 * @param start starts it; called again after it failed or was {@link dropShared dropped}
 */
export function shared<Value>(name: string, start: () => Promise<Part<Value>>): Promise<Value> {
  const part = (parts.get(name) as Promise<Part<Value>> | undefined) ?? start();
  parts.set(name, part);
  part.catch(() => parts.delete(name));
  return part.then(({ value }) => value);
}

/** Drops a part that has ended unexpectedly, so that its next user starts it again. */
export function dropShared(name: string): void {
  parts.delete(name);
}

/** Ends all parts. Called at the end of the run. */
export async function endShared(): Promise<void> {
  const started = [...parts.values()];
  parts.clear();
  await Promise.all(started.map(async (part) => (await part).end()));
}
