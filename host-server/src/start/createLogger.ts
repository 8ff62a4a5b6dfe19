import { join } from 'node:path';
import type { Logger } from 'pino';
import { destination, pino } from 'pino';
import type { Configuration } from '../configuration/index.ts';
import { LOG_REDACTION } from '../shared/logRedaction.ts';

/** The server's log. */
export interface ServerLog {
  readonly logger: Logger;
  /** Absolute path of the file, or null where it goes to the standard output. */
  readonly file: string | null;
  /** Writes out what is still in memory. */
  flush(): void;
}

/**
 * Makes the server's log, JSON lines without secrets. On a person's own machine it goes to
 * `server.log` in the data folder, so that the terminal shows only what is meant for them; on a
 * public server to the standard output, where hosting collects it.
 */
export function createLogger(configuration: Configuration): ServerLog {
  const file = configuration.isLocal ? join(configuration.dataFolder, 'server.log') : null;
  const sink = destination({ dest: file ?? 1, sync: true, append: true });
  // A full disk loses lines and not the server; there is nowhere to say so.
  sink.on('error', () => undefined);
  const logger = pino({ redact: LOG_REDACTION, base: null }, sink);
  return {
    logger,
    file,
    flush: () => {
      sink.flushSync();
    },
  };
}
