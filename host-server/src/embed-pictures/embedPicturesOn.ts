import type { Page } from '@cobble/engine';
import { embedsWithPictures, type Picture, type PictureLookup } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import { findEmbedPictures, noteUses, wantEmbedPictures } from './repositories/embedPictures.ts';

/** More than a page of videos has; what comes after them is shown by its mark. */
export const MAX_EMBED_PICTURES = 100;

/**
 * The copies that there are of the pictures which other sites have of what a page shows of them, to
 * be handed to `renderPage`.
 */
export async function embedPicturesOn(
  knex: Knex,
  page: Pick<Page, 'things'>,
): Promise<PictureLookup> {
  const known = await findCopies(knex, addressesOn(page));
  return (url) => known.get(url) ?? null;
}

/**
 * The same for a page that is published: what is missing is noted, to be fetched in the background,
 * and that the page shows it, which is rendered anew once it is there. Publishing waits for nobody.
 */
export async function publishEmbedPicturesOn(
  knex: Knex,
  page: Pick<Page, 'ID' | 'things'>,
  now: Date,
): Promise<PictureLookup> {
  const addresses = addressesOn(page);
  await wantEmbedPictures(knex, addresses, now);
  await noteUses(knex, page.ID, addresses);
  return embedPicturesOn(knex, page);
}

/** The copies of pictures that there are, by the addresses that they are copies of. */
export async function findCopies(
  knex: Knex,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Picture>> {
  const rows = await findEmbedPictures(knex, addresses);
  return new Map(
    rows.map(({ address, name, width, height }) => [
      address,
      { url: `/assets/${name}`, width, height, sources: [] },
    ]),
  );
}

/** What either knows of a picture. */
export function eitherLookup(one: PictureLookup, other: PictureLookup): PictureLookup {
  return (url) => one(url) ?? other(url);
}

function addressesOn(page: Pick<Page, 'things'>): readonly string[] {
  return [...embedsWithPictures(page).keys()].slice(0, MAX_EMBED_PICTURES);
}
