/** The parts of a `Request` that decide whether the worker responds to it. */
export type RequestParts = Pick<Request, 'url' | 'method' | 'mode' | 'destination'>;

/** Paths of the app's host at which the app's document is not served. */
const OTHER_THAN_DOCUMENTS = /^\/(?:api|assets|dev|fonts|healthz)(?:\/|$)/;
/** Names of the build's scripts and styles; stored images have other extensions. */
const BUILT_FILE = /^\/assets\/[\w.-]+\.(?:js|css)$/;

/**
 * Decides what the worker does with a request: `document` for the app's HTML in a tab, `file` for a
 * file of this build, or a script or style of any build. Null for everything else, which the browser
 * loads as if there were no worker [OF3].
 *
 * @param origin the app's own
 * @param files the paths of this build's files
 */
export function requestKind(
  request: RequestParts,
  origin: string,
  files: ReadonlySet<string>,
): 'document' | 'file' | null {
  if (request.method !== 'GET') return null;
  const url = new URL(request.url);
  if (url.origin !== origin) return null;
  const { pathname } = url;
  if (request.mode === 'navigate')
    return request.destination === 'document' && !OTHER_THAN_DOCUMENTS.test(pathname)
      ? 'document'
      : null;
  return files.has(pathname) || BUILT_FILE.test(pathname) ? 'file' : null;
}
