/** What many test files use and what takes seconds to start. */
interface Part<Value> {
  readonly value: Value;
  readonly end: () => Promise<void>;
}

const parts = new Map<string, Promise<Part<unknown>>>();

/**
 * A part of a run of tests that is started by the first file that asks for it and ends with the run.
 *
 * @param name what it is kept under
 * @param start starts it; called again where it failed or was {@link dropShared dropped}
 */
export function shared<Value>(name: string, start: () => Promise<Part<Value>>): Promise<Value> {
  const kept = (parts.get(name) as Promise<Part<Value>> | undefined) ?? start();
  parts.set(name, kept);
  kept.catch(() => parts.delete(name));
  return kept.then(({ value }) => value);
}

/** Has the next who asks start it anew: it is gone. */
export function dropShared(name: string): void {
  parts.delete(name);
}

/** Ends all that was started, at the end of the run. */
export async function endShared(): Promise<void> {
  const started = [...parts.values()];
  parts.clear();
  await Promise.all(started.map(async (part) => (await part).end()));
}
