import { accountCalls } from './calls/accountCalls.ts';
import { mediaCalls } from './calls/mediaCalls.ts';
import { pageCalls } from './calls/pageCalls.ts';
import { siteCalls } from './calls/siteCalls.ts';

/** Every call of the API by name. */
export const calls = { ...accountCalls, ...pageCalls, ...siteCalls, ...mediaCalls } as const;

export type Calls = typeof calls;
