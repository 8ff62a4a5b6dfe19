import type { Clock } from '@cobble/engine/collaboration';
import { slotLocks } from './SlotLocks.ts';

/** The clock of this tab's room clients. */
export const tabClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** The locks that this tab takes on storages. */
export const tabLocks = slotLocks();
