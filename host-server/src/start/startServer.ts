import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { readConfiguration, type Configuration } from '../configuration/index.ts';
import { databaseFailureOf } from '../database/databaseFailure.ts';
import {
  EmbeddedPostgres,
  checkDatabase,
  ensureFolder,
  migrate,
  openDatabase,
  withoutPassword,
} from '../database/index.ts';
import { publishedFolder } from '../publishing/serve/PublicationFiles.ts';
import { StartupError } from '../shared/StartupError.ts';
import { CloseStack } from './CloseStack.ts';
import { createLogger } from './createLogger.ts';
import { listen, type RequestHandler } from './listen.ts';
import { retryUntilReady } from './retryUntilReady.ts';

/** The Express app with what it holds open. */
export interface App {
  readonly handler: RequestHandler;
  /** Begins what runs in the background; takes a line for the person at the terminal. */
  begin?(say: (line: string) => void): void;
  /** Ends what the app runs in the background. */
  close(): Promise<void>;
}

/** What the app is made from. */
export interface AppOptions {
  readonly configuration: Configuration;
  readonly knex: Knex;
  readonly log: Logger;
  /** Absolute path of the built web app, or null where it has not been built. */
  readonly webFolder: string | null;
}

/** What a start needs. */
export interface StartServerOptions {
  /** Such as `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the repository. */
  readonly rootFolder: string;
  /** Takes a line for the person at the terminal. */
  readonly log: (line: string) => void;
  readonly createApp: (options: AppOptions) => Promise<App>;
  /** Answers while the database is waited for; without it everything is 503. */
  readonly createFallbackApp?: (options: Omit<AppOptions, 'knex'>) => RequestHandler;
}

/** A server that answers. */
export interface RunningServer {
  /** Origin of the app. */
  readonly url: string;
  /** Rejects when what the server still waited for turns out to be nothing that waiting mends. */
  readonly failed: Promise<never>;
  /** Lets requests end, then closes everything, Postgres last. May be called more than once. */
  stop(): Promise<void>;
}

const MIGRATION_SILENCE_MS = 600_000;
/** How long an answer is waited for before what was kept has to do. */
const PATIENCE_MS = 1500;

/**
 * Starts Cobble: configuration, port, data folder, database, migrations, app, in this order, so
 * that what a person can mend at once is found first. While it starts the port answers 503.
 *
 * A data folder that has served pages before is a restart: where its database is down or full the
 * server starts all the same, gives the public pages that are kept as files, and becomes whole as
 * soon as the database is there (docs/decisions/0085).
 *
 * @throws StartupError with one clear line; whatever had been started is stopped again.
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const { env, rootFolder, log } = options;
  const read = readConfiguration(env, rootFolder);
  if (!read.ok) throw new StartupError('configuration_invalid', read.problems.join('\n'));
  const { configuration } = read;
  const { dataFolder } = configuration;
  const stack = new CloseStack();
  try {
    let handler: RequestHandler = answerStarting;
    const listening = await listen(
      (request, response) => {
        handler(request, response);
      },
      configuration.host,
      configuration.port,
    );
    stack.push(() => listening.close());
    const isRestart = existsSync(publishedFolder(dataFolder));
    const isRetried = (error: unknown): boolean => isRestart && isTransient(error);
    await ensureFolder(dataFolder).catch((error: unknown) => {
      if (!isRetried(error)) throw error;
    });
    const serverLog = createLogger(configuration);
    stack.push(() => {
      serverLog.flush();
    });
    const webFolder = join(rootFolder, 'host-web', 'dist');
    const shared = {
      configuration,
      log: serverLog.logger,
      webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : null,
    };
    const bringUp = async (): Promise<void> => {
      const opened = new CloseStack();
      try {
        const knex = await openMigrated(configuration, log, opened);
        const app = await options.createApp({ ...shared, knex });
        opened.push(() => app.close());
        // Before all that, so that requests under way still find everything.
        opened.push(() => listening.close());
        stack.push(() => opened.close());
        handler = app.handler;
        announce(configuration, serverLog.file, log);
        app.begin?.(log);
      } catch (error) {
        await opened.close().catch(() => undefined);
        throw error;
      }
    };
    const useFallback = (): void => {
      if (handler === answerStarting && isRestart)
        handler = options.createFallbackApp?.(shared) ?? answerStarting;
    };
    const slow = setTimeout(useFallback, PATIENCE_MS);
    let failed = never;
    try {
      await bringUp();
    } catch (error) {
      if (!isRetried(error)) throw error;
      useFallback();
      const waiting = retryUntilReady(bringUp, { first: error, isTransient, log });
      stack.push(() => waiting.stop());
      failed = waiting.failed;
    } finally {
      clearTimeout(slow);
    }
    return { url: configuration.appUrl, failed, stop: () => stack.close() };
  } catch (error) {
    await stack.close();
    throw error;
  }
}

const never = new Promise<never>(() => undefined);

/** Whether a start that failed may succeed later though nobody changes anything here. */
function isTransient(error: unknown): boolean {
  if (error instanceof StartupError && error.code === 'database_not_answering') return true;
  return databaseFailureOf(error) !== null;
}

function announce(
  { appUrl, pagesHost, dataFolder, databaseUrl, smtpUrl, isLocal }: Configuration,
  logFile: string | null,
  log: (line: string) => void,
): void {
  const scheme = new URL(appUrl).protocol;
  log(`Open       ${appUrl}/`);
  log(`Pages at   ${scheme}//{page}.${pagesHost}/`);
  if (smtpUrl === null && isLocal) log(`Mails at   ${appUrl}/dev/mailbox`);
  log(`Data in    ${dataFolder}`);
  if (databaseUrl !== null) log(`Database   ${withoutPassword(databaseUrl)}`);
  if (logFile !== null) log(`Log        ${logFile}`);
  log('Ctrl+C stops it.');
}

async function openMigrated(
  configuration: Configuration,
  log: (line: string) => void,
  stack: CloseStack,
): Promise<Knex> {
  const { databaseUrl, dataFolder, acceptUnsafeDatabase } = configuration;
  let url = databaseUrl;
  let variable = 'DATABASE_URL';
  if (url === null) {
    const postgres = await EmbeddedPostgres.start({ folder: join(dataFolder, 'postgres'), log });
    if (postgres.adopted) log(`Using the database that already runs (process ${postgres.pid}).`);
    stack.push(async () => {
      if (!(await postgres.stop())) {
        log(
          `The database runs on (process ${postgres.pid}), for it was running before or another ` +
            `Cobble uses it; the next start takes it up again.`,
        );
      }
    });
    url = postgres.url;
    variable = 'the embedded database';
  }
  await checkDatabase(url, { variable, acceptUnsafe: acceptUnsafeDatabase });
  // A statement of a migration may take long.
  const migrating = openDatabase(url, { silenceMs: MIGRATION_SILENCE_MS });
  const ran = await migrate(migrating).finally(() => migrating.destroy());
  if (ran.length > 0) log(`Brought the database up to date (${ran.join(', ')}).`);
  const knex = openDatabase(url);
  stack.push(() => knex.destroy());
  return knex;
}

const answerStarting: RequestHandler = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
  response.end('Cobble is starting; try again in a moment.\n');
};
