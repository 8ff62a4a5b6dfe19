/** The unhandled rejections while `act` runs, which would otherwise fail the test run. */
export async function rejectedWhile(act: () => Promise<void> | void): Promise<unknown[]> {
  const rejected: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void rejected.push(reason));
  try {
    await act();
    // Node reports a rejection once all microtasks have run.
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
  return rejected;
}
