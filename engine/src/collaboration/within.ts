import type { Clock } from './Clock.ts';

/**
 * Takes steps one after the other. After `ms` in total it no longer waits for them, but still
 * begins each. Rejects if a step does in time.
 */
export async function within(
  ms: number,
  clock: Clock,
  steps: readonly (() => Promise<void>)[],
): Promise<void> {
  let stopTimer = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    stopTimer = clock.after(ms, resolve);
  });
  try {
    for (const step of steps) await Promise.race([step(), isOver]);
  } finally {
    stopTimer();
  }
}
