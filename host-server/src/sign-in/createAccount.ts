import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { createStarterPageOf } from '../pages/createPage.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { isUniqueViolation } from '../database/databaseErrors.ts';
import {
  type AccountRow,
  findAccountByEmail,
  insertAccount,
  isUsernameTaken,
} from '../accounts/repositories/accounts.ts';
import { attachAccount } from './repositories/sessions.ts';
import { isReservedUsername } from '../accounts/reservedUsernames.ts';
import type { Session } from '../http/mountCall.ts';
import type { SessionServices } from './session.ts';

const ACCOUNT_KEYS = ['accounts_username_key', 'sites_slug_key', 'accounts_email_key'] as const;

/**
 * Completes sign-up: creates the account, its site and the draft of its starter page, in one
 * transaction. Called twice for one address, it returns the existing account.
 *
 * @param input a username that `checkUsername` accepts.
 * @throws ApiError account_unavailable_username.
 */
export async function createAccount(
  { knex, clock }: Pick<SessionServices, 'knex' | 'clock'>,
  session: Session,
  input: { readonly username: string; readonly questionnaire: { readonly answer: string } },
): Promise<AccountRow> {
  if (session.account !== null) return session.account;
  const now = clock();
  // A concurrent call for the same address may have taken the username.
  const existingOrUnavailable = async (cause?: unknown): Promise<AccountRow> => {
    const account = await findAccountByEmail(knex, session.email);
    if (account !== null) return account;
    throw new ApiError('account_unavailable_username', {
      path: 'username',
      message: messages.api.usernameUnavailable,
      cause,
    });
  };
  if (!(await isUsernameAvailable(knex, input.username, now))) return existingOrUnavailable();
  try {
    return await knex.transaction(async (transaction) => {
      const account = await insertAccount(transaction, {
        uuid: randomUUID(),
        username: input.username,
        email: session.email,
        questionnaire: input.questionnaire,
        siteSlug: input.username.toLowerCase(),
        now,
      });
      await attachAccount(transaction, session.id, account.id);
      await createStarterPageOf(transaction, account, now);
      return account;
    });
  } catch (error) {
    if (isUniqueViolation(error, ...ACCOUNT_KEYS)) return existingOrUnavailable(error);
    throw error;
  }
}

/** Whether a username is neither taken, reserved nor held back. */
export async function isUsernameAvailable(
  knex: Knex,
  username: string,
  now: Date,
): Promise<boolean> {
  return !isReservedUsername(username) && !(await isUsernameTaken(knex, username, now));
}
