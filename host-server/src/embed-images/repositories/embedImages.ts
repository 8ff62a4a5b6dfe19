import type { Knex } from 'knex';
import { after } from '../../shared/clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A copy that is older is fetched anew once a page is published with it. */
const STALE_MS = 30 * DAY_MS;
/** What fails so often is left alone for a day. */
export const MAX_ATTEMPTS = 4;

/** An image that is to be fetched. */
export interface DueEmbedImage {
  readonly address: string;
  /** The file of the copy that there is. */
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
 * Notes images as wanted: new ones are due at once, those that could not be had when a day has
 * passed, and copies when they are old. Within a transaction their rows are locked until it ends, in
 * one order everywhere, so that nobody waits in a circle: a copy that comes meanwhile waits, too, and
 * then finds what was noted of its uses.
 */
export async function requestEmbedImages(
  knex: Knex,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return;
  const isDueAgain = `embed_pictures.due_at IS NULL AND embed_pictures.tried_at <
    CASE WHEN embed_pictures.name IS NULL THEN :dayAgo::timestamptz ELSE :staleSince END`;
  await knex.raw(
    `INSERT INTO embed_pictures (address, asked_at, due_at)
     SELECT address, :now, :now FROM unnest(:sorted::text[]) AS address ORDER BY address
     ON CONFLICT (address) DO UPDATE SET asked_at = :now,
       due_at = CASE WHEN ${isDueAgain} THEN :now ELSE embed_pictures.due_at END,
       attempts = CASE WHEN ${isDueAgain} THEN 0 ELSE embed_pictures.attempts END`,
    {
      now,
      sorted: [...addresses].sort(),
      dayAgo: after(now, -DAY_MS),
      staleSince: after(now, -STALE_MS),
    },
  );
}

/** Notes which images a published page shows; all of them have been wanted. */
export async function storeUses(
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

/** The copies that there are of images. */
export async function findEmbedImages(
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
 * Takes the image that has been due the longest, and counts the attempt before it begins: whoever
 * dies of it leaves it for later, less and less often.
 */
export async function claimDueEmbedImage(knex: Knex, now: Date): Promise<DueEmbedImage | null> {
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

/** Puts a copy in the place of what there was. */
export async function storeEmbedImage(knex: Knex, copy: EmbedImageRow): Promise<void> {
  const { address, ...rest } = copy;
  await knex('embed_pictures')
    .where({ address })
    .update({ ...rest, attempts: 0, due_at: null });
}

/** Leaves an image alone that cannot be had, or whose copy is what it was. */
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

/** Forgets images that no published page shows, and nobody has asked for since a time. */
export async function deleteUnusedEmbedImages(knex: Knex, before: Date): Promise<void> {
  await knex('embed_pictures')
    .where('asked_at', '<', before)
    .whereNotExists(
      knex('page_embed_pictures').whereRaw('page_embed_pictures.address = embed_pictures.address'),
    )
    .delete();
}
