import type { SenderHistory } from '../merge/Resolution.ts';

/** A sender without known ops. */
export const UNKNOWN_SENDER: SenderHistory = {
  hasAdded: () => false,
  hasLocked: () => false,
  hasRemoved: () => false,
};
