import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { CodeEmbedAddresses } from '../code-embeds/CodeEmbedAddresses.ts';
import { serveCodeEmbeds } from '../code-embeds/serveCodeEmbeds.ts';
import type { Configuration } from '../configuration/index.ts';
import type { Dns } from '../domains/Dns.ts';
import { recheckDomains, recheckInBackground } from '../domains/recheckDomains.ts';
import { ResolverDns } from '../domains/ResolverDns.ts';
import { ZoneFileDns } from '../domains/ZoneFileDns.ts';
import { EmbedImages, fetchFromSite, type FetchImage } from '../embed-images/EmbedImages.ts';
import { fetchInBackground } from '../fonts/fetchInBackground.ts';
import { FontLibrary } from '../fonts/FontLibrary.ts';
import { serveFonts } from '../fonts/serveFonts.ts';
import { Mailbox } from '../mail/Mailbox.ts';
import type { Mailer } from '../mail/Mailer.ts';
import { SmtpMailer } from '../mail/SmtpMailer.ts';
import { DiskMediaStore } from '../media/DiskMediaStore.ts';
import { ImageMaker } from '../media/ImageMaker.ts';
import { serveMedia } from '../media/serveMedia.ts';
import { sweepInBackground, sweepMedia } from '../media/sweepMedia.ts';
import { UploadSigner } from '../media/uploadSignature.ts';
import { HttpCdn } from '../cdn/HttpCdn.ts';
import { PurgeQueue } from '../cdn/PurgeQueue.ts';
import { KnownBlocks } from '../pages/KnownBlocks.ts';
import { PreviewImages } from '../preview-images/PreviewImages.ts';
import { isPreviewFileName } from '../preview-images/previewSizes.ts';
import { createPageHost, openPublishedPages } from '../publishing/createPageHost.ts';
import { filesWithHeaders, pageHeaders } from '../publishing/pageHeaders.ts';
import { SiteDirectory } from '../publishing/SiteDirectory.ts';
import { type Clock, systemClock } from '../shared/clock.ts';
import { serverSecret } from '../shared/repositories/serverSecrets.ts';
import { createAddresses } from './addresses.ts';
import { createAppHost } from './createAppHost.ts';
import { createLimiter, type Limit, type LimitName } from './limits.ts';
import { routeByHost } from './routeByHost.ts';
import type { Services } from './Services.ts';

/** What the app is made from. */
export interface CreateAppOptions {
  readonly configuration: Configuration;
  readonly knex: Knex;
  readonly log: Logger;
  /** Absolute path of the built web app, or null where it has not been built. */
  readonly webFolder: string | null;
  /** For tests: the time. */
  readonly clock?: Clock;
  /** For tests: other limits than the server's. */
  readonly limits?: Partial<Record<LimitName, Limit>>;
  /** For tests: where images of other sites come from; default: those sites. */
  readonly fetchImage?: FetchImage;
}

/** The server without its port. */
export interface CobbleApp {
  /** Answers requests for the app's host and for those of published pages. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * Begins what may run in the background once the server answers.
   *
   * @param say takes a line for the person at the terminal
   */
  begin(say: (line: string) => void): void;
  /** Waits until what can be made of uploaded images now is there. */
  imagesMade(): Promise<void>;
  /** Waits until what can be had of other sites' images now is there. */
  embedImagesFetched(): Promise<void>;
  /** Waits until what is to be painted of pages now is there. */
  previewsPainted(): Promise<void>;
  /** Looks now at the domains that it looks at every hour. */
  recheckDomains(): Promise<void>;
  /** Removes now what it removes every hour: files that nothing has named for long. */
  sweepMedia(): Promise<void>;
  /** Ends what runs in the background; the database is the caller's to close. */
  close(): Promise<void>;
}

