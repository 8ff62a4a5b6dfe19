import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { documentOf } from './documentOf.ts';
import { insertRevision } from './repositories/pageRevisions.ts';
import { insertPage } from './repositories/pages.ts';

/** Stores a page's row and its first draft; gives the page with its id and owner. */
export async function storeNewPage(
  transaction: Knex,
  account: AccountRow,
  page: Page,
  now: Date,
): Promise<Page> {
  const owner = { accountId: account.id, siteId: account.site.id };
  const fields = { ...page, title: page.settings.title ?? null, revision: 1, now };
  const id = await insertPage(transaction, owner, fields);
  await insertRevision(transaction, id, 1, documentOf(page), now);
  return {
    ...page,
    ID: id,
    site: { ID: account.site.id, slug: account.site.slug },
    accountID: account.id,
    isDisabled: false,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    revision: 1,
  };
}
