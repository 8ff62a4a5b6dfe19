import { defineCall, none } from '../defineCall.ts';
import { storedPageSchema } from '../page.ts';

/** The sandbox, a page in whose room every account may play. */
export const sandboxCalls = {
  /** The sandbox's page as it was first; its room has what has changed. */
  openSandbox: defineCall({
    method: 'POST',
    path: '/sandbox',
    query: none,
    body: none,
    response: storedPageSchema,
    errors: ['err_unauthorized', 'err_not_found'],
  }),
} as const;