/** Puts the whole server together. The database must be migrated. */
export async function createApp(options: CreateAppOptions): Promise<CobbleApp> {
  const { configuration, knex, log, webFolder, clock = systemClock } = options;
  const addresses = createAddresses(
    configuration.appUrl,
    configuration.pagesHost,
    configuration.embedsHost,
  );
  const mailbox = new Mailbox(clock);
  const mailer = createMailer(configuration, mailbox);
  const { dataFolder, cdnPurgeUrl, cdnPurgeToken } = configuration;
  const fonts = new FontLibrary({
    folder: join(dataFolder, 'fonts'),
    isFetching: configuration.fetchesFonts,
  });
  const codeSecret = await serverSecret(knex, 'code-embed', clock());
  const codeEmbeds = new CodeEmbedAddresses(codeSecret, addresses.embedsOrigin);
  const published = openPublishedPages({
    ...{ knex, log, addresses, clock, fonts, codeEmbeds, dataFolder },
  });
  const cdn = cdnPurgeUrl === null ? null : new HttpCdn(cdnPurgeUrl, cdnPurgeToken);
  const purges = new PurgeQueue({ knex, log, cdn });
  const base: Omit<Services, 'images' | 'embedImages' | 'previewImages'> = {
    knex,
    log,
    clock,
    addresses,
    mailer,
    fonts,
    consume: createLimiter(options.limits),
    dns: createDns(configuration),
    codeEmbeds,
    knownBlocks: new KnownBlocks(),
    media: new DiskMediaStore(join(configuration.dataFolder, 'assets')),
    uploadSigner: new UploadSigner(await serverSecret(knex, 'upload', clock()), clock),
    publishedPages: published.pages,
    sites: new SiteDirectory(knex),
    purges,
  };
  const images = new ImageMaker(base);
  const { fetchImage = configuration.fetchesImages ? fetchFromSite : null } = options;
  const embedImages = new EmbedImages(base, fetchImage);
  const previewImages = new PreviewImages(
    base,
    new DiskMediaStore(join(dataFolder, 'preview-pictures'), isPreviewFileName),
  );
  const services: Services = { ...base, images, embedImages, previewImages };
  const media = serveMedia(services.media, log);
  const serveFont = serveFonts(fonts, log);
  const files = filesWithHeaders(
    (request, response) => media(request, response) || serveFont(request, response),
    pageHeaders(addresses).bare,
  );
  const appHost = createAppHost({
    services,
    webFolder,
    mailbox: mailer === mailbox ? mailbox : null,
    trustedProxies: configuration.trustedProxies,
  });
  const handler = routeByHost({
    addresses,
    files,
    app: appHost,
    embeds: serveCodeEmbeds(services),
    pages: createPageHost({
      ...services,
      pages: published.pages,
      previews: previewImages,
      files,
      secret: await serverSecret(knex, 'page-access', clock()),
      trustedProxies: configuration.trustedProxies,
    }),
  });
  const stopRechecking = recheckInBackground(services);
  const stopSweeping = sweepInBackground(services);
  let stopFetching = (): Promise<void> => Promise.resolve();
  // What an earlier start has not told the CDN yet.
  purges.start();
  images.start();
  embedImages.start();
  return {
    handler,
    begin(say) {
      if (configuration.fetchesFonts) stopFetching = fetchInBackground(fonts, { say, log });
    },
    imagesMade: () => images.settled(),
    embedImagesFetched: () => embedImages.settled(),
    previewsPainted: () => previewImages.settled(),
    recheckDomains: () => recheckDomains(services),
    sweepMedia: () => sweepMedia(services),
    async close() {
      mailer.close();
      await stopRechecking();
      await stopSweeping();
      await images.close();
      await embedImages.close();
      await previewImages.close();
      await purges.close();
      await published.close();
      await stopFetching();
    },
  };
}

function createDns({ dnsServers, isLocal, dataFolder }: Configuration): Dns {
  if (isLocal && dnsServers.length === 0) return new ZoneFileDns(join(dataFolder, 'dns.json'));
  return new ResolverDns(dnsServers);
}

function createMailer(configuration: Configuration, mailbox: Mailbox): Mailer {
  const { smtpUrl, mailFrom, isLocal } = configuration;
  if (smtpUrl !== null) return new SmtpMailer(smtpUrl, mailFrom);
  if (isLocal) return mailbox;
  // Sign-in links on a page that strangers can open would be everyone's.
  return {
    send: () => Promise.reject(new Error('There is no mail server: set SMTP_URL')),
    close: () => undefined,
  };
}
