import type { SenderHistory } from '../intents/resolveIntents.ts';

/** A sender without known ops. */
export const UNKNOWN_SENDER: SenderHistory = { added: () => null, hasRemoved: () => false };
