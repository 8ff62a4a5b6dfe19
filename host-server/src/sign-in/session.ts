import type { Session } from '../http/mountCall.ts';
import type { Response } from 'express';
import type { Addresses } from '../http/addresses.ts';
import { after, type Clock } from '../shared/clock.ts';
import { hashToken, createToken } from '../shared/tokens.ts';
import type { Knex } from 'knex';
import { findAccountByEmail, findAccountById } from '../accounts/repositories/accounts.ts';
import * as sessions from './repositories/sessions.ts';

/** How long one stays signed in: 90 days. */
export const SESSION_MS = 90 * 24 * 3_600_000;

/** What sessions need. */
export interface SessionServices {
  readonly knex: Knex;
  readonly clock: Clock;
  readonly addresses: Addresses;
}

/** `__Host-` binds the cookie to this very host over TLS; over plain http browsers refuse it. */
export function sessionCookieName(addresses: Addresses): string {
  return addresses.isSecure ? '__Host-cobble-session' : 'cobble-session';
}

/**
 * The session of a Cookie header, or null.
 *
 * Over plain http a page on a neighbouring host may have planted a cookie of the same name: a dead
 * one beside ours changes nothing, and with two living ones nobody is signed in, rather than
 * perhaps the wrong person [SN5].
 */
export async function readSession(
  { knex, clock, addresses }: SessionServices,
  cookies: string | undefined,
): Promise<Session | null> {
  const tokens = cookieValues(cookies, sessionCookieName(addresses));
  if (tokens.length === 0) return null;
  const living = await sessions.findActive(knex, tokens.map(hashToken), clock());
  const row = living.length === 1 ? living[0] : undefined;
  if (row === undefined) return null;
  if (row.accountId !== null)
    return { id: row.id, email: row.email, account: await findAccountById(knex, row.accountId) };
  // The account may have been made in another browser since.
  const account = await findAccountByEmail(knex, row.email);
  if (account !== null) await sessions.attachAccount(knex, row.id, account.id);
  return { id: row.id, email: row.email, account };
}

/**
 * Starts a session under a new token and ends the one that the browser had, so that an id planted
 * before sign-in is worth nothing [SN2].
 *
 * @returns the token, for {@link setSessionCookie} once the transaction has committed.
 */
export async function startSession(
  { knex, clock, addresses }: SessionServices,
  cookies: string | undefined,
  proven: { readonly email: string; readonly accountId: number | null },
): Promise<string> {
  await endSession({ knex, clock, addresses }, cookies);
  const token = createToken();
  const now = clock();
  await sessions.insert(knex, {
    tokenHash: hashToken(token),
    email: proven.email,
    accountId: proven.accountId,
    createdAt: now,
    expiresAt: after(now, SESSION_MS),
  });
  await sessions.deleteExpired(knex, now);
  return token;
}

/** Ends whatever sessions a Cookie header names; at once, everywhere. */
export async function endSession(
  { knex, addresses }: SessionServices,
  cookies: string | undefined,
): Promise<void> {
  const tokens = cookieValues(cookies, sessionCookieName(addresses));
  if (tokens.length > 0) await sessions.deleteByTokens(knex, tokens.map(hashToken));
}

/** Gives the browser its session's token; no Domain, so that no other host ever sees it. */
export function setSessionCookie(response: Response, addresses: Addresses, token: string): void {
  response.cookie(sessionCookieName(addresses), token, {
    ...cookieAttributes(addresses),
    maxAge: SESSION_MS,
  });
}

/** Takes the session's cookie back. */
export function clearSessionCookie(response: Response, addresses: Addresses): void {
  response.clearCookie(sessionCookieName(addresses), cookieAttributes(addresses));
}

function cookieAttributes(addresses: Addresses) {
  return { httpOnly: true, secure: addresses.isSecure, sameSite: 'lax', path: '/' } as const;
}

function cookieValues(header: string | undefined, name: string): readonly string[] {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
    .filter((value) => /^[\w-]{43}$/.test(value));
  return [...new Set(values)].slice(0, 4);
}
