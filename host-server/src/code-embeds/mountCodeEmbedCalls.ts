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

/** Parses code without blocking the server. */
export interface CodeReader {
  /**
   * Parses the body of `previewCodeEmbeds`.
   *
   * @param secret of {@link CodeEmbedAddresses}.
   * @param body its memory is transferred. Undefined if there is none.
   * @returns the addresses in the order of the call, and the code at each address as UTF-8.
   * @throws ApiError when the body does not match the call's schema.
   */
  readCodes(
    accountId: number,
    pageId: number,
    secret: Buffer,
    body: Buffer<ArrayBuffer> | undefined,
  ): Promise<{
    readonly addresses: readonly string[];
    readonly codes: ReadonlyMap<string, Buffer>;
  }>;
}

/** Dependencies of the call for code embeds. */
export interface CodeEmbedCallServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly codeEmbeds: CodeEmbedAddresses;
  readonly pageWorkers: CodeReader;
}

/** Mounts the call that stores the code of a preview. */
export function mountCodeEmbedCalls(mount: Mount, services: CodeEmbedCallServices): void {
  mount(calls.previewCodeEmbeds, {
    access: 'account',
    limitPerAccount: 'codePreviewsPerAccount',
    json: CODES_JSON,
    readsBytes: true,
    admit: ({ session, params }) => requireCodePage(services, session.account, params.id),
    handle: ({ session, params, bytes }) =>
      previewCodeEmbeds(services, session.account, params.id, bytes),
  });
}

/**
 * Stores an author's code for an hour, for a preview of changes that are not published yet.
 *
 * @param body of the call; its memory is transferred.
 * @returns the URLs, in the order of the call's `codes`.
 * @throws ApiError a refusal of {@link requireCodePage} or `PageWorkers.readCodes`.
 */
async function previewCodeEmbeds(
  services: CodeEmbedCallServices,
  account: AccountRow,
  pageId: number,
  body: Buffer<ArrayBuffer> | undefined,
): Promise<{ readonly urls: string[] }> {
  const { knex, clock, codeEmbeds, pageWorkers } = services;
  const { secret } = codeEmbeds;
  const { addresses, codes } = await pageWorkers.readCodes(account.id, pageId, secret, body);
  // Receiving and parsing the body took time, in which the page may have been deleted.
  await requireCodePage(services, account, pageId);
  await storePreviewCodes(knex, pageId, codes, clock());
  return { urls: addresses.map((address) => codeEmbeds.urlOf(address)) };
}

/**
 * Requires that an account may preview code in a page. Only the page's owner may, so that the code
 * never runs in another user's editor.
 *
 * @throws ApiError page_does_not_exist, page_cannot_update_disabled_page,
 * insufficient_privileges_to_use_code_embed.
 */
async function requireCodePage(
  { knex }: CodeEmbedCallServices,
  account: AccountRow,
  pageId: number,
): Promise<void> {
  const page = requireOwnPage(account, await findPageById(knex, pageId));
  if (page.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  if (!allowsFeature(account, 'codeEmbeds'))
    throw new ApiError('insufficient_privileges_to_use_code_embed');
}
