import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { Services } from '../app/Services.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { storePreviewCodes } from './repositories/codeEmbeds.ts';

/**
 * Keeps an author's own code for an hour, to be seen in the preview of a page that is not published
 * yet. Only the page's owner can, so that the code never runs in the editor of anyone else [CE6].
 *
 * @returns the addresses, in the order of the codes.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page,
 * insufficient_privileges_to_use_code_embed.
 */
export async function previewCodeEmbeds(
  { knex, clock, codeEmbeds }: Pick<Services, 'knex' | 'clock' | 'codeEmbeds'>,
  account: AccountRow,
  pageId: number,
  codes: readonly string[],
): Promise<{ readonly urls: string[] }> {
  const page = requireOwnPage(account, await findPageById(knex, pageId));
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (!allowsFeature(account, 'codeEmbeds'))
    throw new ApiError('insufficient_privileges_to_use_code_embed');
  const addresses = codes.map((code) => codeEmbeds.addressOf('preview', pageId, code));
  const kept = new Map(codes.map((code, index) => [addresses[index] ?? '', code]));
  await storePreviewCodes(knex, pageId, kept, clock());
  return { urls: addresses.map((address) => codeEmbeds.urlOf(address)) };
}
