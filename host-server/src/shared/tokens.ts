import { createHash, randomBytes } from 'node:crypto';

/** A secret that cannot be guessed: 32 random bytes as base64url, 43 characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What the database holds of a token. The token has 256 random bits, so that a plain SHA-256 is as
 * good as a slow hash.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
