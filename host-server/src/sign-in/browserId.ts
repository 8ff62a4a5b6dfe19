import type { Response } from 'express';
import type { Addresses } from '../http/addresses.ts';
import { createToken } from '../shared/tokens.ts';
import { cookieTokens, hostCookieAttributes, hostCookieName } from './hostCookies.ts';

const COOKIE = 'cobble-browser';

/**
 * The random id of the browser that sends a Cookie header, by which a new sign-in link finds the
 * older one that it replaces [SI4]; a new id if the header has none [SI8].
 *
 * Over plain http, a page on another subdomain may have set a cookie of the same name. Of several
 * ids none counts, since whoever knows an id can invalidate its links.
 */
export function readBrowserId(addresses: Addresses, cookies: string | undefined): string {
  const [id, ...others] = cookieTokens(cookies, addresses, COOKIE);
  return id !== undefined && others.length === 0 ? id : createToken();
}

/** Stores the id in the browser, for as long as the link that was just sent is valid. */
export function setBrowserIdCookie(
  response: Response,
  addresses: Addresses,
  id: string,
  maxAgeMs: number,
): void {
  response.cookie(hostCookieName(addresses, COOKIE), id, {
    ...hostCookieAttributes(addresses),
    maxAge: maxAgeMs,
  });
}
