/**
 * Lets so many through at a time; the others wait in line. For work that takes much memory.
 *
 * @param width how many at once.
 */
export function createGate(width: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
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
      // A place is handed on, so that nobody slips in between.
      const next = waiting.shift();
      if (next === undefined) inside -= 1;
      else next();
    }
  };
}
