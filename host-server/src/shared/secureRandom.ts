import { randomInt } from 'node:crypto';

/** A number of at least 0 and below 1 that nobody can foresee; takes the place of Math.random. */
export function secureRandom(): number {
  return randomInt(2 ** 47) / 2 ** 47;
}
