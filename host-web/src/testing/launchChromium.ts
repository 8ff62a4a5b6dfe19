import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Launches the machine's Chromium, found by `CHROMIUM_PATH` or in the usual places. */
export function launchChromium(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined)
    throw new Error('No Chromium found. Install it, or name it in CHROMIUM_PATH.');
  return chromium.launch({
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
  });
}
