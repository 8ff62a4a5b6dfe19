import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { Services } from '../app/Services.ts';
import type { StoredPage } from '../contract/index.ts';
import { eitherLookup, publishEmbedImagesOn } from '../embed-images/embedImagesOn.ts';
import { imagesOn } from '../media/imagesOn.ts';
import { postsOn } from '../posts/postsOn.ts';
import { preparePublication } from '../publishing/preparePublication.ts';
import { storePublication } from '../publishing/repositories/publishedPages.ts';
import { findSiteById } from '../publishing/repositories/siteContexts.ts';
import { documentOf } from './documentOf.ts';
import { presentPage } from './presentPage.ts';
import { insertRevision } from './repositories/pageRevisions.ts';
import { type PageRow, updatePage } from './repositories/pages.ts';

/**
 * Stores a checked page as its next draft and publishes that, within the transaction that has
 * locked its row.
 *
 * @param given with the identity of the next draft.
 * @throws a unique violation of PAGE_ADDRESS_KEYS.
 */
export async function storeVersion(
  {
    addresses,
    fonts,
    codeEmbeds,
    knownBlocks,
  }: Pick<Services, 'addresses' | 'fonts' | 'codeEmbeds' | 'knownBlocks'>,
  transaction: Knex,
  before: PageRow,
  given: Page,
  now: Date,
): Promise<StoredPage> {
  const page = knownBlocks.recognise(given);
  const site = await findSiteById(transaction, before.siteId);
  if (site === null) throw new Error('A page has no site');
  const posts = await postsOn(transaction, page);
  const images = eitherLookup(
    await imagesOn(transaction, page),
    await publishEmbedImagesOn(transaction, page, now),
  );
  const publication = await preparePublication(page, site, {
    addresses,
    fonts: fonts.lookUp,
    posts,
    images,
    codeEmbeds,
  });
  const { slug, isPublic, isListed, isPeekable, revision } = page;
  const flags = { slug, isPublic, isListed, isPeekable, revision };
  await updatePage(transaction, before.id, { ...flags, title: page.settings.title ?? null, now });
  await insertRevision(transaction, before.id, revision, documentOf(page), now);
  await storePublication(transaction, before.id, revision, publication, now);
  const row = { ...before, ...flags, updatedAt: now };
  return presentPage(row, documentOf(page), revision, true);
}
