import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { normalizePassword } from '../contract/index.ts';
import { limitConcurrency } from '../shared/limitConcurrency.ts';
import type { PagePassword } from './pageAccess.ts';

/** A hash takes 32 MB and about 60 ms, which makes guessing expensive. Two run at once at most. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;
const limited = limitConcurrency(2);

/** Hashes a password with a new salt. */
export async function hashPassword(password: string): Promise<PagePassword> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt) };
}

/** Whether a password matches the stored one, in constant time. */
export async function isPassword(given: string, stored: PagePassword): Promise<boolean> {
  return timingSafeEqual(await derive(given, stored.salt), stored.hash);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return limited(
    () =>
      new Promise((resolve, reject) => {
        scrypt(normalizePassword(password), salt, LENGTH, COST, (error, key) => {
          if (error === null) resolve(key);
          else reject(error);
        });
      }),
  );
}
