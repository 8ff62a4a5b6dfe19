import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_FONTS } from '@cobble/engine/fonts';
import { buildHarness, type ServedFile } from './buildHarness.ts';

const require = createRequire(import.meta.url);

const folders = {
  canvas: './harness/',
  editor: '../editor/testing/pseudo-locale/',
};

/** An app for tests: the canvas alone, with `window.harness`, or the editor, with `window.store`. */
export type HarnessApp = keyof typeof folders;

/**
 * Builds an app for tests and serves it on loopback, with the font files at the product's paths:
 * `/fonts/{id}-{subset}-{weight}-{style}.woff2`.
 */
export async function serveHarness(app: HarnessApp): Promise<{
  readonly url: string;
  readonly stop: () => Promise<void>;
}> {
  const files = await buildHarness(fileURLToPath(new URL(folders[app], import.meta.url)));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://harness');
    const font = /^\/fonts\/([^/]+)$/.exec(pathname)?.[1];
    const found =
      font === undefined
        ? Promise.resolve(files.get(pathname === '/' ? '/index.html' : pathname) ?? null)
        : fontFile(font);
    void found.then((file) => {
      response.writeHead(file ? 200 : 404, {
        'content-type': file?.type ?? 'text/plain',
        // A page that is opened again does not compile the scripts again.
        'cache-control': file && pathname !== '/' ? 'max-age=86400' : 'no-store',
      });
      response.end(file?.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function fontFile(name: string): Promise<ServedFile | null> {
  const font = BUNDLED_FONTS.find(({ id }) => name.startsWith(`${id}-latin`));
  if (!font || !/^[a-z0-9-]+\.woff2$/.test(name)) return null;
  const folder = path.dirname(require.resolve(`@fontsource/${font.id}/package.json`));
  const body = await readFile(path.join(folder, 'files', name)).catch(() => null);
  return body && { type: 'font/woff2', body };
}
