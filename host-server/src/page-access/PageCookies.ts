import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PagePassword } from './pageAccess.ts';

/** How long a visitor need not give the password again: a week. */
export const PAGE_COOKIE_MS = 7 * 24 * 3_600_000;

/** What a cookie opens: one page under one name, with the password that it has now. */
export interface PageLock {
  /** The name by which the visitor came, as `siteKeyText` writes it. */
  readonly site: string;
  readonly pageId: number;
  readonly password: PagePassword;
}

/** Gives and reads the cookies of visitors who have given a password. */
export class PageCookies {
  private readonly secret: Buffer;
  private readonly isSecure: boolean;

  /** @param isSecure whether visitors come over TLS. */
  constructor(secret: Buffer, isSecure: boolean) {
    this.secret = secret;
    this.isSecure = isSecure;
  }

  /** The Set-Cookie line for who has given the password; of this host and this path alone. */
  setCookie(lock: PageLock, path: string, now: Date): string {
    const until = now.getTime() + PAGE_COOKIE_MS;
    const value = `${String(until)}.${this.sign(lock, until).toString('base64url')}`;
    const rest = `Path=${path}; Max-Age=${String(PAGE_COOKIE_MS / 1000)}; HttpOnly; SameSite=Lax`;
    return `${this.name}=${value}; ${rest}${this.isSecure ? '; Secure' : ''}`;
  }

  /** Whether a Cookie header opens a page. A neighbour may have planted others beside ours. */
  opens(header: string | undefined, lock: PageLock, now: Date): boolean {
    return (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${this.name}=`))
      .slice(0, 8)
      .some((pair) => this.isValid(pair.slice(this.name.length + 1), lock, now));
  }

  private get name(): string {
    return this.isSecure ? '__Secure-cobble-page' : 'cobble-page';
  }

  private isValid(value: string, lock: PageLock, now: Date): boolean {
    const [, until, mac] = /^(\d{1,15})\.([\w-]{43})$/.exec(value) ?? [];
    if (until === undefined || mac === undefined) return false;
    const given = Buffer.from(mac, 'base64url');
    const right = this.sign(lock, Number(until));
    return timingSafeEqual(given, right) && Number(until) > now.getTime();
  }

  /** With the password's hash in it, so that a new password lets nobody in who knew the old one. */
  private sign({ site, pageId, password }: PageLock, until: number): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify([site, pageId, until, password.hash.toString('base64')]))
      .digest();
  }
}
