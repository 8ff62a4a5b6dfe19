import type { Addresses } from '../http/addresses.ts';
import { LruCache } from '../shared/LruCache.ts';
import { hashToken } from '../shared/tokens.ts';
import { sessionTokens } from './session.ts';

const MAX_SESSIONS = 10_000;

/**
 * Remembers which cookies were those of a valid session when they were last checked, so that calls
 * of accounts need not wait for those of strangers before their session is checked again. Being
 * remembered gives access to nothing.
 */
export class RecentSessions {
  private readonly addresses: Addresses;
  private readonly valid = new LruCache<true>(MAX_SESSIONS, () => 1);

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  /** Whether the session of a Cookie header was valid when it was last checked. */
  has(cookies: string | undefined): boolean {
    const key = this.keyOf(cookies);
    return key !== null && this.valid.get(key) === true;
  }

  /** Notes whether the session of a Cookie header is valid. */
  note(cookies: string | undefined, isValid: boolean): void {
    const key = this.keyOf(cookies);
    if (key === null) return;
    if (isValid) this.valid.set(key, true);
    else this.valid.delete(key);
  }

  private keyOf(cookies: string | undefined): string | null {
    const tokens = sessionTokens(this.addresses, cookies);
    return tokens.length === 0 ? null : hashToken(tokens.join(' ')).toString('base64url');
  }
}
