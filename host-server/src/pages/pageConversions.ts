import type { Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import type { PageInput, StoredPage } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { PageDocument } from './repositories/pageRevisions.ts';
import type { PageRow } from './repositories/pages.ts';

/** Who a page is, as only the database knows [OW2]. */
export type PageIdentity = Pick<
  Page,
  'ID' | 'site' | 'accountID' | 'isDisabled' | 'createdAt' | 'updatedAt' | 'revision'
>;

const SETTINGS = new Set([
  'title',
  'description',
  'editorVersion',
  'referenceWidth',
  'phoneLayout',
  'lang',
]);

/**
 * Checks a page as sent with the engine's schemas, the same that the client has.
 *
 * @param identity takes the place of whatever the client says of it.
 * @throws CobbleError with a code of the catalogue and `details.path`; ApiError
 * page_unsupported_settings.
 */
export function parsePageInput(input: PageInput, identity: PageIdentity): Page {
  for (const field of Object.keys(input.settings))
    if (!SETTINGS.has(field))
      throw new ApiError('page_unsupported_settings', { path: `settings.${field}` });
  return parsePage({
    slug: input.slug,
    isPublic: input.isPublic,
    isListed: input.isListed,
    isPeekable: input.isPeekable,
    relativeHeight: input.relativeHeight,
    settings: input.settings,
    style: input.style,
    things: input.things,
    ...identity,
  });
}

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

/** The part of a page that is stored as a draft. */
export function documentOf(page: Page): PageDocument {
  const { relativeHeight, settings, style, things } = page;
  return { relativeHeight, settings, style, things };
}
