import type { Browser } from 'playwright-core';
import { launchChromium } from './launchChromium.ts';
import { type RealServer, startRealServer } from './startRealServer.ts';

/** What a browser test plays on. */
export interface Stage {
  readonly server: RealServer;
  readonly browser: Browser;
  /** Ends both. */
  readonly stop: () => Promise<void>;
}

/** Nothing to stop: until a stage stands. */
export const noStage: Stage['stop'] = () => Promise.resolve();

/**
 * Starts a server and a browser for one test file. When one of the two fails, the other is ended
 * too: a browser left behind would keep the whole run from ending.
 *
 * @throws what the one that failed has thrown
 */
export async function startStage(): Promise<Stage> {
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
