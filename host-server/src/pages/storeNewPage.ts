import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { StoredPage } from '../contract/index.ts';
import { documentOf } from './documentOf.ts';
import type { PageIdentity } from './parsePageInput.ts';
import { insertRevision } from './repositories/pageRevisions.ts';
import { insertPage } from './repositories/pages.ts';

/** Who an account's new page is; its ID is 0 until {@link storeNewPage} has given it one. */
export function identityOfNewPage(account: AccountRow, now: Date): PageIdentity {
  return {
    ID: 0,
    site: { ID: account.site.id, slug: account.site.slug },
    accountID: account.id,
    isDisabled: false,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    revision: 1,
  };
}

/**
 * Stores a page's row and its first draft; gives the page with its id.
 *
 * @param page with the identity of {@link identityOfNewPage}.
 */
export async function storeNewPage(transaction: Knex, page: Page, now: Date): Promise<StoredPage> {
  const owner = { accountId: page.accountID, siteId: page.site.ID };
  const fields = { ...page, title: page.settings.title ?? null, now };
  const id = await insertPage(transaction, owner, fields);
  await insertRevision(transaction, id, page.revision, documentOf(page), now);
  return { ...page, ID: id, isPublished: false };
}
