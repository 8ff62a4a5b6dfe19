import { checkPlan, type PlanAccount, type PlannedPage, type PlanProblem } from '@cobble/engine';
import { planOf } from '../contract/index.ts';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { PageRow } from './repositories/pages.ts';

/**
 * Refuses what the account's plan does not include: the first problem of the engine's `checkPlan`.
 *
 * @throws ApiError insufficient_privileges_to_make_page_private, _to_use_code_embed,
 *   _to_use_premium_font, or things_per_page_limit_exceeded or page_size_limit_exceeded with the
 *   numbers for the client's message.
 */
export function requirePlanFor(account: PlanAccount, input: PlannedPage): void {
  const [problem] = checkPlan(input, account);
  if (problem) throw refusalOf(problem);
}

function refusalOf(problem: PlanProblem): ApiError {
  const { code } = problem;
  switch (code) {
    case 'insufficient_privileges_to_make_page_private':
      return new ApiError(code, { path: 'isPublic' });
    case 'things_per_page_limit_exceeded': {
      const { max, count, over } = problem;
      return new ApiError(code, { path: 'things', details: { max, count, over } });
    }
    case 'page_size_limit_exceeded': {
      const { uuid, unit, max, count } = problem;
      const path = uuid === null ? 'things' : pathOf({ uuids: [uuid] });
      return new ApiError(code, { path, details: { unit, max, count } });
    }
    case 'insufficient_privileges_to_use_code_embed':
      return new ApiError(code, { path: pathOf(problem) });
    case 'insufficient_privileges_to_use_premium_font':
      return new ApiError(code, {
        path: pathOf(problem),
        details: { fonts: problem.fonts.join(', ') },
      });
  }
}

/** The path of the first affected block. Its uuid is not validated yet. */
function pathOf({ uuids }: { readonly uuids: readonly string[] }): string {
  return `things.${(uuids[0] ?? '').slice(0, 64)}`;
}

/**
 * Refuses a page beyond the plan's limit. Exact only while the account's row is locked [PG6].
 *
 * @param count the number of pages before the new one.
 * @throws ApiError pages_per_account_limit_exceeded.
 */
export function requirePageQuota(account: AccountRow, count: number): void {
  const { maxPages } = planOf(account.roles);
  if (maxPages !== null && count >= maxPages)
    throw new ApiError('pages_per_account_limit_exceeded', { details: { max: maxPages, count } });
}

/**
 * Returns the page if it exists and belongs to the account. Pages of other accounts are refused as
 * if they did not exist.
 *
 * @throws ApiError page_does_not_exist.
 */
export function requireOwnPage(account: AccountRow, page: PageRow | null): PageRow {
  if (page?.accountId !== account.id) throw new ApiError('page_does_not_exist');
  return page;
}

/** Whether anyone may see the page once it is published. */
export function isPublicPage(page: PageRow): boolean {
  return page.isPublic && !page.isDisabled && !page.isRestricted && page.siteIsPublic;
}
