import { BUNDLED_FONTS } from '@cobble/engine/fonts';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { renderPage } from '../../renderPage.ts';
import type { Image } from '../../images/Image.ts';
import { sampleImage, sampleImageFile } from './images/sampleImageFiles.ts';
import { SAMPLE_IMAGES, type SampleImageName } from './images/sampleImages.ts';
import { SAMPLE_PAGES, type SampleName } from './samplePages.ts';

/** The running server of the sample pages. */
export interface SampleServer {
  readonly addressOf: (name: SampleName) => string;
  /**
   * Renders a page and draws its images in advance; their variants are encoded on first request.
   */
  readonly warmUp: (name: SampleName) => Promise<void>;
  readonly close: () => Promise<void>;
}

const require = createRequire(import.meta.url);

const FOREVER = 'public, max-age=31536000, immutable';

/** A file below `/fonts/` or `/assets/`; null if it belongs to no bundled font or sample image. */
async function fileFor(path: string): Promise<{ type: string; body: Buffer } | null> {
  const [, folder, name = ''] =
    /^\/(fonts|assets)\/([a-z0-9-]+\.(?:woff2|webp|avif))$/.exec(path) ?? [];
  if (folder === 'fonts') {
    const font = BUNDLED_FONTS.find(({ id }) => name.startsWith(`${id}-latin`));
    if (!font) return null;
    const home = dirname(require.resolve(`@fontsource/${font.id}/package.json`));
    return { type: 'font/woff2', body: await readFile(join(home, 'files', name)) };
  }
  const file = folder === 'assets' ? sampleImageFile(name) : null;
  return file && { type: file.type, body: await file.body };
}

/** A served page. */
interface ServedDocument {
  readonly body: Buffer;
  readonly csp: string;
}

/** Renders a page as the product does, with what it would know about the page's images. */
async function render(name: SampleName, origin: string): Promise<ServedDocument> {
  const page = SAMPLE_PAGES[name]();
  const images = new Map<string, Image>();
  for (const address of renderPage(page).assets) {
    const image = /^\/assets\/([a-z-]+)\.webp$/.exec(address)?.[1] ?? '';
    if (Object.hasOwn(SAMPLE_IMAGES, image))
      images.set(address, await sampleImage(image as SampleImageName));
  }
  const { html, csp } = renderPage(page, {
    url: `${origin}/${name}`,
    attributionUrl: 'https://cobble.example/',
    images: (url) => images.get(url) ?? null,
  });
  return { body: gzipSync(html), csp };
}

/**
 * Serves the sample pages on a free port with the product's headers: the page's policy,
 * compression, immutable files.
 *
 * @param options `extraPolicy`: appended to each page's policy, `'; connect-src …'`
 */
export async function serveSamples({
  extraPolicy = '',
}: { readonly extraPolicy?: string } = {}): Promise<SampleServer> {
  let origin = '';
  const documents = new Map<SampleName, Promise<ServedDocument>>();
  const documentOf = (name: SampleName): Promise<ServedDocument> => {
    const cached = documents.get(name) ?? render(name, origin);
    documents.set(name, cached);
    return cached;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const send = (status: number, type: string, body: Buffer | string, headers = {}): void => {
      response.writeHead(status, {
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      });
      response.end(body);
    };
    const name = path.slice(1);
    if (Object.hasOwn(SAMPLE_PAGES, name)) {
      const { body, csp } = await documentOf(name as SampleName);
      send(200, 'text/html; charset=utf-8', body, {
        'Content-Encoding': 'gzip',
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Content-Security-Policy': `${csp}${extraPolicy}`,
        'Referrer-Policy': 'strict-origin-when-cross-origin',
      });
      return;
    }
    if (path === '/robots.txt') {
      send(200, 'text/plain; charset=utf-8', 'User-agent: *\nAllow: /\n');
      return;
    }
    if (path === '/favicon.ico') {
      send(
        200,
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z" fill="#2B4EFF"/></svg>',
      );
      return;
    }
    const file = await fileFor(path);
    if (file) send(200, file.type, file.body, { 'Cache-Control': FOREVER });
    else send(404, 'text/plain; charset=utf-8', 'Nothing here');
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`;
  return {
    addressOf: (name) => `${origin}/${name}`,
    warmUp: async (name) => {
      await documentOf(name);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
