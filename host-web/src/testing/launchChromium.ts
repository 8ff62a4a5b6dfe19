import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PATHS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Two attempts must fit into the timeout of the tests' hooks. */
const START_MS = 25_000;

/**
 * Launches Chromium from `CHROMIUM_PATH` or the usual paths. Rejects if there is none, or if it
 * fails to start twice.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = PATHS.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new Error('No Chromium found. Install it, or name it in CHROMIUM_PATH.');
  const options = {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    timeout: START_MS,
  };
  // Try once more: a browser that fails to start is not a failure of the product.
  return await chromium.launch(options).catch(() => chromium.launch(options));
}
