import { createHash, randomBytes } from 'node:crypto';

/** Creates a random secret: 32 bytes as base64url, 43 characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The hash of a token that the database stores. A token has 256 random bits, so plain SHA-256 is as
 * safe as a slow hash.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
