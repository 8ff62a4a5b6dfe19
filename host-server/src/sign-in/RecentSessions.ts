import type { Addresses } from '../http/addresses.ts';
import { LruCache } from '../shared/LruCache.ts';
import { sessionTokenHashes } from './session.ts';

const MAX_SESSIONS = 10_000;

/**
 * Remembers the tokens of sessions that were valid when they were last checked, so that calls of
 * accounts need not wait for those of strangers before their session is checked again. Being
 * remembered gives access to nothing.
 */
export class RecentSessions {
  private readonly addresses: Addresses;
  /** By the hash of the token. */
  private readonly valid = new LruCache<true>(MAX_SESSIONS, () => 1);

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  /** Whether a Cookie header has a token of a session that was valid when it was last checked. */
  has(cookies: string | undefined): boolean {
    return sessionTokenHashes(this.addresses, cookies).some(
      (hash) => this.valid.get(keyOf(hash)) === true,
    );
  }

  /**
   * Notes which session a Cookie header has.
   *
   * @param valid the hash of its token; null if the header has no session, whatever its tokens are.
   */
  note(cookies: string | undefined, valid: Buffer | null): void {
    for (const hash of sessionTokenHashes(this.addresses, cookies))
      if (valid?.equals(hash) === true) this.valid.set(keyOf(hash), true);
      else this.valid.delete(keyOf(hash));
  }
}

const keyOf = (hash: Buffer): string => hash.toString('base64url');
