import type { Logger } from 'pino';
import { loggable } from '../shared/logRedaction.ts';
import { fetchFonts, fontFetchReport } from './fetchFonts.ts';
import type { FontLibrary } from './FontLibrary.ts';

/** How long to wait before retrying after an incomplete run, ms. */
const RETRY_MS = 30 * 60_000;

/** Options of {@link fetchInBackground}. */
export interface BackgroundOptions {
  /** Prints a line to the terminal. */
  readonly print: (line: string) => void;
  readonly log: Logger;
  /** npm's environment; default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Fetches a library's missing families while the server runs, with retries. Prints a line to the
 * terminal when it begins, after the first failure, and when all families are available; later
 * failures are not printed.
 *
 * @returns a function that stops it and waits until it has ended.
 */
export function fetchInBackground(
  library: FontLibrary,
  options: BackgroundOptions,
): () => Promise<void> {
  const { print, log, env = process.env } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  const attempt = async (): Promise<void> => {
    const missing = library.missing().length;
    if (missing === 0) return;
    if (!hasFailed) print(`Fonts      fetching ${String(missing)} more families in the background`);
    try {
      const result = await fetchFonts(library, { env, signal });
      if (signal.aborted) return;
      const isComplete = library.missing().length === 0;
      if (isComplete || !hasFailed) print(fontFetchReport(library, result));
      for (const problem of result.problems) log.warn(problem, 'A font could not be fetched');
      if (isComplete) return;
    } catch (error) {
      if (signal.aborted) return;
      if (!hasFailed) print(`Fonts      could not be fetched; see the log`);
      log.error({ error: loggable(error) }, 'Fonts could not be fetched');
    }
    hasFailed = true;
    timer = setTimeout(() => {
      running = attempt();
    }, RETRY_MS);
    timer.unref();
  };

  let running = attempt();
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await running;
  };
}
