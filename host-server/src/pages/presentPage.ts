import type { StoredPage } from '../contract/index.ts';
import type { PageDocument } from './repositories/pageRevisions.ts';
import type { PageRow } from './repositories/pages.ts';

/**
 * A page as the API gives it: who and whose it is always comes from the database.
 *
 * @param revision the number of the draft that `document` is.
 * @param isPublished whether visitors can see any revision.
 */
export function presentPage(
  row: PageRow,
  document: PageDocument,
  revision: number,
  isPublished: boolean,
): StoredPage {
  return {
    ID: row.id,
    slug: row.slug,
    site: { ID: row.siteId, slug: row.siteSlug },
    accountID: row.accountId,
    isPublic: row.isPublic,
    ...(row.isRestricted ? { isRestricted: true } : {}),
    isListed: row.isListed,
    isPeekable: row.isPeekable,
    isDisabled: row.isDisabled,
    relativeHeight: document.relativeHeight,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision,
    settings: document.settings,
    style: document.style,
    things: document.things,
    isPublished,
  };
}
