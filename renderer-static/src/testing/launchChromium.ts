import { chromium, type Browser } from 'playwright-core';

/** Two launches fit into 60 s, the shortest timeout that browser tests set. */
const START_MS = 25_000;

/**
 * Starts a Chromium for tests: the one in `CHROMIUM_PATH`, which `npm test` sets, else Debian's.
 * The sandbox is off only for root, for whom it cannot work.
 *
 * @param env environment variables in addition to this process's
 * @param args command line arguments in addition to those of all tests
 */
export function launchChromium(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Browser> {
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
      ...args,
    ],
    timeout: START_MS,
  };
  // Retry once, because a failed start of the browser says nothing about the code under test.
  return chromium.launch(options).catch(() => chromium.launch(options));
}
