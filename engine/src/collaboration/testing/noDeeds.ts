import type { SenderDeeds } from '../intents/resolveIntents.ts';

/** A sender of whom nothing is known. */
export const NO_DEEDS: SenderDeeds = { added: () => null, hasRemoved: () => false };
