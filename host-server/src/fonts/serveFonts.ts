import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';
import { sendBytes } from '../http/sendBytes.ts';
import type { FontLibrary } from './FontLibrary.ts';

const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  // Pages of other origins, including framed previews, load fonts with CORS only.
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Serves `/fonts/{id}-{subset}-{weight}-{style}.woff2`. Returns false for methods other than GET and
 * HEAD, and for paths that are not a font of the catalogue. A font that has not been fetched yet gets
 * a 404 that is not cached.
 */
export function serveFonts(library: FontLibrary, log: Logger) {
  // A cache of files by name. Nothing invalidates it, since files do not change; it has at most the
  // whole catalogue, about twenty megabytes.
  const read = new Map<string, Promise<Buffer>>();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const name = /^\/fonts\/([\w.-]+)(?:\?|$)/.exec(request.url ?? '')?.[1];
    const path = name === undefined ? null : library.pathOf(name);
    if (name === undefined || path === null) return false;
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const content = read.get(name) ?? readFile(path);
    read.set(name, content);
    content.then(
      (font) => {
        sendBytes(request, response, 200, 'font/woff2', font, HEADERS);
      },
      (error: unknown) => {
        read.delete(name);
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.error({ error: loggable(error), name }, 'A font could not be read');
        response.writeHead(404, { 'Cache-Control': 'no-store', 'Content-Length': 0 });
        response.end();
      },
    );
    return true;
  };
}
