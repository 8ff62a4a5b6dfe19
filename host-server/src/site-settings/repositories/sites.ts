import type { Knex } from 'knex';
import type { SiteSettings } from '../../contract/index.ts';

/**
 * Locks a site's row until the transaction ends. Returns whether it exists and belongs to the
 * account.
 */
export async function lockSite(transaction: Knex, id: number, accountId: number): Promise<boolean> {
  const rows = await transaction('sites')
    .where({ id, account_id: accountId })
    .forUpdate()
    .select<{ id: number }[]>('id');
  return rows.length > 0;
}

/** Replaces a site's settings. */
export async function storeSettings(
  transaction: Knex,
  id: number,
  settings: SiteSettings,
  now: Date,
): Promise<void> {
  await transaction('sites')
    .where({ id })
    .update({ settings: JSON.stringify(settings), updated_at: now });
}
