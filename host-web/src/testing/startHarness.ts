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

/** Which server a test file needs. */
export interface HarnessOptions {
  /** Whether pages are edited in live rooms, and the app is stored for starting it offline. */
  readonly hasLiveRooms?: boolean;
}

/**
 * Starts the server and the browser for the first test file that needs them. Each file needs
 * usernames and email addresses of its own.
 */
export async function startHarness({
  hasLiveRooms = false,
}: HarnessOptions = {}): Promise<Harness> {
  const [server, browser] = await Promise.all([
    shared(hasLiveRooms ? 'web server with live rooms' : 'web server', async () => {
      const value = await startRealServer(
        hasLiveRooms ? { COBBLE_LIVE_ROOMS: '1', COBBLE_OFFLINE: '1' } : {},
      );
      return { value, end: value.stop };
    }),
    sharedBrowser(),
  ]);
  return { server, browser, stop: () => closeWindows(browser) };
}
