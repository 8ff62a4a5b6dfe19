import { mountPublishingCalls } from '../publishing/mountPublishingCalls.ts';
import type { ArchiveServices } from '../archives/siteToExport.ts';
import type { DomainServices } from '../domains/domainCommands.ts';
import type { PublishServices } from '../publishing/publishPage.ts';
import {
  mountPreviewCalls,
  type PreviewCallServices,
} from '../preview-images/mountPreviewCalls.ts';
import {
  mountCodeEmbedCalls,
  type CodeEmbedCallServices,
} from '../code-embeds/mountCodeEmbedCalls.ts';
import {
  mountEmbedThumbnailCalls,
  type EmbedThumbnailCallServices,
} from '../embed-thumbnails/mountEmbedThumbnailCalls.ts';
import { mountSandboxCalls } from '../sandbox/mountSandboxCalls.ts';
import { mountRoomCalls, type RoomCallServices } from '../rooms/mountRoomCalls.ts';
import { mountStorageCalls } from '../images/mountStorageCalls.ts';
import { mountImageCalls, type ImageCallServices } from '../images/mountImageCalls.ts';
import { mountAccountCalls, type SignInServices } from '../sign-in/mountAccountCalls.ts';
import express, { type Express, Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { mountArchiveCalls } from '../archives/mountArchiveCalls.ts';
import type { Configuration } from '../configuration/index.ts';
import { mountDomainCalls } from '../domains/mountDomainCalls.ts';
import { mountFontCalls } from '../fonts/mountFontCalls.ts';
import type { Mailbox } from '../mail/Mailbox.ts';
import { mailboxRoutes } from '../mail/mailboxRoutes.tsx';
import { mountPageCalls, type PageCallServices } from '../pages/mountPageCalls.ts';
import { mountPostCalls } from '../posts/mountPostCalls.ts';
import { mountSiteCalls } from '../site-settings/mountSiteCalls.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { errorHandler } from './errorHandler.ts';
import { createHealthCheck } from './healthCheck.ts';
import { addressKey } from '../shared/addressKeys.ts';
import { connectionSignal } from '../http/connectionSignal.ts';
import { createMount } from '../http/mountCall.ts';
import { isWebFolder, webCsp, webFiles } from './webFiles.ts';
import type { Addresses } from '../http/addresses.ts';

/** The dependencies of all calls. */
export type ApiServices = SignInServices &
  PageCallServices &
  PublishServices &
  CodeEmbedCallServices &
  DomainServices &
  ArchiveServices &
  ImageCallServices &
  EmbedThumbnailCallServices &
  PreviewCallServices &
  RoomCallServices &
  Parameters<typeof createMount>[1];

/** Options of {@link createAppHost}. */
export interface AppHostOptions {
  readonly services: ApiServices;
  readonly webFolder: string | null;
  /** See {@link Configuration.storesApp}. */
  readonly storesApp: boolean;
  /** Shown at `/dev/mailbox`; null when emails go to a mail server. */
  readonly mailbox: Mailbox | null;
  /** See {@link Configuration.trustedProxies}. */
  readonly trustedProxies: Configuration['trustedProxies'];
}

/** The Express app of the app's host: the API, the mailbox, the web app. */
export function createAppHost(options: AppHostOptions): Express {
  const { services, webFolder, storesApp, mailbox, trustedProxies } = options;
  const { addresses, knex, log } = services;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies);
  app.use(securityHeaders(services));
  const checkHealth = createHealthCheck(knex);
  app.get('/healthz', async (_request, response) => {
    const database = await checkHealth();
    response.set('Cache-Control', 'no-store').status(database ? 200 : 503);
    response.json({ status: database ? 'ok' : 'degraded', database });
  });
  app.use('/api', createApi(services));
  if (mailbox !== null) app.use('/dev/mailbox', mailboxRoutes(mailbox));
  if (isWebFolder(webFolder))
    app.use(webFiles({ folder: webFolder, pagesHost: addresses.pagesHost, storesApp }));
  app.use((request) => {
    throw new ApiError('err_not_found', {
      message: messages.api.unknownPath(`${addresses.appOrigin}${request.path}`),
    });
  });
  app.use(errorHandler(log));
  return app;
}

function createApi(services: ApiServices): Router {
  const api = Router({ caseSensitive: true });
  api.use(async (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    const address = addressKey(request.ip);
    const signal = connectionSignal(response);
    const caller = { address, cookies: request.headers.cookie, signal };
    await services.strangerTurns.run(caller, () => services.consume('callsPerIp', address));
    next();
  });
  api.use(refuseCrossSite(services.addresses));
  const mount = createMount(api, services);
  mountAccountCalls(mount, services);
  mountPageCalls(mount, services);
  mountPublishingCalls(mount, services);
  mountCodeEmbedCalls(mount, services);
  mountPostCalls(mount, services.knex);
  mountSiteCalls(mount, services);
  mountDomainCalls(mount, services);
  mountArchiveCalls(mount, services);
  mountImageCalls(mount, services);
  mountStorageCalls(mount, services);
  mountEmbedThumbnailCalls(mount, services);
  mountFontCalls(mount, services.fonts);
  mountPreviewCalls(mount, services);
  mountRoomCalls(mount, services);
  mountSandboxCalls(mount, services);

  api.use(() => {
    throw new ApiError('err_not_found');
  });
  return api;
}

/** The security headers of the responses on the app's host, except stored images and fonts. */
export function securityHeaders({
  addresses,
}: Pick<ApiServices, 'addresses'>): express.RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: addresses.isSecure && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'deny' },
    // Pages may show images from anywhere on the web.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // All responses of an origin must agree on this header, and fonts and images come without it.
    originAgentCluster: false,
  });
  const csp = webCsp(addresses);
  return (request, response, next) => {
    response.set('Content-Security-Policy', csp);
    headers(request, response, next);
  };
}

/**
 * Refuses writes that a browser sends on behalf of another origin, including our own published
 * pages. Clients other than browsers send neither `Origin` nor `Sec-Fetch-Site` and are
 * allowed.
 */
export function refuseCrossSite(addresses: Addresses): RequestHandler {
  return (request, _response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') {
      next();
      return;
    }
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ApiError('err_forbidden');
    const { origin, host } = request.headers;
    if (origin !== undefined && !addresses.isOwnOrigin(origin, host))
      throw new ApiError('err_forbidden');
    next();
  };
}
