import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import express, { Router } from 'express';
import type { Addresses } from '../http/addresses.ts';

/** The Content-Security-Policy of the web app. */
export function webCsp(addresses: Pick<Addresses, 'appOrigin' | 'embedsOrigin'>): string {
  // Older browsers do not count sockets to the app's own host as 'self'.
  const socketOrigin = addresses.appOrigin.replace(/^http/, 'ws');
  return [
    "default-src 'self'",
    "script-src 'self'",
    // Published HTML is previewed in srcdoc frames, which inherit this policy and contain their
    // CSS.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https:",
    "font-src 'self' data:",
    // The canvas decodes GIPHY's images and those being uploaded.
    `connect-src 'self' blob: ${socketOrigin} https://*.giphy.com`,
    // Previews contain frames of code embeds. Players load on published pages only: under this
    // policy, the script that loads them does not run, and their cards are links.
    `frame-src ${addresses.embedsOrigin}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Where the app's service worker is, which stores the app for use without a network. */
const WORKER_PATH = '/sw.js';

/**
 * Replaces the app's service worker in browsers that have it: deletes the stored app and itself.
 * Tabs are not reloaded. The name of the cache is the one in host-web's `serviceWorker.ts`.
 */
const REMOVING_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete('cobble-app').then(() => self.registration.unregister()));
});
`;

/** Options of {@link webFiles}. */
export interface WebFilesOptions {
  /** Absolute path of host-web/dist. */
  readonly folder: string;
  /**
   * Passed to the app in `<meta name="cobble-pages-host">`, since it may differ from the app's own
   * host.
   */
  readonly pagesHost: string;
  /**
   * Whether browsers may store the app. If not, `<meta name="cobble-offline" content="off">` tells
   * the app, and a worker deletes what they have stored [OF11].
   */
  readonly storesApp: boolean;
}

/**
 * Serves the built web app: its files, and its index.html for every other GET and HEAD, except
 * below `/assets/` and `/fonts/`, and at the path of its service worker.
 */
export function webFiles({ folder, pagesHost, storesApp }: WebFilesOptions): Router {
  const meta = [
    `<meta name="cobble-pages-host" content="${pagesHost.replace(/[^\w.:-]/g, '')}" />`,
    ...(storesApp ? [] : ['<meta name="cobble-offline" content="off" />']),
  ].join('\n    ');
  const router = Router();
  if (!storesApp)
    router.get(WORKER_PATH, (_request, response) => {
      response.set('Cache-Control', 'no-cache').type('js').send(REMOVING_WORKER);
    });
  const hashed = `${sep}assets${sep}`;
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      setHeaders(response, path) {
        const isHashed = path.slice(folder.length).startsWith(hashed);
        const caching = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
        // A browser that asks a cache for the worker would miss a deployment.
        const isRevalidated = path.endsWith('.html') || path.endsWith(`${sep}sw.js`);
        response.set('Cache-Control', isRevalidated ? 'no-cache' : caching);
      },
    }),
  );
  router.use(async (request, response, next) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    // A missing file must not get HTML: a script would fail silently.
    if (!isPage || request.path === WORKER_PATH || /^\/(?:assets|fonts)\//.test(request.path)) {
      next();
      return;
    }
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    response.set('Cache-Control', 'no-cache').type('html');
    response.send(html.replace('</title>', `</title>\n    ${meta}`));
  });
  return router;
}

/** Whether a folder contains a built web app. */
export function isWebFolder(folder: string | null): folder is string {
  return folder !== null && existsSync(join(folder, 'index.html'));
}
