import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { calls, checkUsername, type Account } from '../contract/index.ts';
import type { Consume } from '../http/limits.ts';
import type { Mount } from '../http/mountCall.ts';
import { networkKey } from '../shared/addressKeys.ts';
import { ApiError } from '../shared/ApiError.ts';
import { readBrowserId, setBrowserIdCookie } from './browserId.ts';
import type { KnownBrowsers } from './KnownBrowsers.ts';
import { mailboxOf } from './mailboxOf.ts';
import { createAccount, isUsernameAvailable } from './createAccount.ts';
import { clearSessionCookie, endSession, setSessionCookie } from './session.ts';
import {
  emailSignInLink,
  SIGN_IN_LINK_MS,
  type SignInLinkServices,
  storeSignInLink,
  verifySignInLink,
} from './signInLinks.ts';

/** Dependencies of the calls for sign-in and accounts. */
export interface SignInServices extends SignInLinkServices {
  readonly consume: Consume;
  readonly knownBrowsers: Pick<KnownBrowsers, 'isKnown' | 'setCookie'>;
}

/** Mounts the calls for sign-in, sign-out and accounts. */
export function mountAccountCalls(mount: Mount, services: SignInServices): void {
  mount(calls.sendSignInLink, {
    access: 'anyone',
    limitPerIp: 'signInEmailsPerIp',
    // The mail server may take long.
    turns: 'own',
    async handle({ body, ip, inTurn, request, response }) {
      const isKnown = services.knownBrowsers.isKnown(request.headers.cookie, body.email);
      // A known browser has proved that this very address is its user's.
      const mailbox = isKnown ? body.email.toLowerCase() : mailboxOf(body.email);
      const browserId = readBrowserId(services.addresses, request.headers.cookie);
      const token = await inTurn(async () => {
        await services.consume('signInEmailsPerRequester', `${mailbox} ${isKnown ? 'known' : ip}`);
        if (!isKnown) await countEmailOfStranger(services.consume, ip);
        // After the limits that refuse an address or its network, which would otherwise lock others out.
        await services.consume('signInEmailsPerDay', `${mailbox} ${isKnown ? 'known' : 'unknown'}`);
        return storeSignInLink(services, body.email, browserId);
      });
      await emailSignInLink(services, body, token);
      setBrowserIdCookie(response, services.addresses, browserId, SIGN_IN_LINK_MS);
      return {};
    },
  });

  mount(calls.verifySignInLink, {
    access: 'anyone',
    limitPerIp: 'linkVerificationsPerIp',
    async handle({ body, request, response }) {
      const { token, account } = await verifySignInLink(services, body, request.headers.cookie);
      setSessionCookie(response, services.addresses, token);
      services.knownBrowsers.setCookie(response, body.email);
      return { account: account && presentAccount(account) };
    },
  });

  mount(calls.signOut, {
    access: 'anyone',
    async handle({ request, response }) {
      await endSession(services, request.headers.cookie);
      clearSessionCookie(response, services.addresses);
      return {};
    },
  });

  // Mounted before GET of the same path, which Express also uses for HEAD.
  mount(calls.accountExists, {
    access: 'anyone',
    limitPerIp: 'existenceChecksPerIp',
    async handle({ query, session }) {
      const exists =
        (query.username !== undefined && (await usernameExists(services, query.username))) ||
        (query.email !== undefined &&
          session?.email.toLowerCase() === query.email.trim().toLowerCase() &&
          session.account !== null);
      if (!exists) throw new ApiError('account_does_not_exist');
      return undefined;
    },
  });

  mount(calls.getAccount, {
    access: 'anyone',
    turns: 'none',
    handle: ({ session }) =>
      Promise.resolve({
        account: session?.account ? presentAccount(session.account) : null,
        email: session?.email ?? null,
      }),
  });

  mount(calls.createAccount, {
    access: 'session',
    limitPerIp: 'newAccountsPerIp',
    handle: async ({ body, session }) =>
      presentAccount(await createAccount(services, session, body)),
  });
}

/**
 * Counts a sign-in email that a browser requests for an address with which it has not signed in
 * before. When strangers have requested very many in total, each network address still gets a few:
 * nobody is locked out because others request too many.
 */
async function countEmailOfStranger(consume: Consume, ip: string): Promise<void> {
  const network = networkKey(ip);
  if (network !== null) await consume('signInEmailsPerNetwork', network);
  try {
    await consume('signInEmailsOfStrangers', '');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await consume('signInEmailsPerIpWhenMany', ip);
    if (network !== null) await consume('signInEmailsPerNetworkWhenMany', network);
  }
}

/** A malformed username does not exist. */
async function usernameExists({ knex, clock }: SignInServices, username: string): Promise<boolean> {
  if (checkUsername(username) !== null) return false;
  return !(await isUsernameAvailable(knex, username, clock()));
}

/** An account, for its owner. */
export function presentAccount(account: AccountRow): Account {
  return {
    ID: account.id,
    UUID: account.uuid,
    username: account.username,
    email: account.email,
    roles: [...account.roles],
    primarySite: { ID: account.site.id, slug: account.site.slug },
  };
}
