import type { Knex } from 'knex';
import { planOf, type Storage } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { AccountRow } from './repositories/accounts.ts';
import { findStoredBytes } from './repositories/accounts.ts';

/** What an account stores and may store, for its owner. */
export function presentStorage(account: Pick<AccountRow, 'roles' | 'storedBytes'>): Storage {
  return { usedBytes: account.storedBytes, maxBytes: planOf(account.roles).maxStorageBytes };
}

/**
 * Refuses to store more than the plan allows, before anything is stored. Not exact: other requests
 * may store something meanwhile.
 *
 * @param bytes the minimum that will be stored.
 * @throws ApiError storage_quota_exceeded.
 */
export function requireStorageFor(account: AccountRow, bytes: number): void {
  const { usedBytes, maxBytes } = presentStorage(account);
  if (maxBytes !== null && usedBytes + bytes > maxBytes) throw quotaExceeded(usedBytes, maxBytes);
}

/**
 * Refuses a change that stores more and exceeds what the plan allows. Exact at the end of a
 * transaction that has locked the account's row [ST2].
 *
 * @param before the account as it was locked, before the change.
 * @throws ApiError storage_quota_exceeded.
 */
export async function requireStorage(transaction: Knex, before: AccountRow): Promise<void> {
  const excess = await storageExcess(transaction, before);
  const { usedBytes, maxBytes } = presentStorage(before);
  if (excess > 0) throw quotaExceeded(usedBytes, maxBytes ?? 0);
}

/**
 * By how many bytes a change exceeds what the plan allows or, if that was more, what was stored
 * before; 0 if it does not.
 *
 * @param before the account as it was locked, before the change.
 */
export async function storageExcess(transaction: Knex, before: AccountRow): Promise<number> {
  const { maxStorageBytes } = planOf(before.roles);
  if (maxStorageBytes === null) return 0;
  const stored = await findStoredBytes(transaction, before.id);
  // An account may be over its limit because its plan has ended.
  return Math.max(0, stored - Math.max(maxStorageBytes, before.storedBytes));
}

function quotaExceeded(used: number, max: number): ApiError {
  return new ApiError('storage_quota_exceeded', { details: { used, max } });
}
