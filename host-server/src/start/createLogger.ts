import { join } from 'node:path';
import type { Logger } from 'pino';
import { destination, pino } from 'pino';
import type { Configuration } from '../configuration/index.ts';
import { LOG_REDACTION } from '../shared/logRedaction.ts';

/** The server's log. */
export interface ServerLog {
  readonly logger: Logger;
  /** Absolute path of the log file, or null for the standard output. */
  readonly file: string | null;
  /** Flushes buffered lines. */
  flush(): void;
}

/**
 * Creates the server's log: JSON lines without secrets. A local server logs to `server.log` in the
 * data folder, so that the terminal shows only messages for its user; a public server logs to the
 * standard output, where hosting collects it.
 */
export function createLogger(configuration: Configuration): ServerLog {
  const file = configuration.isLocal ? join(configuration.dataFolder, 'server.log') : null;
  const sink = destination({ dest: file ?? 1, sync: true, append: true });
  // A full disk loses log lines but does not stop the server.
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
