import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { WorkBudgets } from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { CodeEmbedAddresses } from '../code-embeds/CodeEmbedAddresses.ts';
import { serveCodeEmbeds } from '../code-embeds/serveCodeEmbeds.ts';
import type { Configuration } from '../configuration/index.ts';
import { type Dns, ResolverDns, ZoneFileDns } from '../dns/Dns.ts';
import { recheckDomains, recheckInBackground } from '../domains/recheckDomains.ts';
import {
  EmbedThumbnails,
  fetchFromSite,
  type FetchImage,
} from '../embed-thumbnails/EmbedThumbnails.ts';
import { fetchInBackground } from '../fonts/fetchInBackground.ts';
import { FontLibrary } from '../fonts/FontLibrary.ts';
import { serveFonts } from '../fonts/serveFonts.ts';
import { Mailbox } from '../mail/Mailbox.ts';
import { type Mailer, SmtpMailer } from '../mail/Mailer.ts';
import { ArchiveWorkers } from '../archives/ArchiveWorkers.ts';
import { ImageDecoder } from '../images/ImageDecoder.ts';
import { DiskMediaStore } from '../media-store/MediaStore.ts';
import { VariantMaker, type RerenderPages } from '../images/VariantMaker.ts';
import { VariantProcess } from '../images/VariantProcess.ts';
import { serveMedia } from '../media-store/serveMedia.ts';
import { sweepInBackground, sweepMedia } from '../cleanup/sweepMedia.ts';
import { UploadSigner } from '../images/UploadSigner.ts';
import { HttpCdn } from '../cdn/Cdn.ts';
import { PurgeQueue } from '../cdn/PurgeQueue.ts';
import { PageWorkers } from '../page-workers/PageWorkers.ts';
import { countRequests } from '../metrics/countRequests.ts';
import { rerenderPages } from '../publishing/changePages.ts';
import { createRooms } from '../rooms/forwarding/createRooms.ts';
import { RoomReports } from '../rooms/RoomReports.ts';
import { RoomSockets } from '../rooms/RoomSockets.ts';
import { createShareImageSender } from '../preview-images/servePreviews.ts';
import { KnownBrowsers } from '../sign-in/KnownBrowsers.ts';
import { RecentSessions } from '../sign-in/RecentSessions.ts';
import { findSession } from '../sign-in/session.ts';
import { PreviewImages } from '../preview-images/PreviewImages.ts';
import { isPreviewFileName } from '../preview-images/previewSizes.ts';
import { createPageHost, openPublishedPages } from '../publishing/serve/createPageHost.ts';
import { filesWithHeaders, pageHeaders } from '../publishing/serve/pageHeaders.ts';
import { SiteDirectory } from '../sites/SiteDirectory.ts';
import { LookupTurns } from '../shared/LookupTurns.ts';
import { loggable } from '../shared/logRedaction.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { serverSecret } from '../database/serverSecret.ts';
import { createAddresses } from '../http/addresses.ts';
import { createAppHost } from './createAppHost.ts';
import { BodyBudget, MEMORY_BUDGET } from '../http/BodyBudget.ts';
import { BodyTurns } from '../http/BodyTurns.ts';
import { type BodyPace, MEMORY_PACE, UPLOAD_PACE } from '../http/BodyWatch.ts';
import { UploadSpool } from '../http/UploadSpool.ts';
import { createLimiter } from '../http/createLimiter.ts';
import type { UpgradeHandler } from '../http/limitedServers.ts';
import type { Limit, LimitName } from '../http/limits.ts';
import { StrangerTurns } from '../http/StrangerTurns.ts';
import { routeByHost, routeUpgrades } from './routeByHost.ts';

/** Options for creating the app. */
export interface CreateAppOptions {
  readonly configuration: Configuration;
  readonly knex: Knex;
  /** For visitors' requests; default: `knex`. */
  readonly visitorKnex?: Knex;
  /** For noting that the server is running; default: `knex`. */
  readonly leaseKnex?: Knex;
  readonly log: Logger;
  /** Absolute path of the built web app, or null when it has not been built. */
  readonly webFolder: string | null;
  /** Where metrics are registered, if anyone reads them. */
  readonly metrics?: Registry | null;
  /** The clock; tests replace it. */
  readonly clock?: Clock;
  /** For tests: limits other than the server's. */
  readonly limits?: Partial<Record<LimitName, Limit>>;
  /** For tests: how long a call waits for the database to count it, ms. */
  readonly leasingMs?: number;
  /** For tests: how slowly bodies may arrive. */
  readonly bodyPace?: BodyPace;
  /** For tests: threads that several servers share; closed by the caller. */
  readonly pageWorkers?: PageWorkers;
  /** Like {@link pageWorkers}. */
  readonly archiveWorkers?: ArchiveWorkers;
  /** Like {@link pageWorkers}, for processes. */
  readonly imageDecoder?: ImageDecoder;
  /** Like {@link imageDecoder}. */
  readonly variantProcess?: VariantProcess;
  /** For tests: replaces fetching images from other sites. */
  readonly fetchImage?: FetchImage;
}

