import type { Knex } from 'knex';
import type { Services } from '../app/Services.ts';
import {
  eitherLookup,
  embedImagesOn,
  publishEmbedImagesOn,
} from '../embed-images/embedImagesOn.ts';
import { imagesOn } from '../media/imagesOn.ts';
import { presentPage } from '../pages/presentPage.ts';
import { findRevision } from '../pages/repositories/pageRevisions.ts';
import { findPageById } from '../pages/repositories/pages.ts';
import { postsOn } from '../posts/postsOn.ts';
import { loggable } from '../shared/logRedaction.ts';
import { preparePublication, type Publication } from './preparePublication.ts';
import { findPublished, replacePublication } from './repositories/publishedPages.ts';
import { findSiteById } from './repositories/siteContexts.ts';

/**
 * Renders what is published of a page anew, because its site, its plan or its home has changed
 * since. Whoever publishes meanwhile wins.
 *
 * @returns what was rendered, which is right even where the database has no room to store it; null
 *   where nothing is published.
 */
export async function refreshPublication(
  knex: Knex,
  {
    addresses,
    fonts,
    log,
    clock,
    codeEmbeds,
  }: Pick<Services, 'addresses' | 'fonts' | 'log' | 'clock' | 'codeEmbeds'>,
  pageId: number,
): Promise<Publication | null> {
  const published = await findPublished(knex, pageId);
  const row = await findPageById(knex, pageId);
  if (published === null || row === null) return null;
  const { revision, etag, context } = published;
  const document = await findRevision(knex, pageId, revision);
  const site = await findSiteById(knex, row.siteId);
  if (document === null || site === null) return null;
  const page = presentPage(row, document, revision, true);
  const posts = await postsOn(knex, page);
  const images = eitherLookup(
    await imagesOn(knex, page),
    await publishEmbedImagesOn(knex, page, clock()).catch((error: unknown) => {
      log.error({ error: loggable(error) }, 'Images of other sites could not be noted');
      return embedImagesOn(knex, page);
    }),
  );
  const publication = await preparePublication(page, site, {
    addresses,
    fonts: fonts.lookUp,
    posts,
    images,
    codeEmbeds,
  });
  try {
    await replacePublication(knex, { pageId, revision, etag, context }, publication, clock());
  } catch (error) {
    log.error({ error: loggable(error) }, 'A page that was rendered anew could not be stored');
  }
  return publication;
}
