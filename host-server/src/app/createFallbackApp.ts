import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { type Express } from 'express';
import type { Configuration } from '../configuration/index.ts';
import { FontLibrary } from '../fonts/FontLibrary.ts';
import { serveFonts } from '../fonts/serveFonts.ts';
import { DiskMediaStore } from '../media-store/MediaStore.ts';
import { serveMedia } from '../media-store/serveMedia.ts';
import { createFallbackPageHost } from '../publishing/serve/createPageHost.ts';
import { filesWithHeaders, pageHeaders } from '../publishing/serve/pageHeaders.ts';
import { ApiError } from '../shared/ApiError.ts';
import { type Addresses, createAddresses } from '../http/addresses.ts';
import type { CreateAppOptions } from './createApp.ts';
import { securityHeaders } from './createAppHost.ts';
import { errorHandler } from './errorHandler.ts';
import { routeByHost } from './routeByHost.ts';
import { isWebFolder, webFiles } from './webFiles.ts';

/** How long clients should wait before they retry, in seconds. */
const RETRY_AFTER = 5;

/**
 * Handles requests while the server waits for the database: published pages from files, with their
 * images and fonts, and the web app, whose calls get `err_unavailable`. Private and restricted
 * pages and code embeds are not served (docs/decisions/0085).
 */
export function createFallbackApp(
  options: Pick<CreateAppOptions, 'configuration' | 'log' | 'webFolder'>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { configuration, log } = options;
  const { appUrl, pagesHost, embedsHost, dataFolder, trustedProxies } = configuration;
  const addresses = createAddresses(appUrl, pagesHost, embedsHost);
  // Missing fonts are fetched by the full server only.
  const fonts = new FontLibrary({ folder: join(dataFolder, 'fonts'), isFetching: false });
  const media = serveMedia(new DiskMediaStore(join(dataFolder, 'assets')), log);
  const serveFont = serveFonts(fonts, log);
  const files = filesWithHeaders(
    (request, response) => media(request, response) || serveFont(request, response),
    pageHeaders(addresses).bare,
  );
  return routeByHost({
    addresses,
    files,
    app: createFallbackAppHost({ ...options, addresses }),
    pages: createFallbackPageHost({ log, addresses, files, dataFolder, trustedProxies }),
    embeds(_request, response) {
      response.writeHead(503, {
        ...pageHeaders(addresses).bare,
        'Cache-Control': 'no-store',
        'Content-Length': 0,
        'Retry-After': RETRY_AFTER,
      });
      response.end();
    },
  });
}

function createFallbackAppHost(
  options: Pick<CreateAppOptions, 'log' | 'webFolder'> & {
    readonly configuration: Configuration;
    readonly addresses: Addresses;
  },
): Express {
  const { log, webFolder, configuration, addresses } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders({ addresses }));
  app.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').status(503);
    response.json({ status: 'degraded', database: false });
  });
  app.use('/api', (_request, response) => {
    response.set('Cache-Control', 'no-store');
    throw new ApiError('err_unavailable', { retryAfterSeconds: RETRY_AFTER });
  });
  const { pagesHost, storesApp } = configuration;
  if (isWebFolder(webFolder)) app.use(webFiles({ folder: webFolder, pagesHost, storesApp }));
  app.use(() => {
    throw new ApiError('err_unavailable', { retryAfterSeconds: RETRY_AFTER });
  });
  app.use(errorHandler(log));
  return app;
}
