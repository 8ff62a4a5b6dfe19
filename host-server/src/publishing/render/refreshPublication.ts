import type { Knex } from 'knex';
import type { Logger } from 'pino';
import {
  findPageEmbedThumbnails,
  requestPageEmbedThumbnails,
} from '../../embed-thumbnails/findEmbedThumbnails.ts';
import { presentPage } from '../../pages/pageConversions.ts';
import { findPublished, findRevision } from '../../pages/repositories/pageRevisions.ts';
import { findPageById } from '../../pages/repositories/pages.ts';
import type { Clock } from '../../shared/clock.ts';
import { loggable } from '../../shared/logRedaction.ts';
import { findSiteById } from '../../sites/repositories/siteContexts.ts';
import { replacePublication } from '../repositories/publishedPages.ts';
import { type Publication, renderPublication, type RenderServices } from './renderPublication.ts';

/** Dependencies for rendering a publication again. */
export interface RefreshServices extends RenderServices {
  readonly knex: Knex;
  readonly log: Logger;
  readonly clock: Clock;
}

/**
 * Renders the published revision of a page again, because its site, plan, domain or images have
 * changed since. A publication that is stored in the meantime is not overwritten.
 *
 * @returns the new publication, which is valid even when the database could not store it; null
 *   when nothing is published.
 */
export async function refreshPublication(
  services: RefreshServices,
  pageId: number,
): Promise<Publication | null> {
  const { knex, log, clock } = services;
  const published = await findPublished(knex, pageId);
  const row = await findPageById(knex, pageId);
  if (published === null || row === null) return null;
  const { revision, etag, context } = published;
  const document = await findRevision(knex, pageId, revision);
  const site = await findSiteById(knex, row.siteId);
  if (document === null || site === null) return null;
  const page = presentPage(row, document, revision, true);
  const embedThumbnails = await requestPageEmbedThumbnails(knex, page, clock()).catch(
    (error: unknown) => {
      log.error({ error: loggable(error) }, 'Embed thumbnails could not be requested');
      return findPageEmbedThumbnails(knex, page);
    },
  );
  const publication = await renderPublication(knex, page, site, { ...services, embedThumbnails });
  try {
    await replacePublication(knex, { pageId, revision, etag, context }, publication, clock());
  } catch (error) {
    log.error({ error: loggable(error) }, 'A re-rendered page could not be stored');
  }
  return publication;
}
