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

/**
 * Serves the built web app: its files, and its index.html for every other GET and HEAD, except
 * below `/assets/` and `/fonts/`.
 *
 * @param folder absolute path of host-web/dist.
 * @param pagesHost passed to the app in `<meta name="cobble-pages-host">`, since it may differ from
 *   the app's own host.
 */
export function webFiles(folder: string, pagesHost: string): Router {
  const meta = `<meta name="cobble-pages-host" content="${pagesHost.replace(/[^\w.:-]/g, '')}" />`;
  const router = Router();
  const hashed = `${sep}assets${sep}`;
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      setHeaders(response, path) {
        const isHashed = path.slice(folder.length).startsWith(hashed);
        const caching = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
        response.set('Cache-Control', path.endsWith('.html') ? 'no-cache' : caching);
      },
    }),
  );
  router.use(async (request, response, next) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    // A missing file must not get HTML: a script would fail silently.
    if (!isPage || /^\/(?:assets|fonts)\//.test(request.path)) {
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
