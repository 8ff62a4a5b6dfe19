/** Tries an example in Chromium, for its test: builds it from the sources and serves the build. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

/**
 * Builds an example and uses the build.
 *
 * @param {URL} from folder of the example
 * @param {(browser: import('playwright-core').Browser, url: string) => Promise<void>} tryOut
 */
export async function tryBuilt(from, tryOut) {
  const outDir = mkdtempSync(join(tmpdir(), 'cobble-example-'));
  const common = { root: fileURLToPath(from), logLevel: /** @type {const} */ ('error') };
  const resolve = { conditions: ['@cobble/source', 'module', 'browser', 'production'] };
  await build({ ...common, resolve, build: { outDir, emptyOutDir: true } });
  const server = await preview({
    ...common,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await tryOut(browser, server.resolvedUrls?.local[0] ?? '');
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true });
  }
}
