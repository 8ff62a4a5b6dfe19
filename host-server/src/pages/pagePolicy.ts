import { BLOCK_CAP_EXEMPT_PAGE_IDS, type PageInput, planOf } from '../contract/index.ts';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { PageRow } from './repositories/pages.ts';

/**
 * Refuses what the account's plan does not hold (accounts-sites-community.md sections 6 and 9).
 *
 * @param pageId null for a page that is not there yet.
 * @throws ApiError insufficient_privileges_to_make_page_private, or
 * things_per_page_limit_exceeded with the numbers that the client's words need.
 */
export function requirePlanFor(account: AccountRow, input: PageInput, pageId: number | null): void {
  const plan = planOf(account.roles);
  if (!input.isPublic && !plan.canMakePagesPrivate)
    throw new ApiError('insufficient_privileges_to_make_page_private', { path: 'isPublic' });
  const count = Object.keys(input.things).length;
  if (plan.maxBlocks === null || count <= plan.maxBlocks) return;
  if (pageId !== null && BLOCK_CAP_EXEMPT_PAGE_IDS.includes(pageId)) return;
  throw new ApiError('things_per_page_limit_exceeded', {
    path: 'things',
    details: { max: plan.maxBlocks, count, over: count - plan.maxBlocks },
  });
}

/**
 * Refuses one page more than the plan holds. Exact only while the account's row is locked
 * (security.md row 16).
 *
 * @throws ApiError pages_per_account_limit_exceeded.
 */
export function requireRoomForPage(account: AccountRow, count: number): void {
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

/** Whether visitors may see a page once it is published. */
export function isOpenToVisitors(page: PageRow): boolean {
  return page.isPublic && !page.isDisabled && page.siteIsPublic;
}
