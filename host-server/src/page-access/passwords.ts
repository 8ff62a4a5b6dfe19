import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { normalizePassword } from '../contract/index.ts';
import type { PagePassword } from './pageAccess.ts';
import { PasswordTurns, type PasswordTurn } from './PasswordTurns.ts';

/** A hash takes 32 MB and about 60 ms, which makes guessing expensive. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;
const turns = new PasswordTurns();

/**
 * Hashes a password with a new salt.
 *
 * @param accountId the account that sets it, whose turn it takes.
 * @throws ApiError err_rate_limited, err_unavailable when too many passwords wait.
 */
export async function hashPassword(password: string, accountId: number): Promise<PagePassword> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, { accountId }) };
}

/**
 * Whether a password matches the stored one, in constant time.
 *
 * @param turn whose turn it takes.
 * @param signal once aborted, a password that waits is not checked; its reason is the error.
 * @throws ApiError err_rate_limited, err_unavailable when too many passwords wait, or for too long.
 */
export async function isPassword(
  given: string,
  stored: PagePassword,
  turn: PasswordTurn,
  signal?: AbortSignal,
): Promise<boolean> {
  return timingSafeEqual(await derive(given, stored.salt, turn, signal), stored.hash);
}

function derive(
  password: string,
  salt: Buffer,
  turn: PasswordTurn,
  signal?: AbortSignal,
): Promise<Buffer> {
  const hash = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(normalizePassword(password), salt, LENGTH, COST, (error, hashed) => {
        if (error === null) resolve(hashed);
        else reject(error);
      });
    });
  return turns.run(turn, hash, signal);
}
