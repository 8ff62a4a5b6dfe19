import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { requestPageEmbedThumbnails } from '../../embed-thumbnails/findEmbedThumbnails.ts';
import { findPublished, findRevisionText } from '../../pages/repositories/pageRevisions.ts';
import { findPageById } from '../../pages/repositories/pages.ts';
import type { Clock } from '../../shared/clock.ts';
import { loggable } from '../../shared/logRedaction.ts';
import { contextKey } from '../../sites/SiteContext.ts';
import { findSiteById } from '../../sites/repositories/siteContexts.ts';
import { replacePublication } from '../repositories/publishedPages.ts';
import {
  findRenderInputs,
  MAX_PUBLISHED_BYTES,
  type Publication,
  renderPublication,
  type RenderServices,
} from './renderPublication.ts';

/** How much a very large publication may grow when it is rendered again. */
const GROWTH_BYTES = 1024 * 1024;

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
  const { revision, etag, context, htmlBytes } = published;
  const document = await findRevisionText(knex, pageId, revision);
  const site = await findSiteById(knex, row.siteId);
  if (document === null || site === null) return null;
  const { slug, accountId } = row;
  const references = await services.pageWorkers.read(accountId, pageId, document);
  await requestPageEmbedThumbnails(knex, row, references.embedAddresses, clock()).catch(
    (error: unknown) => {
      log.error({ error: loggable(error) }, 'Embed thumbnails could not be requested');
    },
  );
  const page = { id: pageId, slug, document, references };
  const publication = await renderPublication(
    services.pageWorkers,
    page,
    await findRenderInputs(knex, page, site, services),
    {
      accountId,
      context: contextKey(services.addresses, site),
      // The author is not here to make the page smaller. It grows when variants of its images are
      // made, and may predate the limit.
      maxBytes: Math.max(2 * MAX_PUBLISHED_BYTES, htmlBytes + GROWTH_BYTES),
    },
  );
  try {
    await replacePublication(knex, { pageId, revision, etag, context }, publication, clock());
  } catch (error) {
    log.error({ error: loggable(error) }, 'A re-rendered page could not be stored');
  }
  return publication;
}