/** The server without its port. */
export interface CobbleApp {
  /** Handles requests for the app's host, page hosts and the host of code embeds. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Handles requests that upgrade their connection: those for the rooms of pages. */
  readonly upgrade: UpgradeHandler;
  /** The working time of each account in rooms. */
  readonly roomBudgets: WorkBudgets;
  /**
   * Starts the background jobs that wait until the server listens.
   *
   * @param print prints a line to the terminal.
   */
  begin(print: (line: string) => void): void;
  /** Waits until no variants of uploaded images can be made now. */
  waitForImages(): Promise<void>;
  /** Waits until no embed thumbnails can be fetched now. */
  waitForEmbedThumbnails(): Promise<void>;
  /** Waits until no preview images are left to paint. */
  waitForPreviews(): Promise<void>;
  /** Rechecks the domains that are due, at once instead of within the hour. */
  recheckDomains(): Promise<void>;
  /** Removes the unreferenced files that are due, at once instead of within the hour. */
  sweepMedia(): Promise<void>;
  /** Stores what rooms have received, gives them up and closes their connections, within 5 s. */
  drain(): Promise<void>;
  /** Stops the background jobs and closes the mailer. The caller closes the database. */
  close(): Promise<void>;
}

/** Assembles the whole server. The database must be migrated. */
export async function createApp(options: CreateAppOptions): Promise<CobbleApp> {
  const { configuration, knex, log, webFolder, clock = systemClock } = options;
  const { visitorKnex = knex, leaseKnex = knex, metrics = null } = options;
  const { appUrl, pagesHost, embedsHost, dataFolder, trustedProxies } = configuration;
  const base = { knex, log, clock, addresses: createAddresses(appUrl, pagesHost, embedsHost) };
  const { addresses } = base;
  const lookups = new LookupTurns();
  const secret = (name: string): Promise<Buffer> => serverSecret(knex, name, clock());

  const mailbox = new Mailbox(clock);
  const mailer = createMailer(configuration, mailbox);
  const media = new DiskMediaStore(join(dataFolder, 'assets'));
  const fonts = new FontLibrary({
    folder: join(dataFolder, 'fonts'),
    isFetching: configuration.fetchesFonts,
  });

  const pageWorkers = options.pageWorkers ?? new PageWorkers();
  const archiveWorkers = options.archiveWorkers ?? new ArchiveWorkers();
  const uploadsFolder = join(dataFolder, 'uploads');
  const imageDecoder = options.imageDecoder ?? new ImageDecoder(uploadsFolder, log);
  const variantProcess = options.variantProcess ?? new VariantProcess(uploadsFolder, log);
  const codeEmbeds = new CodeEmbedAddresses(await secret('code-embed'), addresses.embedsOrigin);
  const published = openPublishedPages({
    ...base,
    ...{ visitorKnex, lookups, fonts, codeEmbeds, pageWorkers, dataFolder },
  });
  const purges = new PurgeQueue({ knex, log, cdn: createCdn(configuration) });
  const changeServices = {
    ...base,
    publishedPages: published.pages,
    sites: new SiteDirectory(visitorKnex, lookups),
    purges,
  };

  const imageServices = {
    ...{ knex, log, clock, media, imageDecoder, variantProcess },
    rerenderPages: (change: Parameters<RerenderPages>[0]) => rerenderPages(changeServices, change),
  };
  const images = new VariantMaker(imageServices);
  const { fetchImage = configuration.fetchesImages ? fetchFromSite : null } = options;
  const embedThumbnails = new EmbedThumbnails(imageServices, fetchImage);
  const previewImages = new PreviewImages(
    {
      ...{ knex, visitorKnex, lookups, log, clock, media, fonts, pageWorkers },
      temporaryFolder: uploadsFolder,
    },
    new DiskMediaStore(join(dataFolder, 'preview-pictures'), isPreviewFileName),
  );

  const uploadSpool = new UploadSpool(uploadsFolder, {
    pace: options.bodyPace ?? UPLOAD_PACE,
  });
  uploadSpool.sweep().catch((error: unknown) => {
    log.warn({ error: loggable(error) }, 'Files of interrupted uploads could not be removed');
  });

  const secrets = {
    knownBrowser: await secret('known-browser'),
    upload: await secret('upload'),
    pageAccess: await secret('page-access'),
  };
  const roomReports = new RoomReports({ log, metrics });
  const { redisUrl } = configuration;
  // Last of what may fail: nobody would close them.
  const rooms = await createRooms({ knex, leaseKnex, log, roomReports, metrics, redisUrl });
  const recentSessions = new RecentSessions(addresses);
  const limiter = createLimiter(knex, options.limits, options.leasingMs);
  const services = {
    ...changeServices,
    ...{ uploadSpool, bodyBudget: new BodyBudget(MEMORY_BUDGET), bodyTurns: new BodyTurns() },
    bodyPace: options.bodyPace ?? MEMORY_PACE,
    ...{ mailer, media, fonts, codeEmbeds, pageWorkers, archiveWorkers, imageDecoder },
    ...{ images, embedThumbnails, previewImages, rooms, roomReports },
    hasLiveRooms: configuration.hasLiveRooms,
    consume: limiter.consume,
    dns: createDns(configuration),
    knownBrowsers: new KnownBrowsers(secrets.knownBrowser, addresses),
    uploadSigner: new UploadSigner(secrets.upload, clock),
    strangerTurns: new StrangerTurns((cookies) => recentSessions.has(cookies)),
    async readSession(cookies: string | undefined) {
      const found = await findSession(base, cookies);
      recentSessions.note(cookies, found?.tokenHash ?? null);
      return found?.session ?? null;
    },
    onPublished({ id, accountId }: { readonly id: number; readonly accountId: number }) {
      embedThumbnails.start();
      void previewImages.enqueue(id, accountId);
    },
  };

  const roomSockets = configuration.hasLiveRooms
    ? new RoomSockets({ ...services, trustedProxies })
    : null;
  roomReports.watch({
    rooms: () => rooms.pageIds.length,
    sockets: () => roomSockets?.counts ?? { joining: 0, joined: 0 },
  });
  const drain = async (): Promise<void> => {
    roomSockets?.drain();
    await rooms.close();
    await roomSockets?.close();
    roomReports.close();
  };

  const serveStored = serveMedia(media, log);
  const serveFont = serveFonts(fonts, log);
  const files = filesWithHeaders(
    (request, response) => serveStored(request, response) || serveFont(request, response),
    pageHeaders(addresses).bare,
  );
  const route = routeByHost({
    addresses,
    files,
    app: createAppHost({
      services,
      webFolder,
      storesApp: configuration.storesApp,
      mailbox: mailer === mailbox ? mailbox : null,
      trustedProxies,
    }),
    embeds: serveCodeEmbeds({ ...base, knex: visitorKnex, lookups, trustedProxies }),
    pages: createPageHost({
      ...services,
      knex: visitorKnex,
      lookups,
      pages: published.pages,
      sendShareImage: createShareImageSender(services),
      files,
      secret: secrets.pageAccess,
      trustedProxies,
    }),
  });

  const stopRechecking = recheckInBackground(services);
  const stopSweeping = sweepInBackground(services);
  let stopFetching = (): Promise<void> => Promise.resolve();
  // Continues the jobs that an earlier run left unfinished.
  purges.start();
  images.start();
  embedThumbnails.start();
  return {
    handler: metrics ? countRequests(metrics, addresses, route) : route,
    upgrade: routeUpgrades(
      addresses,
      (...upgrade) => roomSockets?.handleUpgrade(...upgrade) === true,
    ),
    roomBudgets: rooms.budgets,
    drain,
    begin(print) {
      if (configuration.fetchesFonts) stopFetching = fetchInBackground(fonts, { print, log });
    },
    waitForImages: () => images.settled(),
    waitForEmbedThumbnails: () => embedThumbnails.settled(),
    waitForPreviews: () => previewImages.settled(),
    recheckDomains: () => recheckDomains(services),
    sweepMedia: () => sweepMedia(services),
    async close() {
      await drain();
      mailer.close();
      uploadSpool.close();
      limiter.close();
      await stopRechecking();
      await stopSweeping();
      if (options.imageDecoder === undefined) imageDecoder.close();
      if (options.variantProcess === undefined) variantProcess.close();
      await images.close();
      await embedThumbnails.close();
      await previewImages.close();
      await purges.close();
      await published.close();
      if (options.pageWorkers === undefined) await pageWorkers.close();
      if (options.archiveWorkers === undefined) await archiveWorkers.close();
      await stopFetching();
    },
  };
}

function createCdn({ cdnPurgeUrl, cdnPurgeToken }: Configuration): HttpCdn | null {
  return cdnPurgeUrl === null ? null : new HttpCdn(cdnPurgeUrl, cdnPurgeToken);
}

function createDns({ dnsServers, isLocal, dataFolder }: Configuration): Dns {
  if (isLocal && dnsServers.length === 0) return new ZoneFileDns(join(dataFolder, 'dns.json'));
  return new ResolverDns(dnsServers);
}

function createMailer(configuration: Configuration, mailbox: Mailbox): Mailer {
  const { smtpUrl, mailFrom, isLocal } = configuration;
  if (smtpUrl !== null) return new SmtpMailer(smtpUrl, mailFrom);
  if (isLocal) return mailbox;
  // On a public server, a mailbox page would show sign-in links to everyone.
  return {
    send: () => Promise.reject(new Error('There is no mail server: set SMTP_URL')),
    close: () => undefined,
  };
}
