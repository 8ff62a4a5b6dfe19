import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { BUNDLED_FONTS } from '@cobble/engine';
import { makeScriptFonts } from './scriptFonts.ts';

/** A page in headless Chromium that shows the canvas by itself. */
export interface Harness {
  readonly browser: Browser;
  /** The harness's address. */
  readonly url: string;
  /** A fresh page with the harness loaded; errors of the page end up in its `errors`. */
  open(options?: {
    width?: number;
    height?: number;
    scale?: number;
    touch?: boolean;
  }): Promise<HarnessPage>;
  stop(): Promise<void>;
}

/** A browser page and what went wrong in it. */
export interface HarnessPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const require = createRequire(import.meta.url);

/** Font files as the product serves them: `/fonts/{id}-{subset}-{weight}-{style}.woff2`. */
async function fontFile(name: string): Promise<Buffer | null> {
  const font = BUNDLED_FONTS.find(({ id }) => name.startsWith(`${id}-latin`));
  if (!font || !/^[a-z0-9-]+\.woff2$/.test(name)) return null;
  const folder = path.dirname(require.resolve(`@fontsource/${font.id}/package.json`));
  return readFile(path.join(folder, 'files', name)).catch(() => null);
}

/**
 * Serves the harness with Vite and starts a Chromium.
 *
 * @param options `hasScripts`: with fonts for scripts that this machine may have none for
 */
export async function startHarness({
  hasScripts = false,
}: { readonly hasScripts?: boolean } = {}): Promise<Harness> {
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'cobble-harness-'));
  const http: Server = createServer();
  const vite: ViteDevServer = await createVite({
    configFile: false,
    root: fileURLToPath(new URL('./harness/', import.meta.url)),
    cacheDir,
    logLevel: 'error',
    appType: 'mpa',
    server: {
      middlewareMode: true,
      hmr: false,
      ws: false,
      fs: { allow: [fileURLToPath(new URL('../../../', import.meta.url))] },
      watch: null,
    },
    resolve: { conditions: ['@cobble/source', 'module', 'browser', 'development'] },
    oxc: { jsx: { runtime: 'automatic' } },
  });
  http.on('request', (request, response) => {
    const font = /^\/fonts\/([^/?]+)$/.exec(request.url ?? '')?.[1];
    if (font === undefined) {
      vite.middlewares(request, response);
      return;
    }
    void fontFile(font).then((data) => {
      response.writeHead(data ? 200 : 404, { 'content-type': 'font/woff2' });
      response.end(data ?? '');
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${String(port)}/`;
  const fonts = hasScripts ? await makeScriptFonts() : null;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
    ...(fonts ? { env: { ...process.env, ...fonts.env } } : {}),
  });
  return {
    browser,
    url,
    async open({ width = 1280, height = 800, scale = 1, touch = false } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        hasTouch: touch,
      });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => {
        if (!/WebSocket/.test(String(error))) errors.push(String(error));
      });
      page.on('console', (message) => {
        // Vite's client misses its socket, which the harness has no use for.
        if (message.type() === 'error' && !/vite|WebSocket|favicon/i.test(message.text()))
          errors.push(message.text());
      });
      await page.goto(url);
      await page.waitForFunction(() => 'harness' in window);
      return { page, errors };
    },
    async stop() {
      await browser.close();
      await vite.close();
      await new Promise((resolve) => http.close(resolve));
      await rm(cacheDir, { recursive: true, force: true });
      await fonts?.remove();
    },
  };
}
