import { chromium } from 'playwright-core';
import { dropShared, shared } from './sharedParts.mjs';

/** Two launches fit into 60 s, the shortest timeout of a hook that starts a browser. */
const START_MS = 25_000;

/**
 * Starts a Chromium for tests: the one in `CHROMIUM_PATH`, which `npm test` sets, else Debian's. The
 * sandbox is off only for root, for whom it cannot work.
 *
 * @param {object} [options]
 * @param {Readonly<Record<string, string>>} [options.env] environment variables in addition to this
 *   process's
 * @param {readonly string[]} [options.args] command line arguments in addition to those of all tests
 * @param {readonly string[]} [options.ignoreDefaultArgs] arguments of Playwright to leave out
 * @returns {Promise<import('playwright-core').Browser>}
 */
export function launchChromium({ env = {}, args = [], ignoreDefaultArgs = [] } = {}) {
  const isRoot = process.getuid?.() === 0;
  const options = {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromiumSandbox: !isRoot,
    env: { ...process.env, ...env },
    ignoreDefaultArgs: [...ignoreDefaultArgs],
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

/**
 * The browser that the test files of a run share. Each file opens its own windows, and closes them
 * at its end with {@link closeWindows}. After a crash, the next file gets another browser.
 *
 * @param {object} [which] a browser other than the usual one
 * @param {string} [which.name] its name in this run
 * @param {() => Promise<{ browser: import('playwright-core').Browser, end?: () => Promise<void> }>} [which.launch]
 *   `end` is called after the browser has closed
 * @returns {Promise<import('playwright-core').Browser>}
 */
export function sharedBrowser({ name = 'browser', launch = launchUsual } = {}) {
  return shared(name, async () => {
    const { browser, end } = await launch();
    browser.once('disconnected', () => dropShared(name));
    return {
      value: browser,
      end: async () => {
        await browser.close();
        await end?.();
      },
    };
  });
}

const launchUsual = async () => ({ browser: await launchChromium() });

/**
 * Closes all windows of a shared browser. Files run one after the other, so they are those of the
 * file that ends.
 *
 * @param {import('playwright-core').Browser | undefined} browser undefined if it has not started
 */
export async function closeWindows(browser) {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}
