type Timer = ReturnType<typeof setTimeout>;
type Run = (...given: readonly unknown[]) => void;

/** Timers that are held back, by their ids, which are below those of the browser. */
const held = new Map<number, () => void>();
let heldMs: readonly number[] = [];
let isInstalled = false;
let lastId = 0;

/**
 * Holds back the timers that begin from now on and have one of these delays, until {@link endTimers}
 * is called. So a test decides when the time is over: on a slow machine it could be over between any
 * two of its steps. Without delays, later timers run as usual.
 */
export function holdTimers(...delaysMs: readonly number[]): void {
  heldMs = delaysMs;
  held.clear();
  if (isInstalled) return;
  isInstalled = true;
  const start = window.setTimeout.bind(window);
  const stop = window.clearTimeout.bind(window);
  Object.assign(window, {
    setTimeout: (run: Run, ms?: number, ...given: readonly unknown[]): Timer | number => {
      if (ms === undefined || !heldMs.includes(ms)) return start(run, ms, ...given);
      lastId -= 1;
      held.set(lastId, () => {
        run(...given);
      });
      return lastId;
    },
    clearTimeout: (id?: number): void => {
      if (id === undefined || !held.delete(id)) stop(id);
    },
  });
}

/** Ends the timers that are held back, in the order in which they began. Returns how many there were. */
export function endTimers(): number {
  const ended = [...held];
  for (const [id, run] of ended) if (held.delete(id)) run();
  return ended.length;
}
