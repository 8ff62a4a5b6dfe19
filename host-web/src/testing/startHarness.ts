import type { Browser } from 'playwright-core';
import { launchChromium } from './launchChromium.ts';
import { type RealServer, startRealServer } from './startRealServer.ts';

/** A server and a browser for tests. */
export interface Harness {
  readonly server: RealServer;
  readonly browser: Browser;
  /** Stops both. */
  readonly stop: () => Promise<void>;
}

/** A `stop` that does nothing, for use until the harness has started. */
export const noHarness: Harness['stop'] = () => Promise.resolve();

/**
 * Starts a server and a browser for one test file. If one fails to start, the other is stopped, as
 * it would keep the run from ending.
 *
 * @throws the error of the one that failed
 */
export async function startHarness(): Promise<Harness> {
  const [server, browser] = await Promise.allSettled([startRealServer(), launchChromium()]);
  const stop = async () => {
    await Promise.all([
      browser.status === 'fulfilled' ? browser.value.close() : null,
      server.status === 'fulfilled' ? server.value.stop() : null,
    ]);
  };
  if (server.status === 'fulfilled' && browser.status === 'fulfilled')
    return { server: server.value, browser: browser.value, stop };
  await stop();
  throw server.status === 'rejected' ? server.reason : (browser as PromiseRejectedResult).reason;
}
