import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../shared/ApiError.ts';
import { LruCache } from '../shared/LruCache.ts';
import { SharedWork } from '../shared/SharedWork.ts';
import { within } from '../shared/within.ts';
import { type Consume, type Limit, type LimitName, LIMITS } from './limits.ts';
import {
  deleteExpiredRateLimits,
  RATE_LIMITS,
  rateLimitClient,
} from './repositories/rateLimits.ts';

const CLEANUP_EVERY_MS = 300_000;
/** How long the database is left alone after it has failed. */
const OUTAGE_MS = 5000;
/** How long a call waits for a lease. */
export const LEASING_MS = 1500;
/** A limit that is leased is taken from the database in this many parts. */
const LEASES_PER_WINDOW = 20;
/**
 * Limits that somebody who works counts against again and again. Others are counted one by one: what
 * they allow has effects outside, or is a guess, and is far rarer.
 */
const LEASED: ReadonlySet<LimitName> = new Set([
  'callsPerIp',
  'signInEmailsOfStrangers',
  'existenceChecksPerIp',
  'pageWritesPerAccount',
  'codePreviewsPerAccount',
  'roomConnectionsPerAccount',
  'embedThumbnailsPerIp',
  'embedThumbnailsPerAccount',
  'uploadsPerAccount',
]);
const MAX_LEASES = 50_000;

/** Counts attempts against the limits. */
export interface Limiter {
  readonly consume: Consume;
  /** Stops deleting expired counts. */
  close(): void;
}

/**
 * Creates a limiter that counts in the database, so that all of its servers share the limits
 * (docs/decisions/0138, 0200). While the database is not available, each server counts by itself.
 *
 * @param overrides limits that a test raises or lowers.
 * @param leasingMs how long a call waits for a lease; tests whose database may be slow wait longer.
 */
export function createLimiter(
  knex: Knex,
  overrides: Partial<Record<LimitName, Limit>> = {},
  leasingMs = LEASING_MS,
): Limiter {
  const exact = withPauses(rateLimitClient(knex));
  const quick = withPauses(withTimeLimit(rateLimitClient(knex), leasingMs));
  const limits: Record<LimitName, Limit> = { ...LIMITS, ...overrides };
  const consumers = new Map<string, (key: string) => Promise<unknown>>();
  for (const name of Object.keys(limits) as LimitName[]) {
    const { points, seconds: duration } = limits[name];
    const limiter = new RateLimiterPostgres({
      storeClient: LEASED.has(name) ? quick : exact,
      storeType: 'client',
      tableName: RATE_LIMITS,
      tableCreated: true,
      // One job deletes the counts of all limits.
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points,
      duration,
      // Attempts beyond the limit cost no statement.
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: '', points, duration }),
    });
    consumers.set(
      name,
      LEASED.has(name)
        ? leasing(limiter, Math.ceil(points / LEASES_PER_WINDOW))
        : (key) => limiter.consume(key),
    );
  }
  const timer = setInterval(() => {
    deleteExpiredRateLimits(knex, Date.now()).catch(() => undefined);
  }, CLEANUP_EVERY_MS).unref();
  return {
    async consume(name, key) {
      try {
        await consumers.get(name)?.(hash(`${name} ${key}`));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw new ApiError('err_rate_limited', { retryAfterSeconds });
      }
    },
    close() {
      clearInterval(timer);
    },
  };
}

interface Lease {
  points: number;
  readonly until: number;
}

/**
 * Takes points from a limiter in batches and counts them here, so that most attempts cost no
 * statement.
 */
function leasing(limiter: RateLimiterPostgres, batch: number): (key: string) => Promise<void> {
  const leases = new LruCache<Lease>(MAX_LEASES, () => 1);
  const pending = new SharedWork<void>();
  const lease = async (key: string): Promise<void> => {
    const { msBeforeNext } = await limiter.consume(key, batch);
    leases.set(key, { points: batch, until: Date.now() + msBeforeNext });
  };
  return async (key) => {
    for (;;) {
      const found = leases.get(key);
      if (found !== undefined && found.points > 0 && found.until > Date.now()) {
        found.points -= 1;
        return;
      }
      await pending.run(key, () => lease(key));
    }
  };
}

type Client = ReturnType<typeof rateLimitClient>;

/** Fails at once for a while after a failure, so that calls do not wait for a database that is down. */
function withPauses(client: Client): Client {
  let failedAt = -Infinity;
  return {
    async query(statement) {
      if (Date.now() - failedAt < OUTAGE_MS) throw new Error('The database has just failed');
      try {
        return await client.query(statement);
      } catch (error) {
        failedAt = Date.now();
        throw error;
      }
    },
  };
}

/** Fails when a statement takes long. It may still count, which is a part of a limit at most. */
function withTimeLimit(client: Client, ms: number): Client {
  return {
    query: (statement) => within(ms, client.query(statement)),
  };
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
