import { chromium, type Browser } from 'playwright-core';

/** Twice this is less than the tests wait for it. */
const START_MS = 25_000;

/**
 * Starts a Chromium for tests: the one that `CHROMIUM_PATH` names (`npm test` finds one and sets
 * it), else Debian's. The sandbox is off only for root, with whom it cannot work.
 *
 * @param env what it has in its environment besides this process's
 */
export function launchChromium(env: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const options = {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: !isRoot,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
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
