import { migratePage } from '@cobble/engine/migrations';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { StoredPage } from '../contract/index.ts';
import { requireOwnPage, requirePlanFor } from '../pages/pagePolicy.ts';
import { findVersion } from '../pages/repositories/pageRevisions.ts';
import { lockPage } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { changePages } from './changePages.ts';
import {
  nextIdentity,
  publishRevision,
  type PublishServices,
  requireUpToDate,
} from './publishPage.ts';

/**
 * Publishes an earlier version as the page's next revision. The page's address, visibility and
 * later versions do not change, so a restore can be undone.
 *
 * @param baseRevision the revision of the newest draft that the client has seen.
 * @throws ApiError page_does_not_exist, page_version_does_not_exist, page_changed_elsewhere,
 *   page_cannot_update_disabled_page, or a code of the current plan.
 */
export async function restoreVersion(
  services: PublishServices,
  account: AccountRow,
  id: number,
  { revision, baseRevision }: { readonly revision: number; readonly baseRevision: number },
): Promise<StoredPage> {
  const restored = await changePages(services, async (transaction, touch) => {
    const before = requireOwnPage(account, await lockPage(transaction, id));
    requireUpToDate(before, baseRevision);
    const document = await findVersion(transaction, id, revision);
    if (document === null) throw new ApiError('page_version_does_not_exist');
    const { slug, isPublic, isListed, isPeekable } = before;
    const now = services.clock();
    // Old versions are migrated and repaired.
    const page = migratePage({
      ...{ slug, isPublic, isListed, isPeekable },
      ...document,
      ...nextIdentity(before, now),
    }).page;
    requirePlanFor(account, page);
    await touch({ siteId: before.siteId, pageId: id, slugs: [slug] });
    return publishRevision(services, transaction, before, page, now);
  });
  services.onPublished(id);
  return restored;
}
