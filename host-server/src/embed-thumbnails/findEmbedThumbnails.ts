import type { Page } from '@cobble/engine';
import { embedThumbnails, type Image, type ImageLookup } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import {
  findEmbedThumbnailRows,
  storeEmbedThumbnailUses,
  requestEmbedThumbnails,
} from './repositories/embedThumbnails.ts';

/** Largest number of thumbnails per page; further embeds show an icon. */
export const MAX_EMBED_THUMBNAILS = 100;

/** Looks up the existing thumbnails of a page's embeds, for `renderPage`. */
export async function findPageEmbedThumbnails(
  knex: Knex,
  page: Pick<Page, 'things'>,
): Promise<ImageLookup> {
  const existing = await findEmbedThumbnailsByAddress(knex, addressesOn(page));
  return (url) => existing.get(url) ?? null;
}

/**
 * Like {@link findPageEmbedThumbnails}, for a page that is being published: also requests missing
 * thumbnails and stores that the page shows them, so that it is rendered again when they have been
 * fetched. Does not wait for them.
 */
export async function requestPageEmbedThumbnails(
  knex: Knex,
  page: Pick<Page, 'ID' | 'things'>,
  now: Date,
): Promise<ImageLookup> {
  const addresses = addressesOn(page);
  await requestEmbedThumbnails(knex, addresses, now);
  await storeEmbedThumbnailUses(knex, page.ID, addresses);
  return findPageEmbedThumbnails(knex, page);
}

/** Finds existing thumbnails by the addresses of the originals. */
export async function findEmbedThumbnailsByAddress(
  knex: Knex,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Image>> {
  const rows = await findEmbedThumbnailRows(knex, addresses);
  return new Map(
    rows.map(({ address, name, width, height }) => [
      address,
      { url: `/assets/${name}`, width, height, sources: [] },
    ]),
  );
}

function addressesOn(page: Pick<Page, 'things'>): readonly string[] {
  return [...embedThumbnails(page).keys()].slice(0, MAX_EMBED_THUMBNAILS);
}
