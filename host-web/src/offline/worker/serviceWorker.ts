import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import { NetworkFirst } from 'workbox-strategies/NetworkFirst.js';
import { requestKind } from './requestKind.ts';

declare const self: ServiceWorkerGlobalScope;

/** What `writeServiceWorker` fills in. */
declare const COBBLE_BUILD: {
  /** The content of the document's `<meta name="cobble-build">`. */
  readonly id: string;
  /** All files but the document. Files of the interface's fonts have no integrity. */
  readonly files: readonly { readonly url: string; readonly integrity?: string }[];
};

/** The server deletes caches with this name when the worker is turned off. */
const CACHE = 'cobble-app';
/** How long a document may take, since a poor connection may never respond. */
const PATIENCE_S = 3;
const DOCUMENT = '/';
const LOCK_PREFIX = 'cobble-build:';

const { id, files } = COBBLE_BUILD;
const paths = new Set(files.map(({ url }) => url));

/** Installing fails unless all files are those of this build, so the copy is never a mixture. */
const build = new PrecacheController({
  cacheName: CACHE,
  plugins: [
    {
      async cacheWillUpdate({ request, response }) {
        if (response.status !== 200 || response.redirected) return null;
        const { pathname } = new URL(request.url);
        const type = response.headers.get('content-type') ?? '';
        if (pathname.startsWith('/fonts/')) return type.startsWith('font/') ? response : null;
        // The integrity of other files has been checked already.
        if (pathname !== DOCUMENT) return response;
        const html = await response.clone().text();
        return html.includes(`content="${id}"`) ? response : null;
      },
    },
  ],
});
build.addToCacheList([
  { url: DOCUMENT, revision: id },
  ...files.map((file) => ({ ...file, revision: null })),
]);

/** The network's document, or this build's. No response is stored: it may be a hotel's page. */
const documents = new NetworkFirst({
  cacheName: CACHE,
  networkTimeoutSeconds: PATIENCE_S,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheWillUpdate: () => Promise.resolve(null),
      cacheKeyWillBeUsed: () => Promise.resolve(build.getCacheKeyForURL(DOCUMENT) ?? DOCUMENT),
      fetchDidSucceed({ response }) {
        // A proxy responds for a server that is down.
        if (response.status >= 500) return Promise.reject(new Error(String(response.status)));
        return Promise.resolve(response);
      },
    },
  ],
});

/** A file of this or an earlier build. Its name has a hash, so it does not matter of which one. */
async function readFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Deletes the files of earlier builds, unless a tab may still load some of them. */
async function deleteOldFiles(event: ExtendableEvent): Promise<void> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const isInUse = [...held, ...pending].some(
    ({ name = '' }) => name.startsWith(LOCK_PREFIX) && name !== LOCK_PREFIX + id,
  );
  // A newer build may be storing its files.
  const isReplaced = self.registration.installing !== null || self.registration.waiting !== null;
  if (!isInUse && !isReplaced) await build.activate(event);
}

self.addEventListener('install', (event) => {
  // Tabs of earlier builds find their files in the cache, so nothing has to wait for them.
  event.waitUntil(build.install(event).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldFiles(event).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const kind = requestKind(request, self.location.origin, paths);
  if (kind === 'document') event.respondWith(documents.handle({ event, request }));
  else if (kind === 'file') event.respondWith(readFile(request));
});
