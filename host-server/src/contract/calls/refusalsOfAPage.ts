import type { ErrorCode } from '../errorCodes.ts';

/** Codes with which a page is refused, new or not. */
export const refusalsOfAPage = [
  'page_slug_already_used',
  'things_per_page_limit_exceeded',
  'insufficient_privileges_to_make_page_private',
  'page_invalid_slug',
  'page_invalid_thing',
  'page_invalid_hyperlink',
  'page_invalid_asset_url',
  'page_invalid_position',
  'page_invalid_style',
  'page_invalid_title',
  'page_invalid_description',
  'page_unsupported_settings',
] as const satisfies readonly ErrorCode[];
