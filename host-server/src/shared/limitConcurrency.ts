/**
 * Creates a queue that runs a limited number of tasks at once, for work that takes much memory.
 *
 * @param width how many run at once.
 */
export function limitConcurrency(
  width: number,
): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside >= width)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else inside += 1;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next task, so that no newcomer takes it.
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
