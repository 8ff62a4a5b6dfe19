const cleanups: (() => Promise<void>)[] = [];

/** Registers a cleanup to run after the last test of the run. Cleanups run in reverse order. */
export function afterAllTests(cleanup: () => Promise<void>): void {
  cleanups.push(cleanup);
}

/** Runs all cleanups. For test programs that do not run in mocha. */
export async function runCleanup(): Promise<void> {
  for (let next = cleanups.pop(); next !== undefined; next = cleanups.pop()) await next();
}

/** Root hooks of every test run, loaded by `.mocharc.json`. */
export const mochaHooks = { afterAll: runCleanup };
