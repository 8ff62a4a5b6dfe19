import type { ApiError } from '../shared/ApiError.ts';

/** What a page refers to, and its rendering therefore depends on. */
export interface PageReferences {
  /** Names of stored images. */
  readonly imageNames: readonly string[];
  /** Addresses of the thumbnails of embeds. */
  readonly embedAddresses: readonly string[];
  /** Accounts whose posts channel blocks show. */
  readonly postAccounts: readonly number[];
}

/** A valid page within its owner's plan, whose document stays text: parsing it blocks the server. */
export interface CheckedPage {
  /** JSON of a `PageDocument`. */
  readonly document: string;
  readonly slug: string;
  readonly isPublic: boolean;
  readonly isListed: boolean;
  readonly isPeekable: boolean;
  readonly title: string | null;
  readonly references: PageReferences;
}

/** The body of a call that contains a page. */
export interface CheckedInput {
  readonly slug: string;
  /** The revision that the page was made from; 0 for a new page. */
  readonly baseRevision: number;
  /** The page, or why it is refused. */
  readonly page: CheckedPage | ApiError;
}

/** Checks pages without blocking the server. */
export interface PageChecker {
  /**
   * Parses and checks the body of a call.
   *
   * @param account owns the page; its checks take turns with those of other accounts.
   * @param pageId null for a new page.
   * @param body its memory is transferred. Undefined if there is none.
   * @throws ApiError when the body does not match the call's schema; err_payload_too_large when
   *   checking it takes too long or too much memory; err_rate_limited or err_unavailable when too
   *   many pages wait.
   */
  checkInput(
    account: CheckingAccount,
    call: 'createPage' | 'publishPage',
    pageId: number | null,
    body: Buffer<ArrayBuffer> | undefined,
  ): Promise<CheckedInput>;
}

/** The account whose plan applies to a check, and whose turn the check takes. */
export interface CheckingAccount {
  readonly id: number;
  readonly roles: readonly string[];
}

/**
 * Returns a checked page.
 *
 * @throws ApiError when it was refused.
 */
export function requireChecked(page: CheckedPage | ApiError): CheckedPage {
  if (page instanceof Error) throw page;
  return page;
}
