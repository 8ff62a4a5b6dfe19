import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { normalizePassword } from '../contract/index.ts';
import { FairQueue } from '../shared/FairQueue.ts';
import type { PagePassword } from './pageAccess.ts';

/** A hash takes 32 MB and about 60 ms, which makes guessing expensive. At most two run at once. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;
const hashing = new FairQueue<string>({ concurrency: 2, maxWaiting: 100, maxWaitingPerKey: 10 });

/**
 * Hashes a password with a new salt.
 *
 * @param key whose turn it takes: an account or a network address.
 * @throws ApiError err_rate_limited, err_unavailable when too many passwords wait.
 */
export async function hashPassword(password: string, key: string): Promise<PagePassword> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, key) };
}

/**
 * Whether a password matches the stored one, in constant time.
 *
 * @param key whose turn it takes: an account or a network address.
 * @throws ApiError err_rate_limited, err_unavailable when too many passwords wait.
 */
export async function isPassword(
  given: string,
  stored: PagePassword,
  key: string,
): Promise<boolean> {
  return timingSafeEqual(await derive(given, stored.salt, key), stored.hash);
}

function derive(password: string, salt: Buffer, key: string): Promise<Buffer> {
  return hashing.run(
    key,
    () =>
      new Promise((resolve, reject) => {
        scrypt(normalizePassword(password), salt, LENGTH, COST, (error, hash) => {
          if (error === null) resolve(hash);
          else reject(error);
        });
      }),
  );
}
