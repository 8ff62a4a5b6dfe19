import type { Page } from '@cobble/engine';
import { embedThumbnails, type Image, type ImageLookup } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import { findEmbedImages, storeUses, requestEmbedImages } from './repositories/embedImages.ts';

/** More than a page of videos has; what comes after them is shown by its mark. */
export const MAX_EMBED_IMAGES = 100;

/**
 * The copies that there are of the images which other sites have of what a page shows of them, to
 * be handed to `renderPage`.
 */
export async function embedImagesOn(knex: Knex, page: Pick<Page, 'things'>): Promise<ImageLookup> {
  const known = await findCopies(knex, addressesOn(page));
  return (url) => known.get(url) ?? null;
}

/**
 * The same for a page that is published: what is missing is noted, to be fetched in the background,
 * and that the page shows it, which is rendered anew once it is there. Publishing waits for nobody.
 */
export async function publishEmbedImagesOn(
  knex: Knex,
  page: Pick<Page, 'ID' | 'things'>,
  now: Date,
): Promise<ImageLookup> {
  const addresses = addressesOn(page);
  await requestEmbedImages(knex, addresses, now);
  await storeUses(knex, page.ID, addresses);
  return embedImagesOn(knex, page);
}

/** The copies of images that there are, by the addresses that they are copies of. */
export async function findCopies(
  knex: Knex,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Image>> {
  const rows = await findEmbedImages(knex, addresses);
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
