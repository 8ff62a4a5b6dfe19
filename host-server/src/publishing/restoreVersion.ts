import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { JsonText } from '../http/JsonText.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import { findVersionText } from '../pages/repositories/pageRevisions.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { publishChecked, type PublishServices, requireUpToDate } from './publishPage.ts';

/**
 * Publishes an earlier version as the page's next revision. The page's address, visibility and
 * later versions do not change, so a restore can be undone.
 *
 * @param baseRevision the revision of the newest draft that the client has seen.
 * @throws ApiError page_does_not_exist, page_version_does_not_exist, page_changed_elsewhere,
 *   page_cannot_update_disabled_page, storage_quota_exceeded, a code of the current plan, or a refusal
 *   of {@link publishChecked}.
 */
export async function restoreVersion(
  services: PublishServices,
  account: AccountRow,
  id: number,
  { revision, baseRevision }: { readonly revision: number; readonly baseRevision: number },
): Promise<JsonText> {
  const { knex, pageWorkers } = services;
  const row = requireOwnPage(account, await findPageById(knex, id));
  requireUpToDate(row, baseRevision);
  const document = await findVersionText(knex, id, revision);
  if (document === null) throw new ApiError('page_version_does_not_exist');
  const { slug, isPublic, isListed, isPeekable } = row;
  const flags = { slug, isPublic, isListed, isPeekable };
  const page = await pageWorkers.checkStored(account, id, flags, document);
  return publishChecked(services, account, row, page, { isWhole: true, baseRevision });
}
