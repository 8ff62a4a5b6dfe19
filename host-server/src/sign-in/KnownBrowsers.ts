import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Response } from 'express';
import type { Addresses } from '../http/addresses.ts';
import { cookieTokens, hostCookieAttributes, hostCookieName } from './hostCookies.ts';

const COOKIE = 'cobble-known';
const ONE_YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Recognises browsers that have signed in with an email address before, so that strangers who
 * request links to it cannot use up the emails that these browsers may request
 * (docs/decisions/0143). The cookie remains when a session ends, and gives access to nothing.
 */
export class KnownBrowsers {
  private readonly secret: Buffer;
  private readonly addresses: Addresses;

  constructor(secret: Buffer, addresses: Addresses) {
    this.secret = secret;
    this.addresses = addresses;
  }

  /** Stores in the browser that it has signed in with an address, in place of an earlier one. */
  setCookie(response: Response, email: string): void {
    response.cookie(hostCookieName(this.addresses, COOKIE), this.tokenOf(email), {
      ...hostCookieAttributes(this.addresses),
      maxAge: ONE_YEAR_MS,
    });
  }

  /** Whether the browser that sends a Cookie header has signed in with an address. */
  isKnown(cookies: string | undefined, email: string): boolean {
    const expected = Buffer.from(this.tokenOf(email));
    return cookieTokens(cookies, this.addresses, COOKIE).some((token) =>
      timingSafeEqual(Buffer.from(token), expected),
    );
  }

  private tokenOf(email: string): string {
    return createHmac('sha256', this.secret).update(email.toLowerCase()).digest('base64url');
  }
}
