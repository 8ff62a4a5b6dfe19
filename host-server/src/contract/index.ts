export {
  accountSchema,
  checkUsername,
  emailSchema,
  roleSchema,
  usernameSchema,
} from './account.ts';
export type { Account } from './account.ts';
export { calls } from './calls.ts';
export type { Calls } from './calls.ts';
export type { Call } from './defineCall.ts';
export { ERROR_CODES } from './errorCodes.ts';
export type { ErrorBody, ErrorCode } from './errorCodes.ts';
export { pageInputSchema, pageSummarySchema, storedPageSchema } from './page.ts';
export type { PageInput, PageSummary, StoredPage } from './page.ts';
// Rules of plans are the engine's; clients of the API find them here.
export { planOf, PLANS } from '@cobble/engine';
export type { Plan, PlanName, Role } from '@cobble/engine';
