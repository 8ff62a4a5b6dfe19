import { chromium, type Browser } from 'playwright-core';

/**
 * Starts a Chromium for tests: the one that `CHROMIUM_PATH` names (`npm test` finds one and sets
 * it), else Debian's. The sandbox is off only for root, with whom it cannot work.
 */
export function launchChromium(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: !isRoot,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
