import type { Knex } from 'knex';
import { after } from '../../shared/clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A thumbnail older than this is fetched again when a page with it is published. */
const STALE_MS = 30 * DAY_MS;
/**
 * After this many failures a thumbnail is not tried again for a day, or, while an older copy
 * exists, until {@link STALE_MS} has passed.
 */
export const MAX_ATTEMPTS = 4;

/** A thumbnail to fetch. */
export interface DueEmbedThumbnail {
  readonly address: string;
  /** Who last requested it; null after an upgrade or if the account was deleted. */
  readonly accountId: number | null;
  /** The file of the existing thumbnail. */
  readonly name: string | null;
  readonly attempts: number;
}

/** A stored thumbnail. */
export interface EmbedThumbnailRow {
  readonly address: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Requests thumbnails: new ones are due at once, failed ones after a day, existing ones when they
 * are stale. Rows are locked in the order of their addresses, so that concurrent transactions do
 * not deadlock. A transaction keeps them locked until it ends, so a thumbnail that is fetched
 * meanwhile is stored afterwards, when the pages that show it are known.
 */
export async function requestEmbedThumbnails(
  knex: Knex,
  accountId: number,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const isRetryDue = `embed_pictures.due_at IS NULL AND embed_pictures.tried_at <
    CASE WHEN embed_pictures.name IS NULL THEN :dayAgo::timestamptz ELSE :staleSince END`;
  await knex.raw(
    `INSERT INTO embed_pictures (address, account_id, asked_at, due_at)
     SELECT address, :accountId, :now, :now
     FROM unnest(:sorted::text[]) AS address ORDER BY address
     ON CONFLICT (address) DO UPDATE SET asked_at = :now, account_id = :accountId,
       due_at = CASE WHEN ${isRetryDue} THEN :now ELSE embed_pictures.due_at END,
       attempts = CASE WHEN ${isRetryDue} THEN 0 ELSE embed_pictures.attempts END`,
    {
      ...{ accountId, now },
      sorted: [...addresses].sort(),
      dayAgo: after(now, -DAY_MS),
      staleSince: after(now, -STALE_MS),
    },
  );
}

/** Stores which thumbnails a published page shows; all of them must have been requested. */
export async function storeEmbedThumbnailUses(
  knex: Knex,
  pageId: number,
  addresses: readonly string[],
): Promise<void> {
  await knex('page_embed_pictures')
    .where({ page_id: pageId })
    .whereNotIn('address', addresses)
    .delete();
  if (addresses.length === 0) return;
  await knex('page_embed_pictures')
    .insert(addresses.map((address) => ({ page_id: pageId, address })))
    .onConflict()
    .ignore();
}

/** Returns the existing thumbnails. */
export async function findEmbedThumbnailRows(
  knex: Knex,
  addresses: readonly string[],
): Promise<readonly EmbedThumbnailRow[]> {
  if (addresses.length === 0) return [];
  return knex('embed_pictures')
    .whereIn('address', addresses)
    .whereNotNull('name')
    .select<EmbedThumbnailRow[]>('address', 'name', 'width', 'height');
}

/**
 * Claims the thumbnail that has been due the longest, with accounts taking turns. The attempt is
 * counted before it begins, so an image that crashes the process is retried less and less often.
 *
 * @param recentAccounts as `RecentTurns` lists them.
 */
export async function claimNextEmbedThumbnail(
  knex: Knex,
  now: Date,
  recentAccounts: readonly number[],
): Promise<DueEmbedThumbnail | null> {
  const { rows } = await knex.raw<{ rows: DueEmbedThumbnail[] }>(
    `UPDATE embed_pictures SET attempts = attempts + 1, tried_at = :now,
       due_at = CASE WHEN attempts + 1 < :most
         THEN :now::timestamptz + interval '1 minute' * power(5, attempts) END
     WHERE address = (
       SELECT address FROM embed_pictures WHERE due_at <= :now
       ORDER BY array_position(:recentAccounts::int[], account_id) NULLS FIRST, due_at, address
       LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING address, account_id AS "accountId", name, attempts`,
    { now, recentAccounts: [...recentAccounts], most: MAX_ATTEMPTS },
  );
  return rows[0] ?? null;
}

/** Stores a thumbnail in place of the previous one. */
export async function storeEmbedThumbnail(knex: Knex, thumbnail: EmbedThumbnailRow): Promise<void> {
  const { address, ...rest } = thumbnail;
  await knex('embed_pictures')
    .where({ address })
    .update({ ...rest, attempts: 0, due_at: null });
}

/** Stops retrying a thumbnail. */
export async function giveUpEmbedThumbnail(knex: Knex, address: string): Promise<void> {
  await knex('embed_pictures').where({ address }).update({ due_at: null });
}

/** The published pages that show a thumbnail. */
export async function listPagesShowing(
  knex: Knex,
  address: string,
): Promise<readonly { readonly id: number; readonly siteId: number; readonly slug: string }[]> {
  return knex('page_embed_pictures')
    .join('pages', 'pages.id', 'page_embed_pictures.page_id')
    .where({ address })
    .orderBy('pages.id')
    .select<{ id: number; siteId: number; slug: string }[]>({
      id: 'pages.id',
      siteId: 'pages.site_id',
      slug: 'pages.slug',
    });
}

/** Deletes thumbnails that no published page shows and that were last requested before a time. */
export async function deleteUnusedEmbedThumbnails(knex: Knex, before: Date): Promise<void> {
  await knex('embed_pictures')
    .where('asked_at', '<', before)
    .whereNotExists(
      knex('page_embed_pictures').whereRaw('page_embed_pictures.address = embed_pictures.address'),
    )
    .delete();
}
