import express, { type Express, Router } from 'express';
import helmet from 'helmet';
import { mountAccountCalls } from '../accounts/mountAccountCalls.ts';
import { mountArchiveCalls } from '../archives/mountArchiveCalls.ts';
import type { Configuration } from '../configuration/index.ts';
import { mountDomainCalls } from '../domains/mountDomainCalls.ts';
import { mountFontCalls } from '../fonts/mountFontCalls.ts';
import type { Mailbox } from '../mail/Mailbox.ts';
import { mailboxRoutes } from '../mail/mailboxRoutes.tsx';
import { mountMediaCalls } from '../media/mountMediaCalls.ts';
import { mountPageCalls } from '../pages/mountPageCalls.ts';
import { mountPostCalls } from '../posts/mountPostCalls.ts';
import { mountSiteCalls } from '../sites/mountSiteCalls.ts';
import { mountPreviewCalls } from '../preview-images/mountPreviewCalls.ts';
import { ApiError } from '../shared/ApiError.ts';
import { isDatabaseAnswering } from '../shared/repositories/health.ts';
import { errorHandler } from './errorHandler.ts';
import { addressKey } from './limits.ts';
import { createMount } from './mountCall.ts';
import { refuseCrossSite } from './refuseCrossSite.ts';
import type { Services } from './Services.ts';
import { isWebFolder, webCsp, webFiles } from './webFiles.ts';

/** The largest JSON body: a page of ten thousand blocks with room to spare. */
const MAX_JSON = '8mb';

/** What the app's own host serves. */
export interface AppHostOptions {
  readonly services: Services;
  readonly webFolder: string | null;
  /** Shown at `/dev/mailbox`; null where mails are really sent. */
  readonly mailbox: Mailbox | null;
  /** See {@link Configuration.trustedProxies}. */
  readonly trustedProxies: Configuration['trustedProxies'];
}

/** The Express app of the app's own host: the API, the mailbox, the web app. */
export function createAppHost(options: AppHostOptions): Express {
  const { services, webFolder, mailbox, trustedProxies } = options;
  const { addresses, knex, log } = services;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies);
  app.use(securityHeaders(services));
  app.get('/healthz', async (_request, response) => {
    const database = await isDatabaseAnswering(knex);
    response.set('Cache-Control', 'no-store').status(database ? 200 : 503);
    response.json({ status: database ? 'ok' : 'degraded', database });
  });
  app.use('/api', createApi(services));
  if (mailbox !== null) app.use('/dev/mailbox', mailboxRoutes(mailbox));
  if (isWebFolder(webFolder)) app.use(webFiles(webFolder, addresses.pagesHost));
  app.use((request) => {
    throw new ApiError('err_not_found', {
      message: `Nothing is at ${addresses.appOrigin}${request.path}`,
    });
  });
  app.use(errorHandler(log));
  return app;
}

function createApi(services: Services): Router {
  const api = Router({ caseSensitive: true });
  api.use(async (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    await services.consume('callsPerIp', addressKey(request.ip));
    next();
  });
  api.use(refuseCrossSite(services.addresses));
  api.use(express.json({ limit: MAX_JSON, type: 'application/json' }));
  const mount = createMount(api, services);
  mountAccountCalls(mount, services);
  mountPageCalls(mount, services);
  mountPostCalls(mount, services);
  mountSiteCalls(mount, services);
  mountDomainCalls(mount, services);
  mountArchiveCalls(mount, services);
  mountMediaCalls(mount, services);
  mountFontCalls(mount, services);
  mountPreviewCalls(mount, services);
  api.use(() => {
    throw new ApiError('err_not_found');
  });
  return api;
}

/** The headers of everything on the app's host [SN8]. */
export function securityHeaders({
  addresses,
}: Pick<Services, 'addresses'>): express.RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: addresses.isSecure && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin' },
    xFrameOptions: { action: 'deny' },
    // Pages may hold images from anywhere on the web.
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Fonts and images of the same origin come without it, and it must be on all or none.
    originAgentCluster: false,
  });
  const csp = webCsp(addresses);
  return (request, response, next) => {
    response.set('Content-Security-Policy', csp);
    headers(request, response, next);
  };
}
