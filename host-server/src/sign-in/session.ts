import type { Session } from '../http/mountCall.ts';
import type { Response } from 'express';
import type { Addresses } from '../http/addresses.ts';
import { after, type Clock } from '../shared/clock.ts';
import { hashToken, createToken } from '../shared/tokens.ts';
import type { Knex } from 'knex';
import {
  type AccountRow,
  findAccountByEmail,
  findAccountById,
} from '../accounts/repositories/accounts.ts';
import { cookieTokens, hostCookieAttributes, hostCookieName } from './hostCookies.ts';
import * as sessions from './repositories/sessions.ts';

/** How long a session lasts: 90 days. */
export const SESSION_MS = 90 * 24 * 3_600_000;

/** Dependencies for handling sessions. */
export interface SessionServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly addresses: Addresses;
}

const COOKIE = 'cobble-session';

/** A session, and the hash of the token that it has. */
export interface FoundSession {
  readonly session: Session;
  readonly tokenHash: Buffer;
}

/** The hashes of the session tokens that a Cookie header has, valid or not. */
export function sessionTokenHashes(
  addresses: Addresses,
  cookies: string | undefined,
): readonly Buffer[] {
  return cookieTokens(cookies, addresses, COOKIE).map(hashToken);
}

/**
 * Finds the session of a Cookie header; null if it has none.
 *
 * Over plain http, a page on another subdomain may have set a cookie of the same name: an invalid
 * one is ignored, and with two valid ones nobody is signed in, since it could be the wrong account
 * [SN5].
 */
export async function findSession(
  { knex, clock, addresses }: SessionServices,
  cookies: string | undefined,
): Promise<FoundSession | null> {
  const hashes = sessionTokenHashes(addresses, cookies);
  if (hashes.length === 0) return null;
  const active = await sessions.findActive(knex, hashes, clock());
  const row = active.length === 1 ? active[0] : undefined;
  if (row === undefined) return null;
  const { id, tokenHash, email } = row;
  return { session: { id, email, account: await findAccount(knex, row) }, tokenHash };
}

async function findAccount(
  knex: Knex,
  { id, email, accountId }: sessions.SessionRow,
): Promise<AccountRow | null> {
  if (accountId !== null) return findAccountById(knex, accountId);
  // The account may have been created in another browser since.
  const account = await findAccountByEmail(knex, email);
  if (account !== null) await sessions.attachAccount(knex, id, account.id);
  return account;
}

/**
 * Starts a session with a new token and ends the browser's previous one, so that a session planted
 * before sign-in is useless [SN2].
 *
 * @returns the token, for {@link setSessionCookie} once the transaction has committed.
 */
export async function startSession(
  { knex, clock, addresses }: SessionServices,
  cookies: string | undefined,
  verified: { readonly email: string; readonly accountId: number | null },
): Promise<string> {
  await endSession({ knex, clock, addresses }, cookies);
  const token = createToken();
  const now = clock();
  await sessions.insert(knex, {
    tokenHash: hashToken(token),
    email: verified.email,
    accountId: verified.accountId,
    createdAt: now,
    expiresAt: after(now, SESSION_MS),
  });
  await sessions.deleteExpired(knex, now);
  return token;
}

/** Ends the sessions of a Cookie header, on every server at once. */
export async function endSession(
  { knex, addresses }: SessionServices,
  cookies: string | undefined,
): Promise<void> {
  const hashes = sessionTokenHashes(addresses, cookies);
  if (hashes.length > 0) await sessions.deleteByTokens(knex, hashes);
}

/** Sets the session cookie. */
export function setSessionCookie(response: Response, addresses: Addresses, token: string): void {
  response.cookie(hostCookieName(addresses, COOKIE), token, {
    ...hostCookieAttributes(addresses),
    maxAge: SESSION_MS,
  });
}

/** Removes the session cookie. */
export function clearSessionCookie(response: Response, addresses: Addresses): void {
  response.clearCookie(hostCookieName(addresses, COOKIE), hostCookieAttributes(addresses));
}
