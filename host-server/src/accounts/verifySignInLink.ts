import type { Services } from '../app/Services.ts';
import type { ErrorCode } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { hashToken } from '../shared/tokens.ts';
import { type AccountRow, findAccountByEmail } from './repositories/accounts.ts';
import { linkState, type LinkState, spendLink } from './repositories/signInLinks.ts';
import { startSession } from './session.ts';

const REFUSALS: Record<LinkState, ErrorCode> = {
  // Spent between our update and our look at why it failed.
  living: 'sign_in_link_used',
  used: 'sign_in_link_used',
  expired: 'sign_in_link_expired',
  superseded: 'sign_in_link_expired',
};

/**
 * Spends a link and starts a session, both or neither.
 *
 * @param cookies of the browser, whose former session ends.
 * @returns the session's token and the address's account, if it has one.
 * @throws ApiError sign_in_link_invalid, sign_in_link_used, or sign_in_link_expired (a newer link
 * was asked for, too).
 */
export async function verifySignInLink(
  { knex, clock, addresses }: Services,
  given: { readonly email: string; readonly token: string },
  cookies: string | undefined,
): Promise<{ readonly token: string; readonly account: AccountRow | null }> {
  const hash = hashToken(given.token);
  const now = clock();
  return knex.transaction(async (transaction) => {
    if (!(await spendLink(transaction, given.email, hash, now))) {
      const state = await linkState(transaction, given.email, hash, now);
      throw new ApiError(state === null ? 'sign_in_link_invalid' : REFUSALS[state]);
    }
    const account = await findAccountByEmail(transaction, given.email);
    const token = await startSession({ knex: transaction, clock, addresses }, cookies, {
      email: account?.email ?? given.email,
      accountId: account?.id ?? null,
    });
    return { token, account };
  });
}
