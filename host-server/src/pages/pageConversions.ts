import type { Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import type { PageInput, StoredPage } from '../contract/index.ts';
import { JsonBytes, JsonText } from '../http/JsonText.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { DocumentBytes } from './PageDocuments.ts';
import type { PageDocument } from './repositories/pageRevisions.ts';
import type { PageRow } from './repositories/pages.ts';

/** The fields of a page that come from the database only. */
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
 * Parses a page from a client with the engine's schemas, which the client also uses.
 *
 * @param identity replaces whatever the client sent.
 * @throws CobbleError with a code of the contract and `details.path`; ApiError
 *   page_unsupported_settings.
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
 * A page as the API returns it. Identity and owner always come from the database.
 *
 * @param document JSON of a {@link PageDocument}.
 * @param revision the revision that `document` is from: a draft, or the published one.
 * @param isPublished whether any revision is published.
 */
export function presentPageText(
  row: PageRow,
  document: string,
  revision: number,
  isPublished: boolean,
): JsonText {
  return joinJson(fieldsOf(row, revision, isPublished), document);
}

/** A page as JSON text, as rooms begin with it. Parameters as of {@link presentPageText}. */
export function roomPageText(row: PageRow, document: string, revision: number): string {
  const { isPublished: _, ...fields } = fieldsOf(row, revision, false);
  return joinJson(fields, document).text;
}

/**
 * Like {@link presentPageText}.
 *
 * @param document of `PageDocuments`; not copied.
 * @param state see `StoredPage`.
 */
export function presentPageBytes(
  row: PageRow,
  document: DocumentBytes,
  revision: number,
  { isPublished, hasRoom }: { readonly isPublished: boolean; readonly hasRoom: boolean },
): JsonBytes {
  const fields = JSON.stringify({
    ...fieldsOf(row, revision, isPublished),
    ...(hasRoom && { hasRoom }),
  });
  return new JsonBytes(Buffer.from(`${fields.slice(0, -1)},`), document);
}

/** JSON of an object's fields followed by those of a JSON object; neither is empty. */
export function joinJson(fields: object, json: string): JsonText {
  return new JsonText(`${JSON.stringify(fields).slice(0, -1)},${json.slice(1)}`);
}

function fieldsOf(
  row: PageRow,
  revision: number,
  isPublished: boolean,
): Omit<StoredPage, keyof PageDocument> {
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
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    revision,
    isPublished,
  };
}

/** The part of a page that a revision stores. */
export function documentOf(page: Page): PageDocument {
  const { relativeHeight, settings, style, things } = page;
  return { relativeHeight, settings, style, things };
}
