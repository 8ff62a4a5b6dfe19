import { createApp } from './app/createApp.ts';
import { createFallbackApp } from './app/createFallbackApp.ts';
import { runUntilStopped } from './start/runUntilStopped.ts';
import { startServer, type RunningServer, type StartServerOptions } from './start/startServer.ts';

export type { RunningServer } from './start/startServer.ts';

/** What {@link start} needs. */
export type StartOptions = Omit<StartServerOptions, 'createApp' | 'createFallbackApp'>;

/**
 * Starts the whole of Cobble on one port and says where it is to be found.
 *
 * @throws StartupError with one clear line for what stands in the way.
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  return startServer({ ...options, createApp, createFallbackApp });
}

/**
 * What `npm start` runs: starts, prints the address, stops on Ctrl+C. Ends the process.
 */
export function main(options: StartOptions): Promise<never> {
  return runUntilStopped(() => start(options), options.log);
}
