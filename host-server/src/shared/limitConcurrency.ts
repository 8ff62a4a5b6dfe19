/**
 * Creates a queue that runs a limited number of tasks at once, for work that needs a lot of memory.
 *
 * @param limit how many tasks run at once.
 */
export function limitConcurrency(
  limit: number,
): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes directly to the next task, so that a later one cannot take it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
