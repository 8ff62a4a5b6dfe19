import type { Clock } from './Clock.ts';

/**
 * Runs steps one after the other. After `ms` in total it no longer waits for them, but still starts
 * each. Rejects if a step rejects before then.
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
