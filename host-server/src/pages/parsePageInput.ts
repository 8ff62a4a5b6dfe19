import type { Page } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import type { PageInput } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';

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
