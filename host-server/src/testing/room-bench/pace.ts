import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 4;

/**
 * Calls a function for each item so many times a second, evenly spread over time. If the process is
 * too slow, calls are late, but none is left out until the time is over.
 *
 * @returns how many calls there were.
 */
export async function pace<Item>(
  items: readonly Item[],
  perSecond: number,
  seconds: number,
  call: (item: Item) => void,
): Promise<number> {
  const gapMs = 1000 / (perSecond * items.length);
  const startMs = performance.now();
  const total = Math.round(perSecond * items.length * seconds);
  let calls = 0;
  while (calls < total) {
    const due = Math.min(total, Math.floor((performance.now() - startMs) / gapMs) + 1);
    for (; calls < due; calls += 1) {
      const item = items[calls % items.length];
      if (item !== undefined) call(item);
    }
    if (calls < total) await sleep(TICK_MS);
  }
  await sleep(Math.max(0, startMs + seconds * 1000 - performance.now()));
  return calls;
}
