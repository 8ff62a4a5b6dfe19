import type { Knex } from 'knex';
import { PAGE_JSON, SMALL_JSON } from '../http/readJsonBody.ts';
import { allowsFeature } from '@cobble/engine';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { Clock } from '../shared/clock.ts';
import type { CodeEmbedAddresses } from './CodeEmbedAddresses.ts';
import { storePreviewCodes } from './repositories/codeEmbeds.ts';

/** Only the field `codes` is large. */
const CODES_JSON = { ...SMALL_JSON, bytes: PAGE_JSON.bytes };

/** Dependencies of the call for code embeds. */
export interface CodeEmbedCallServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly codeEmbeds: CodeEmbedAddresses;
}

/** Mounts the call that stores the code of a preview. */
export function mountCodeEmbedCalls(mount: Mount, services: CodeEmbedCallServices): void {
  mount(calls.previewCodeEmbeds, {
    access: 'account',
    limitPerAccount: 'codePreviewsPerAccount',
    json: CODES_JSON,
    handle: ({ session, params, body }) =>
      previewCodeEmbeds(services, session.account, params.id, body.codes),
  });
}

/**
 * Stores an author's code for an hour, for a preview of changes that are not published yet. Only
 * the page's owner may do this, so that the code never runs in another user's editor.
 *
 * @returns the URLs, in the order of `codes`.
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page,
 * insufficient_privileges_to_use_code_embed.
 */
async function previewCodeEmbeds(
  { knex, clock, codeEmbeds }: CodeEmbedCallServices,
  account: AccountRow,
  pageId: number,
  codes: readonly string[],
): Promise<{ readonly urls: string[] }> {
  const page = requireOwnPage(account, await findPageById(knex, pageId));
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (!allowsFeature(account, 'codeEmbeds'))
    throw new ApiError('insufficient_privileges_to_use_code_embed');
  const addresses = codes.map((code) => codeEmbeds.addressOf('preview', pageId, code));
  const stored = new Map(codes.map((code, index) => [addresses[index] ?? '', code]));
  await storePreviewCodes(knex, pageId, stored, clock());
  return { urls: addresses.map((address) => codeEmbeds.urlOf(address)) };
}
