import { accountCalls } from './calls/accountCalls.ts';
import { domainCalls } from './calls/domainCalls.ts';
import { mediaCalls } from './calls/mediaCalls.ts';
import { pageCalls } from './calls/pageCalls.ts';
import { postCalls } from './calls/postCalls.ts';
import { sandboxCalls } from './calls/sandboxCalls.ts';
import { siteCalls } from './calls/siteCalls.ts';

/** Every call of the API by name. */
export const calls = {
  ...accountCalls,
  ...pageCalls,
  ...siteCalls,
  ...domainCalls,
  ...postCalls,
  ...mediaCalls,
  ...sandboxCalls,
} as const;

export type Calls = typeof calls;
