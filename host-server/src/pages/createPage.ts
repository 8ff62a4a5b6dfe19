import { randomInt, randomUUID } from 'node:crypto';
import { createStarterPage, INDEX_SLUG, type Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import type { Knex } from 'knex';
import { lockAccount, type AccountRow } from '../accounts/repositories/accounts.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { requireStorage } from '../accounts/storage.ts';
import type { StoredPage } from '../contract/index.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import type { JsonText } from '../http/JsonText.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Clock } from '../shared/clock.ts';
import { type CheckedPage, type PageChecker, requireChecked } from './CheckedPage.ts';
import { documentOf, joinJson, type PageIdentity } from './pageConversions.ts';
import { requirePageQuota } from './pagePolicy.ts';
import { insertRevision } from './repositories/pageRevisions.ts';
import { PAGE_ADDRESS_KEYS, countPages, insertPage } from './repositories/pages.ts';

/** Dependencies of the calls for drafts. */
export interface PageServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly pageWorkers: PageChecker;
}

/**
 * Adds a page to an account's site, as a draft. With the index slug it creates the generated
 * starter page, whatever else was sent.
 *
 * @param body JSON of a `PageInput`; its memory is transferred.
 * @throws ApiError err_unauthorized (the account was deleted meanwhile),
 *   pages_per_account_limit_exceeded, storage_quota_exceeded, page_slug_already_used, or a refusal
 *   of {@link PageChecker}.
 */
export async function createPage(
  { knex, clock, pageWorkers }: PageServices,
  signedIn: AccountRow,
  body: Buffer<ArrayBuffer> | undefined,
): Promise<StoredPage | JsonText> {
  const input = await pageWorkers.checkInput(signedIn, 'createPage', null, body);
  try {
    const create = async (transaction: Knex): Promise<StoredPage | JsonText> => {
      // The lock serialises concurrent calls, so that the quota holds.
      const account = await lockAccount(transaction, signedIn.id);
      if (account === null) throw new ApiError('err_unauthorized');
      requirePageQuota(account, await countPages(transaction, account.id));
      const now = clock();
      const storeWithin = async <Stored>(storing: Promise<Stored>): Promise<Stored> => {
        const stored = await storing;
        await requireStorage(transaction, account);
        return stored;
      };
      if (input.slug.toLowerCase() === INDEX_SLUG)
        return storeWithin(createStarterPageOf(transaction, account, now));
      return storeWithin(storeDraft(transaction, account, requireChecked(input.page), now));
    };
    return await inAccountTurn(knex, signedIn.id, () => knex.transaction(create));
  } catch (error) {
    if (isUniqueViolation(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  }
}

/**
 * Generates and stores the first draft of an account's index page (docs/decisions/0076).
 *
 * @throws a unique violation when the site has an index page already.
 */
export async function createStarterPageOf(
  transaction: Knex,
  account: AccountRow,
  now: Date,
): Promise<StoredPage> {
  const draft = createStarterPage({
    username: account.username,
    random: secureRandom,
    createId: () => randomUUID(),
    now: () => now.getTime(),
  });
  const page = parsePage({ ...draft, ...identityOfNewPage(account, now) });
  return storeNewPage(transaction, page, now);
}

/** The identity of a new page; its ID is 0 until {@link storeNewPage} returns. */
function identityOfNewPage(account: AccountRow, now: Date): PageIdentity {
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
 * Stores a new page and its first draft. Returns the page with its id.
 *
 * @param page with the identity of {@link identityOfNewPage}.
 */
async function storeNewPage(transaction: Knex, page: Page, now: Date): Promise<StoredPage> {
  const owner = { accountId: page.accountID, siteId: page.site.ID };
  const fields = { ...page, title: page.settings.title ?? null, now };
  const id = await insertPage(transaction, owner, fields);
  await insertRevision(transaction, id, page.revision, JSON.stringify(documentOf(page)), now);
  return { ...page, ID: id, isPublished: false };
}

/** Like {@link insertDraft}; returns the page as the API does. */
async function storeDraft(
  transaction: Knex,
  account: AccountRow,
  page: CheckedPage,
  now: Date,
): Promise<JsonText> {
  const ID = await insertDraft(transaction, account, page, now);
  const { slug, isPublic, isListed, isPeekable } = page;
  const flags = { slug, isPublic, isListed, isPeekable };
  const identity = identityOfNewPage(account, now);
  return joinJson({ ...flags, ...identity, ID, isPublished: false }, page.document);
}

/** Like {@link storeNewPage}, for a page whose document is text. Returns its id. */
export async function insertDraft(
  transaction: Knex,
  account: AccountRow,
  { document, references: _, ...fields }: CheckedPage,
  now: Date,
): Promise<number> {
  const owner = { accountId: account.id, siteId: account.site.id };
  const { revision } = identityOfNewPage(account, now);
  const id = await insertPage(transaction, owner, { ...fields, revision, now });
  await insertRevision(transaction, id, revision, document, now);
  return id;
}

/** A cryptographically secure replacement for Math.random. */
export function secureRandom(): number {
  return randomInt(2 ** 47) / 2 ** 47;
}
