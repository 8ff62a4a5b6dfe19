import { findAccountByEmail, type AccountRow } from '../accounts/repositories/accounts.ts';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/Mailer.ts';
import type { ErrorCode } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { after } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { hashToken, createToken } from '../shared/tokens.ts';
import {
  deleteLinksBefore,
  insertLink,
  linkState,
  consumeLink,
  type LinkState,
} from './repositories/signInLinks.ts';
import { startSession, type SessionServices } from './session.ts';
import { signInEmail } from './signInEmail.tsx';

/** Dependencies for handling sign-in links. */
export interface SignInLinkServices extends SessionServices {
  readonly log: Logger;
  readonly mailer: Mailer;
}

/** How long a sign-in link is valid: 10 minutes. */
export const SIGN_IN_LINK_MS = 600_000;

const RETENTION_MS = 24 * 3_600_000;

/**
 * Stores a new sign-in link and returns its token. Whether the address has an account is never
 * looked up, so the response and its timing cannot reveal it [SI5].
 *
 * @param browserId of the browser that requests the link; its older link is invalidated [SI4].
 */
export async function storeSignInLink(
  { knex, clock }: Pick<SignInLinkServices, 'knex' | 'clock'>,
  email: string,
  browserId: string,
): Promise<string> {
  const token = createToken();
  const now = clock();
  await deleteLinksBefore(knex, after(now, -RETENTION_MS));
  await insertLink(knex, {
    email,
    tokenHash: hashToken(token),
    browserHash: hashToken(browserId),
    now,
    expiresAt: after(now, SIGN_IN_LINK_MS),
  });
  return token;
}

/**
 * Emails a sign-in link.
 *
 * @throws ApiError mail_not_sent when the mail server rejects the message or does not respond.
 */
export async function emailSignInLink(
  { log, addresses, mailer }: SignInLinkServices,
  input: {
    readonly email: string;
    readonly type: 'login' | 'sign-up';
    readonly localeTimeString?: string | undefined;
  },
  token: string,
): Promise<void> {
  const mail = signInEmail({
    type: input.type,
    link: `${addresses.appOrigin}/auth/verify?token=${token}`,
    minutes: SIGN_IN_LINK_MS / 60_000,
    requestedAt: sanitizeTime(input.localeTimeString),
  });
  try {
    await mailer.send({ to: input.email, ...mail });
  } catch (error) {
    log.error({ error: loggable(error) }, 'A sign-in email could not be sent');
    throw new ApiError('mail_not_sent', {
      message: messages.api.mailNotSent,
      cause: error,
    });
  }
}

/** The client chooses this text, so only a plain time, without seconds, goes into the email. */
function sanitizeTime(text: string | undefined): string | null {
  const time = text?.replaceAll('\u202f', ' ').trim() ?? '';
  const parts = /^(\d{1,2}[:.]\d{2})(?:[:.]\d{2})?( ?[AaPp]\.?[Mm]\.?)?$/.exec(time);
  return parts === null ? null : `${parts[1] ?? ''}${parts[2] ?? ''}`;
}

const ERROR_CODES: Record<LinkState, ErrorCode> = {
  // Never reached, since `consumeLink` uses up a valid link.
  valid: 'sign_in_link_used',
  used: 'sign_in_link_used',
  expired: 'sign_in_link_expired',
  superseded: 'sign_in_link_expired',
};

/**
 * Uses up a link and starts a session, in one transaction.
 *
 * @param cookies of the browser, whose previous session ends.
 * @returns the session's token, and the account of the address, if any.
 * @throws ApiError sign_in_link_invalid, sign_in_link_used, or sign_in_link_expired (also when a
 *   newer link was requested).
 */
export async function verifySignInLink(
  { knex, clock, addresses }: SessionServices,
  given: { readonly email: string; readonly token: string },
  cookies: string | undefined,
): Promise<{ readonly token: string; readonly account: AccountRow | null }> {
  const hash = hashToken(given.token);
  const now = clock();
  return knex.transaction(async (transaction) => {
    if (!(await consumeLink(transaction, given.email, hash, now))) {
      const state = await linkState(transaction, given.email, hash, now);
      throw new ApiError(state === null ? 'sign_in_link_invalid' : ERROR_CODES[state]);
    }
    const account = await findAccountByEmail(transaction, given.email);
    const token = await startSession({ knex: transaction, clock, addresses }, cookies, {
      email: account?.email ?? given.email,
      accountId: account?.id ?? null,
    });
    return { token, account };
  });
}
