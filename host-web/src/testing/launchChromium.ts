import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Twice this is less than the tests wait for it. */
const START_MS = 25_000;

/** Launches the machine's Chromium, found by `CHROMIUM_PATH` or in the usual places. */
export function launchChromium(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
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
  // A browser that does not come up says nothing about what is tested with it.
  return chromium.launch(options).catch(() => chromium.launch(options));
}
