import { createApp } from './app/createApp.ts';
import { createFallbackApp } from './app/createFallbackApp.ts';
import { limitHeapGrowth } from './start/limitHeapGrowth.ts';
import { runUntilStopped } from './start/runUntilStopped.ts';
import { startServer, type RunningServer, type StartServerOptions } from './start/startServer.ts';

export type { RunningServer } from './start/startServer.ts';

/** Options of {@link start}. */
export type StartOptions = Omit<StartServerOptions, 'createApp' | 'createFallbackApp'>;

/**
 * Starts all of Cobble on one port and prints its addresses.
 *
 * @throws StartupError with one line per problem.
 */
export async function start(options: StartOptions): Promise<RunningServer> {
  return startServer({ ...options, createApp, createFallbackApp });
}

/**
 * Runs `npm start`: starts the server, prints its addresses, stops on Ctrl+C and ends the process.
 * Changes how V8 collects garbage.
 */
export function main(options: StartOptions): Promise<never> {
  limitHeapGrowth();
  return runUntilStopped(() => start(options), options.log);
}
