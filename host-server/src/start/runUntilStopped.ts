import type { RunningServer } from './startServer.ts';
import { StartupError } from '../shared/StartupError.ts';

/**
 * Runs a server until Ctrl+C (SIGINT), SIGTERM or SIGHUP and ends the process: with 0 after a clean
 * stop, with 1 and the reason when the start fails, even while it waits for the database, when
 * stopping fails, or after an uncaught exception. A second Ctrl+C stops at once.
 *
 * @param start starts the server.
 * @param log prints a line to the terminal.
 */
export async function runUntilStopped(
  start: () => Promise<RunningServer>,
  log: (line: string) => void,
): Promise<never> {
  let failed = false;
  const stopRequested = new Promise<void>((resolve) => {
    let isStopping = false;
    const requestStop = (): void => {
      if (isStopping) process.exit(130);
      isStopping = true;
      log('Stopping; press Ctrl+C again to stop at once.');
      resolve();
    };
    process.on('SIGINT', requestStop);
    process.on('SIGTERM', requestStop);
    process.on('SIGHUP', requestStop);
    process.once('uncaughtException', (error) => {
      failed = true;
      log(error.stack ?? error.message);
      resolve();
    });
  });
  let server: RunningServer;
  try {
    server = await start();
  } catch (error) {
    log(lineOf(error));
    process.exit(1);
  }
  await Promise.race([
    stopRequested,
    server.failed.catch((error: unknown) => {
      failed = true;
      log(lineOf(error));
    }),
  ]);
  try {
    await server.stop();
  } catch (error) {
    failed = true;
    log(lineOf(error));
  }
  if (!failed) log('Stopped.');
  process.exit(failed ? 1 : 0);
}

function lineOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  // Unexpected, so the stack is shown.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
