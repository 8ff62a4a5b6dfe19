import { checkPlan, type PlannedPage, type PlanProblem } from '@cobble/engine';
import { planOf } from '../contract/index.ts';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { PageRow } from './repositories/pages.ts';

/**
 * Refuses what the account's plan does not hold: the first thing that the engine's `checkPlan`
 * finds.
 *
 * @param pageId null for a page that is not there yet.
 * @throws ApiError insufficient_privileges_to_make_page_private, _to_use_code_embed,
 * _to_use_premium_font, or things_per_page_limit_exceeded with the numbers that the client's words
 * need.
 */
export function requirePlanFor(
  account: AccountRow,
  input: Pick<PlannedPage, 'isPublic' | 'things'>,
  pageId: number | null,
): void {
  const { isPublic, things } = input;
  const [problem] = checkPlan({ ID: pageId, isPublic, things }, account);
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
    case 'insufficient_privileges_to_use_code_embed':
      return new ApiError(code, { path: pathOf(problem) });
    case 'insufficient_privileges_to_use_premium_font':
      return new ApiError(code, {
        path: pathOf(problem),
        details: { fonts: problem.fonts.join(', ') },
      });
  }
}

/** The first block that is meant; its name has not been checked yet. */
function pathOf({ uuids }: { readonly uuids: readonly string[] }): string {
  return `things.${(uuids[0] ?? '').slice(0, 64)}`;
}

/**
 * Refuses one page more than the plan holds. Exact only while the account's row is locked [PG6].
 *
 * @throws ApiError pages_per_account_limit_exceeded.
 */
export function requirePageQuota(account: AccountRow, count: number): void {
  const { maxPages } = planOf(account.roles);
  if (maxPages !== null && count >= maxPages)
    throw new ApiError('pages_per_account_limit_exceeded', { details: { max: maxPages, count } });
}

/**
 * The page, if it is there and the account's own; whether another's exists is nobody's business.
 *
 * @throws ApiError page_does_not_exist.
 */
export function requireOwnPage(account: AccountRow, page: PageRow | null): PageRow {
  if (page?.accountId !== account.id) throw new ApiError('page_does_not_exist');
  return page;
}

/** Whether visitors may see a page once it is published, without more. */
export function isOpenToVisitors(page: PageRow): boolean {
  return page.isPublic && !page.isDisabled && !page.isRestricted && page.siteIsPublic;
}
