import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PagePassword } from './pageAccess.ts';

/** How long until a visitor must enter the password again: one week. */
export const PAGE_COOKIE_MS = 7 * 24 * 3_600_000;

/** What a cookie gives access to: one page, under one name, with its current password. */
export interface PageGrant {
  /** The name of the site in the request, as `siteKeyText` returns it. */
  readonly site: string;
  readonly pageId: number;
  readonly password: PagePassword;
}

/** Creates and verifies the cookies of visitors who have entered a page's password. */
export class PageCookies {
  private readonly secret: Buffer;
  private readonly isSecure: boolean;

  /** @param isSecure whether pages are served over TLS. */
  constructor(secret: Buffer, isSecure: boolean) {
    this.secret = secret;
    this.isSecure = isSecure;
  }

  /**
   * The Set-Cookie header for a visitor who entered the password, limited to this host and path.
   */
  setCookie(grant: PageGrant, path: string, now: Date): string {
    const until = now.getTime() + PAGE_COOKIE_MS;
    const value = `${String(until)}.${this.sign(grant, until).toString('base64url')}`;
    const rest = `Path=${path}; Max-Age=${String(PAGE_COOKIE_MS / 1000)}; HttpOnly; SameSite=Lax`;
    return `${this.name}=${value}; ${rest}${this.isSecure ? '; Secure' : ''}`;
  }

  /**
   * Whether a Cookie header grants access to a page. Other hosts may have set cookies of the same
   * name.
   */
  grants(header: string | undefined, grant: PageGrant, now: Date): boolean {
    return (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${this.name}=`))
      .slice(0, 8)
      .some((pair) => this.isValid(pair.slice(this.name.length + 1), grant, now));
  }

  private get name(): string {
    return this.isSecure ? '__Secure-cobble-page' : 'cobble-page';
  }

  private isValid(value: string, grant: PageGrant, now: Date): boolean {
    const [, until, mac] = /^(\d{1,15})\.([\w-]{43})$/.exec(value) ?? [];
    if (until === undefined || mac === undefined) return false;
    const given = Buffer.from(mac, 'base64url');
    const expected = this.sign(grant, Number(until));
    return timingSafeEqual(given, expected) && Number(until) > now.getTime();
  }

  /** Includes the password's hash, so that a new password invalidates earlier cookies. */
  private sign({ site, pageId, password }: PageGrant, until: number): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify([site, pageId, until, password.hash.toString('base64')]))
      .digest();
  }
}
