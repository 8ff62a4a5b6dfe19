import type { Page } from '@cobble/engine';
import { embedThumbnails, type Image } from '@cobble/renderer-static';
import type { Knex } from 'knex';
import {
  findEmbedThumbnailRows,
  storeEmbedThumbnailUses,
  requestEmbedThumbnails,
} from './repositories/embedThumbnails.ts';

/** Largest number of thumbnails per page; further embeds show an icon. */
export const MAX_EMBED_THUMBNAILS = 100;

/**
 * Requests the missing thumbnails of a page that is being published, and stores that the page shows
 * them, so that it is rendered again when they have been fetched. Does not wait for them.
 *
 * @param addresses a result of {@link embedAddressesOn}.
 */
export async function requestPageEmbedThumbnails(
  knex: Knex,
  { id: pageId, accountId }: { readonly id: number; readonly accountId: number },
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await requestEmbedThumbnails(knex, accountId, addresses, now);
  await storeEmbedThumbnailUses(knex, pageId, addresses);
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

/** The addresses of the thumbnails of a page's embeds. */
export function embedAddressesOn(page: Pick<Page, 'things'>): readonly string[] {
  return [...embedThumbnails(page).keys()].slice(0, MAX_EMBED_THUMBNAILS);
}
