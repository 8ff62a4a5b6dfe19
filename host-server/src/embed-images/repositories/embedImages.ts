import type { Knex } from 'knex';
import { after } from '../../shared/clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** An older copy is fetched again when a page is published with it. */
const STALE_MS = 30 * DAY_MS;
/** After this many failures an image is left alone for a day. */
export const MAX_ATTEMPTS = 4;

/** A requested image. */
export interface DueEmbedImage {
  readonly address: string;
  /** The file of the existing copy. */
  readonly name: string | null;
  readonly attempts: number;
}

/** A copy of an image. */
export interface EmbedImageRow {
  readonly address: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Requests images: new ones are due at once, failed ones after a day, and copies when they are old.
 * In a transaction, their rows stay locked until it ends, always in the same order, so that there
 * is no deadlock. A copy that arrives meanwhile waits too, and then sees which pages show it.
 */
export async function requestEmbedImages(
  knex: Knex,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const isRetryDue = `embed_pictures.due_at IS NULL AND embed_pictures.tried_at <
    CASE WHEN embed_pictures.name IS NULL THEN :dayAgo::timestamptz ELSE :staleSince END`;
  await knex.raw(
    `INSERT INTO embed_pictures (address, asked_at, due_at)
     SELECT address, :now, :now FROM unnest(:sorted::text[]) AS address ORDER BY address
     ON CONFLICT (address) DO UPDATE SET asked_at = :now,
       due_at = CASE WHEN ${isRetryDue} THEN :now ELSE embed_pictures.due_at END,
       attempts = CASE WHEN ${isRetryDue} THEN 0 ELSE embed_pictures.attempts END`,
    {
      now,
      sorted: [...addresses].sort(),
      dayAgo: after(now, -DAY_MS),
      staleSince: after(now, -STALE_MS),
    },
  );
}

/** Stores which images a published page shows; all of them must have been requested. */
export async function storeEmbedImageUses(
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

/** The existing copies of images. */
export async function findEmbedImageRows(
  knex: Knex,
  addresses: readonly string[],
): Promise<readonly EmbedImageRow[]> {
  if (addresses.length === 0) return [];
  return knex('embed_pictures')
    .whereIn('address', addresses)
    .whereNotNull('name')
    .select<EmbedImageRow[]>('address', 'name', 'width', 'height');
}

/**
 * Claims the image that has been due the longest. The attempt is counted before it begins, so an
 * image that crashes the process is retried less and less often.
 */
export async function claimNextEmbedImage(knex: Knex, now: Date): Promise<DueEmbedImage | null> {
  const { rows } = await knex.raw<{ rows: DueEmbedImage[] }>(
    `UPDATE embed_pictures SET attempts = attempts + 1, tried_at = :now,
       due_at = CASE WHEN attempts + 1 < :most
         THEN :now::timestamptz + interval '1 minute' * power(5, attempts) END
     WHERE address = (
       SELECT address FROM embed_pictures WHERE due_at <= :now
       ORDER BY due_at, address LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING address, name, attempts`,
    { now, most: MAX_ATTEMPTS },
  );
  return rows[0] ?? null;
}

/** Stores a copy in place of the previous one. */
export async function storeEmbedImage(knex: Knex, copy: EmbedImageRow): Promise<void> {
  const { address, ...rest } = copy;
  await knex('embed_pictures')
    .where({ address })
    .update({ ...rest, attempts: 0, due_at: null });
}

/** Stops retrying an image. */
export async function giveUpEmbedImage(knex: Knex, address: string): Promise<void> {
  await knex('embed_pictures').where({ address }).update({ due_at: null });
}

/** The published pages that show an image. */
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

/** Deletes images that no published page shows and that were last requested before a time. */
export async function deleteUnusedEmbedImages(knex: Knex, before: Date): Promise<void> {
  await knex('embed_pictures')
    .where('asked_at', '<', before)
    .whereNotExists(
      knex('page_embed_pictures').whereRaw('page_embed_pictures.address = embed_pictures.address'),
    )
    .delete();
}
