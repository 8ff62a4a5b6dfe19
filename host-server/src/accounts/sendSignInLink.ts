import type { Services } from '../app/Services.ts';
import { signInMail } from '../mail/signInMail.tsx';
import { ApiError } from '../shared/ApiError.ts';
import { after } from '../shared/clock.ts';
import { loggable } from '../shared/logRedaction.ts';
import { hashToken, makeToken } from '../shared/tokens.ts';
import { deleteLinksBefore, insertLink } from './repositories/signInLinks.ts';

/** How long a link in a mail works: 10 minutes. */
export const SIGN_IN_LINK_MS = 600_000;

const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Mails a link to an address. It is never looked up whether the address has an account: nothing of
 * the answer, its timing included, can depend on it [SI5].
 *
 * @throws ApiError mail_not_sent when the mail server refuses.
 */
export async function sendSignInLink(
  { knex, clock, log, addresses, mailer }: Services,
  ask: {
    readonly email: string;
    readonly type: 'login' | 'sign-up';
    readonly localeTimeString?: string | undefined;
  },
): Promise<void> {
  const token = makeToken();
  const now = clock();
  await deleteLinksBefore(knex, after(now, -REMEMBERED_MS));
  await insertLink(knex, {
    email: ask.email,
    tokenHash: hashToken(token),
    now,
    expiresAt: after(now, SIGN_IN_LINK_MS),
  });
  const mail = signInMail({
    type: ask.type,
    link: `${addresses.appOrigin}/auth/verify?token=${token}`,
    minutes: SIGN_IN_LINK_MS / 60_000,
    askedAt: plainTime(ask.localeTimeString),
  });
  try {
    await mailer.send({ to: ask.email, ...mail });
  } catch (error) {
    log.error({ error: loggable(error) }, 'A sign-in mail could not be sent');
    throw new ApiError('mail_not_sent', {
      message: 'The mail could not be sent. Please try again in a little while.',
      cause: error,
    });
  }
}

/** A stranger chooses this text: only what cannot be anything but a time gets into a mail. */
function plainTime(text: string | undefined): string | null {
  const time = text?.replaceAll('\u202f', ' ').trim() ?? '';
  return /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?$/.test(time) ? time : null;
}
