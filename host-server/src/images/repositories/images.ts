import type { Knex } from 'knex';
import type { ImageVariants, ImageVariant } from '../makeVariants.ts';

/** After this many attempts that failed, or that a crash interrupted, an image is not attempted again. */
export const MAX_ATTEMPTS = 4;

/** An image whose variants are to be made. */
export interface DueImage {
  readonly assetId: number;
  readonly accountId: number;
  readonly name: string;
  readonly attempts: number;
}

/** Requests variants of a stored image, in the same transaction as `insertAsset`. */
export async function insertImage(knex: Knex, assetName: string): Promise<void> {
  await knex.raw('INSERT INTO pictures (asset_id) SELECT id FROM assets WHERE name = ?', [
    assetName,
  ]);
}

/**
 * Claims the next image without variants of this recipe: those with the fewest attempts first; among
 * these, accounts take turns; then the newest. The attempt is counted before it begins, so an image
 * that crashes the process is retried only a limited number of times.
 *
 * @param claimedSince claims made after this time are still valid.
 * @param recentAccounts as `RecentTurns` lists them.
 */
export async function claimNextImage(
  knex: Knex,
  recipe: number,
  {
    now,
    claimedSince,
    recentAccounts,
  }: {
    readonly now: Date;
    readonly claimedSince: Date;
    readonly recentAccounts: readonly number[];
  },
): Promise<DueImage | null> {
  const { rows } = await knex.raw<{ rows: DueImage[] }>(
    `UPDATE pictures SET attempts = attempts + 1, tried_at = :now
     FROM assets
     WHERE assets.id = asset_id AND asset_id = (
       SELECT asset_id FROM pictures JOIN assets ON assets.id = asset_id
       WHERE recipe < :recipe AND attempts < :most AND (tried_at IS NULL OR tried_at <= :claimedSince)
       ORDER BY attempts, name LIKE '%.gif' AND created_at > :now::timestamptz - interval '10 minutes',
         array_position(:recentAccounts::int[], account_id) NULLS FIRST,
         asset_id DESC
       LIMIT 1 FOR UPDATE OF pictures SKIP LOCKED)
     RETURNING asset_id AS "assetId", account_id AS "accountId", name, attempts`,
    { now, claimedSince, recentAccounts: [...recentAccounts], recipe, most: MAX_ATTEMPTS },
  );
  return rows[0] ?? null;
}

/**
 * Gives up a claim of an attempt that stopping the server has interrupted: it does not count, and the
 * image is due at once.
 */
export async function releaseImage(
  knex: Knex,
  { assetId, attempts }: Pick<DueImage, 'assetId' | 'attempts'>,
): Promise<void> {
  await knex('pictures')
    // Otherwise, another server has claimed it meanwhile.
    .where({ asset_id: assetId, attempts })
    .update({ attempts: attempts - 1, tried_at: null });
}

/** Whether any image is due, now or when a claim expires. */
export async function hasDueImages(knex: Knex, recipe: number): Promise<boolean> {
  const rows: unknown[] = await knex('pictures')
    .where('recipe', '<', recipe)
    .where('attempts', '<', MAX_ATTEMPTS)
    .limit(1)
    .select('asset_id');
  return rows.length > 0;
}

/** Replaces an image's variants. */
export async function storeVariants(
  knex: Knex,
  assetId: number,
  recipe: number,
  { isAnimated, placeholder, variants }: ImageVariants,
): Promise<void> {
  await knex('picture_variants').where({ asset_id: assetId }).delete();
  await knex('pictures')
    .where({ asset_id: assetId })
    .update({ recipe, is_animated: isAnimated, placeholder: placeholder ?? null, attempts: 0 });
  if (variants.length > 0)
    await knex('picture_variants').insert(
      variants.map(({ name, type, isMotion, width, height, bytes }) => ({
        asset_id: assetId,
        ...{ name, type, width, height, bytes },
        is_motion: isMotion,
      })),
    );
}

/** A stored image with its variants. */
export interface ImageRow {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  readonly placeholder: string | null;
  /** Null when no variant was worth storing. */
  readonly variants: readonly Omit<ImageVariant, 'bytes'>[] | null;
}

/** The named images whose variants have been made, by any recipe. */
export async function findImageRows(
  knex: Knex,
  names: readonly string[],
): Promise<readonly ImageRow[]> {
  if (names.length === 0) return [];
  const { rows } = await knex.raw<{ rows: ImageRow[] }>(
    `SELECT assets.name, assets.width, assets.height, is_animated AS "isAnimated", placeholder,
       (SELECT json_agg(json_build_object('name', v.name, 'type', v.type, 'isMotion', v.is_motion,
          'width', v.width, 'height', v.height) ORDER BY v.width)
        FROM picture_variants v WHERE v.asset_id = pictures.asset_id) AS variants
     FROM pictures JOIN assets ON assets.id = asset_id
     WHERE assets.name = ANY(?) AND recipe > 0`,
    [[...names]],
  );
  return rows;
}

/** A published page that shows an image. */
export interface AffectedPage {
  readonly id: number;
  readonly siteId: number;
  readonly slug: string;
}

/**
 * The account's published pages whose HTML contains an image. Waits for publications of the account
 * that are in progress, and blocks new ones until this transaction ends.
 */
export async function lockPagesShowing(
  transaction: Knex,
  accountId: number,
  assetName: string,
): Promise<readonly AffectedPage[]> {
  await transaction.raw('SELECT FROM pages WHERE account_id = ? ORDER BY id FOR UPDATE', [
    accountId,
  ]);
  const { rows } = await transaction.raw<{ rows: AffectedPage[] }>(
    `SELECT pages.id, pages.site_id AS "siteId", pages.slug
     FROM pages JOIN published_pages ON page_id = pages.id
     WHERE account_id = ? AND position(convert_to(?, 'UTF8') IN html) > 0`,
    [accountId, `/assets/${assetName}`],
  );
  return rows;
}
