import type { IncomingMessage } from 'node:http';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { PurgeQueue } from '../../cdn/PurgeQueue.ts';
import type { PageWorkers } from '../../page-workers/PageWorkers.ts';
import type { CodeEmbedAddresses } from '../../code-embeds/CodeEmbedAddresses.ts';
import type { FontLibrary } from '../../fonts/FontLibrary.ts';
import type { FileServer } from '../../http/sendBytes.ts';
import type { Addresses } from '../../http/addresses.ts';
import { clientAddress } from '../../http/clientAddress.ts';
import type { Consume } from '../../http/limits.ts';
import type { StrangerTurns } from '../../http/StrangerTurns.ts';
import { PageCookies } from '../../page-access/PageCookies.ts';
import { createRestrictedPageServer } from '../../page-access/restrictedPages.ts';
import type { Clock } from '../../shared/clock.ts';
import type { LookupTurns } from '../../shared/LookupTurns.ts';
import { loggable } from '../../shared/logRedaction.ts';
import { contextKey } from '../../sites/SiteContext.ts';
import type { SiteDirectory } from '../../sites/SiteDirectory.ts';
import { Recompressor } from '../render/Recompressor.ts';
import { refreshPublication } from '../render/refreshPublication.ts';
import { pageHeaders } from './pageHeaders.ts';
import { PublicationFiles, publishedFolder } from './PublicationFiles.ts';
import { PublishedPages } from './PublishedPages.ts';
import { MAX_STALE_MS } from '../../shared/outage.ts';
import { createPublicationSender } from './sendPublication.ts';
import {
  servePublishedPages,
  type PageHostServer,
  type ShareImageSender,
} from './servePublishedPages.ts';
import { createSiteFiles } from './siteFiles.ts';

/** The cache of published pages, with its background jobs. */
export interface PublishedPagesService {
  readonly pages: PublishedPages;
  readonly recompressor: Recompressor;
  close(): Promise<void>;
}

/**
 * Opens the cache of published pages.
 *
 * @param options.dataFolder copies of public pages are stored in it, for when the database is down.
 */
export function openPublishedPages(options: {
  readonly knex: Knex;
  /** For looking up pages. */
  readonly visitorKnex: Knex;
  readonly lookups: LookupTurns;
  readonly log: Logger;
  readonly addresses: Addresses;
  readonly fonts: FontLibrary;
  readonly clock: Clock;
  readonly codeEmbeds: CodeEmbedAddresses;
  readonly pageWorkers: PageWorkers;
  readonly dataFolder: string;
}): PublishedPagesService {
  const { knex, log, addresses, dataFolder } = options;
  const recompressor = new Recompressor(knex, log);
  const files = new PublicationFiles(publishedFolder(dataFolder));
  files.sweep(new Date(Date.now() - MAX_STALE_MS)).catch((error: unknown) => {
    log.warn({ error: loggable(error) }, 'Old copies of published pages could not be removed');
  });
  const pages = new PublishedPages({
    knex: options.visitorKnex,
    lookups: options.lookups,
    log,
    files,
    isUpToDate: (site, context) => contextKey(addresses, site) === context,
    refresh: (pageId) => refreshPublication(options, pageId),
    onLoaded: (page) => {
      recompressor.recompress(page);
    },
  });
  return {
    pages,
    recompressor,
    async close() {
      await pages.close();
      await recompressor.close();
    },
  };
}

/** Creates the handler of page hosts. */
export function createPageHost(options: {
  readonly knex: Knex;
  readonly lookups: LookupTurns;
  readonly log: Logger;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly consume: Consume;
  readonly strangerTurns: StrangerTurns;
  readonly pages: PublishedPages;
  readonly sendShareImage: ShareImageSender;
  readonly sites: SiteDirectory;
  readonly purges: PurgeQueue;
  readonly files: FileServer;
  /** Signs the cookies of restricted pages. */
  readonly secret: Buffer;
  readonly trustedProxies: number;
}): PageHostServer {
  const { addresses, lookups, purges, secret, trustedProxies } = options;
  const headers = pageHeaders(addresses);
  const { common } = headers;
  const { hasCdn } = purges;
  const requesterOf = (request: IncomingMessage): string => clientAddress(request, trustedProxies);
  const { appOrigin } = addresses;
  const sender = createPublicationSender({ common, appOrigin, hasCdn, requesterOf });
  const cookies = new PageCookies(secret, addresses.isSecure);
  const restricted = createRestrictedPageServer({ ...options, ...{ cookies, common } });
  return servePublishedPages({
    ...options,
    ...{ headers, sender, restricted, hasCdn },
    siteFile: createSiteFiles(options.knex, addresses, lookups),
    requesterOf,
  });
}

/**
 * Creates the handler of page hosts while there is no database: it serves public pages from files
 * that were valid within the last day, with images, fonts and the product's icon, and responds with
 * 503 to requests that need the database. Caches must revalidate the pages.
 */
export function createFallbackPageHost(options: {
  readonly log: Logger;
  readonly addresses: Addresses;
  readonly files: FileServer;
  readonly dataFolder: string;
  readonly trustedProxies: number;
}): PageHostServer {
  const { addresses, dataFolder, trustedProxies } = options;
  const requesterOf = (request: IncomingMessage): string => clientAddress(request, trustedProxies);
  const headers = pageHeaders(addresses);
  const { appOrigin } = addresses;
  const sender = createPublicationSender({
    ...{ common: headers.common, appOrigin, hasCdn: false, requesterOf },
  });
  const stored = new PublicationFiles(publishedFolder(dataFolder));
  const fail = (): Promise<never> =>
    Promise.reject(new Error('There is no database and no stored copy'));
  return servePublishedPages({
    ...options,
    ...{ headers, sender, hasCdn: false },
    sites: { find: fail, findFresh: () => undefined },
    siteFile: fail,
    sendShareImage: fail,
    restricted: fail,
    requesterOf,
    pages: {
      findFresh: () => null,
      findHead: () => Promise.resolve(null),
      async find(address) {
        const found = await stored.read(address);
        if (found === null || Date.now() - found.checkedAt.getTime() > MAX_STALE_MS) return fail();
        return { kind: 'public', ...found.page };
      },
      open: fail,
    },
  });
}
