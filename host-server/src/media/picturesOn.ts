import type { Knex } from 'knex';
import type { Picture, PictureLookup } from '@cobble/renderer-static';
import { findPictures, type PictureRow } from './repositories/pictures.ts';

const STORED = /\/assets\/([0-9a-f]{32}\.(?:png|gif|jpg))/g;
/** The best first. */
const STILL_TYPES = ['image/avif', 'image/webp'] as const;

/**
 * What is known of the stored pictures that a page names, wherever it does, to be handed to
 * `renderPage`.
 *
 * @param page all that may name pictures, as JSON can hold it
 */
export async function picturesOn(knex: Knex, page: unknown): Promise<PictureLookup> {
  const names = new Set<string>();
  for (const [, name] of JSON.stringify(page).matchAll(STORED)) if (name) names.add(name);
  const known = await findStoredPictures(knex, [...names]);
  return (url) => known.get(url) ?? null;
}

/** The same for pictures by their names; by their addresses. */
export async function findStoredPictures(
  knex: Knex,
  names: readonly string[],
): Promise<ReadonlyMap<string, Picture>> {
  const rows = await findPictures(knex, names);
  return new Map(rows.map((row) => [`/assets/${row.name}`, toPicture(row)]));
}

function toPicture({ width, height, isAnimated, placeholder, variants }: PictureRow): Picture {
  const all = variants ?? [];
  const motion = all.find(({ isMotion }) => isMotion);
  return {
    width,
    height,
    sources: STILL_TYPES.flatMap((type) => {
      const files = all
        .filter((each) => each.type === type && !each.isMotion)
        .map((each) => ({ url: `/assets/${each.name}`, width: each.width }));
      return files.length === 0 ? [] : [{ type, files }];
    }),
    ...(placeholder === null ? {} : { placeholder }),
    ...(isAnimated ? { isAnimated } : {}),
    ...(motion === undefined || motion.type === 'image/avif'
      ? {}
      : { motion: { type: motion.type, url: `/assets/${motion.name}` } }),
  };
}
