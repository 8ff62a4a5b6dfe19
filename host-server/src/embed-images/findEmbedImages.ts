import type { Page } from '@cobble/engine';
import { embedThumbnails, type Image, type ImageLookup } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import {
  findEmbedImageRows,
  storeEmbedImageUses,
  requestEmbedImages,
} from './repositories/embedImages.ts';

/** The most images per page; further embeds show an icon. */
export const MAX_EMBED_IMAGES = 100;

/** The existing copies of the thumbnails of a page's embeds, for `renderPage`. */
export async function findPageEmbedImages(
  knex: Knex,
  page: Pick<Page, 'things'>,
): Promise<ImageLookup> {
  const known = await findEmbedImagesByAddress(knex, addressesOn(page));
  return (url) => known.get(url) ?? null;
}

/**
 * The same for a page that is being published: requests missing images and stores that the page
 * shows them, so that it is rendered again when they are fetched. Publishing does not wait for
 * them.
 */
export async function requestPageEmbedImages(
  knex: Knex,
  page: Pick<Page, 'ID' | 'things'>,
  now: Date,
): Promise<ImageLookup> {
  const addresses = addressesOn(page);
  await requestEmbedImages(knex, addresses, now);
  await storeEmbedImageUses(knex, page.ID, addresses);
  return findPageEmbedImages(knex, page);
}

/** Finds existing copies by the addresses of the originals. */
export async function findEmbedImagesByAddress(
  knex: Knex,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Image>> {
  const rows = await findEmbedImageRows(knex, addresses);
  return new Map(
    rows.map(({ address, name, width, height }) => [
      address,
      { url: `/assets/${name}`, width, height, sources: [] },
    ]),
  );
}

function addressesOn(page: Pick<Page, 'things'>): readonly string[] {
  return [...embedThumbnails(page).keys()].slice(0, MAX_EMBED_IMAGES);
}
