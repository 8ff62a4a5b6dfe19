import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Knex } from 'knex';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { changePages, type ChangePagesServices, type Touch } from './changePages.ts';
import { hashPassword } from '../page-access/passwords.ts';
import { ApiError } from '../shared/ApiError.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import { deletePagePassword, storePagePassword, lockPage } from '../pages/repositories/pages.ts';

/**
 * Sets, changes or removes a page's password, with immediate effect: visitors who entered the old
 * one lose access. Restricting needs a plan with private pages (docs/decisions/0091); removing
 * needs none.
 *
 * @param password null to remove it.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page,
 *   insufficient_privileges_to_make_page_private, err_rate_limited, err_unavailable.
 */
export async function changePagePassword(
  services: ChangePagesServices,
  account: AccountRow,
  id: number,
  password: string | null,
): Promise<{ readonly isRestricted: boolean }> {
  if (password !== null && !allowsFeature(account, 'privatePages'))
    throw new ApiError('insufficient_privileges_to_make_page_private');
  const hashed = password === null ? null : await hashPassword(password, account.id);
  const change = async (transaction: Knex, touch: Touch): Promise<void> => {
    const page = requireOwnPage(account, await lockPage(transaction, id));
    if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
    await touch({ siteId: page.siteId, pageId: id, slugs: [page.slug] });
    if (hashed === null) await deletePagePassword(transaction, id);
    else await storePagePassword(transaction, id, hashed, services.clock());
  };
  await inAccountTurn(services.knex, account.id, () => changePages(services, change));
  return { isRestricted: hashed !== null };
}
