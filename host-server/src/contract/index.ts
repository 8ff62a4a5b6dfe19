export {
  accountSchema,
  checkUsername,
  emailSchema,
  roleSchema,
  usernameSchema,
} from './account.ts';
export type { Account, Role } from './account.ts';
export { calls } from './calls.ts';
export type { Calls } from './calls.ts';
export type { Call } from './defineCall.ts';
export { ERROR_CODES } from './errorCodes.ts';
export type { ErrorBody, ErrorCode } from './errorCodes.ts';
export { pageInputSchema, pageSummarySchema, storedPageSchema } from './page.ts';
export type { PageInput, PageSummary, StoredPage } from './page.ts';
export { BLOCK_CAP_EXEMPT_PAGE_IDS, planOf, PLANS } from './plans.ts';
export type { Plan, PlanName } from './plans.ts';
