import type { Knex } from 'knex';
import type { Image } from '@cobble/renderer-static';
import { findImageRows, type ImageRow } from './repositories/images.ts';

/** Best first. */
const STILL_TYPES = ['image/avif', 'image/webp'] as const;

/** Finds stored images by name. The keys are their addresses. */
export async function findImagesByName(
  knex: Knex,
  names: readonly string[],
): Promise<ReadonlyMap<string, Image>> {
  const rows = await findImageRows(knex, names);
  return new Map(rows.map((row) => [`/assets/${row.name}`, toImage(row)]));
}

function toImage({ width, height, isAnimated, placeholder, variants }: ImageRow): Image {
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
