import type { Browser } from 'playwright-core';
import { closeWindows, sharedBrowser } from '../../../scripts/testing/chromium.mjs';
import { shared } from '../../../scripts/testing/sharedParts.mjs';
import { type RealServer, startRealServer } from './startRealServer.ts';

/** The server and the browser that the test files of a run share. */
export interface Harness {
  readonly server: RealServer;
  readonly browser: Browser;
  /** Closes the browser windows of the file. */
  readonly stop: () => Promise<void>;
}

/** A `stop` that does nothing, for use until the harness has started. */
export const noHarness: Harness['stop'] = () => Promise.resolve();

/**
 * Starts the server and the browser for the first test file that needs them. Each file needs
 * usernames and email addresses of its own.
 */
export async function startHarness(): Promise<Harness> {
  const [server, browser] = await Promise.all([
    shared('web server', async () => {
      const value = await startRealServer();
      return { value, end: value.stop };
    }),
    sharedBrowser(),
  ]);
  return { server, browser, stop: () => closeWindows(browser) };
}
