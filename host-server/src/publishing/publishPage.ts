import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { PageInput, StoredPage } from '../contract/index.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import { requestPageEmbedThumbnails } from '../embed-thumbnails/findEmbedThumbnails.ts';
import {
  documentOf,
  parsePageInput,
  presentPage,
  type PageIdentity,
} from '../pages/pageConversions.ts';
import { requireOwnPage, requirePlanFor } from '../pages/pagePolicy.ts';
import { insertRevision } from '../pages/repositories/pageRevisions.ts';
import {
  PAGE_ADDRESS_KEYS,
  lockPage,
  updatePage,
  type PageRow,
} from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { findSiteById } from '../sites/repositories/siteContexts.ts';
import { changePages, type ChangePagesServices } from './changePages.ts';
import type { RenderedBlocks } from './render/RenderedBlocks.ts';
import { renderPublication, type RenderServices } from './render/renderPublication.ts';
import { storePublication } from './repositories/publishedPages.ts';

/** Dependencies for publishing a page. */
export interface PublishServices extends ChangePagesServices, RenderServices {
  readonly addresses: ChangePagesServices['addresses'];
  readonly renderedBlocks: RenderedBlocks;
  /** Starts the background jobs that follow a publication. */
  readonly onPublished: (pageId: number) => void;
}

/**
 * Stores a page as its next draft and publishes it, in one transaction.
 *
 * @param input the page as the client has it, and the revision that it was made from.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page, page_changed_elsewhere
 *   (with the newest revision), page_slug_already_used, page_unsupported_settings, or a code of the
 *   plan; CobbleError with a code of the contract when the page is malformed.
 */
export async function publishPage(
  services: PublishServices,
  account: AccountRow,
  id: number,
  input: PageInput & { readonly baseRevision: number },
): Promise<StoredPage> {
  const page = await changePages(services, async (transaction, touch) => {
    const before = requireOwnPage(account, await lockPage(transaction, id));
    requireUpToDate(before, input.baseRevision);
    requirePlanFor(account, input);
    const now = services.clock();
    const page = parsePageInput(input, nextIdentity(before, now));
    await touch({ siteId: before.siteId, pageId: id, slugs: [before.slug, page.slug] });
    return publishRevision(services, transaction, before, page, now);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, ...PAGE_ADDRESS_KEYS))
      throw new ApiError('page_slug_already_used', { path: 'slug', cause: error });
    throw error;
  });
  services.onPublished(id);
  return page;
}

/** The identity of a page's next revision. */
export function nextIdentity(before: PageRow, now: Date): PageIdentity {
  return {
    ID: before.id,
    site: { ID: before.siteId, slug: before.siteSlug },
    accountID: before.accountId,
    isDisabled: before.isDisabled,
    createdAt: before.createdAt.toISOString(),
    updatedAt: now.toISOString(),
    revision: before.revision + 1,
  };
}

/**
 * Refuses to change a page that is disabled, or that has changed since `baseRevision`.
 *
 * @throws ApiError page_cannot_update_disabled_page, page_changed_elsewhere (with the newest
 *   revision).
 */
export function requireUpToDate(page: PageRow, baseRevision: number): void {
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (page.revision !== baseRevision)
    throw new ApiError('page_changed_elsewhere', {
      path: 'baseRevision',
      details: { revision: page.revision },
    });
}

/**
 * Stores a parsed page as its next draft and publishes that draft, within the transaction that has
 * locked the page's row.
 *
 * @param parsed has the identity of the next revision.
 * @throws a unique violation of PAGE_ADDRESS_KEYS.
 */
export async function publishRevision(
  services: Pick<PublishServices, 'addresses' | 'fonts' | 'codeEmbeds' | 'renderedBlocks'>,
  transaction: Knex,
  before: PageRow,
  parsed: Page,
  now: Date,
): Promise<StoredPage> {
  const page = services.renderedBlocks.reuse(parsed);
  const site = await findSiteById(transaction, before.siteId);
  if (site === null) throw new Error('A page has no site');
  const embedThumbnails = await requestPageEmbedThumbnails(transaction, page, now);
  const publication = await renderPublication(transaction, page, site, {
    ...services,
    embedThumbnails,
  });
  const { slug, isPublic, isListed, isPeekable, revision } = page;
  const flags = { slug, isPublic, isListed, isPeekable, revision };
  await updatePage(transaction, before.id, { ...flags, title: page.settings.title ?? null, now });
  await insertRevision(transaction, before.id, revision, documentOf(page), now);
  await storePublication(transaction, before.id, revision, publication, now);
  const row = { ...before, ...flags, updatedAt: now };
  return presentPage(row, documentOf(page), revision, true);
}
