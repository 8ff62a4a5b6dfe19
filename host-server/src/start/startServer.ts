import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/index.ts';
import { readConfiguration } from '../configuration/index.ts';
import {
  checkDatabase,
  EmbeddedPostgres,
  makeFolder,
  migrate,
  openDatabase,
  withoutPassword,
} from '../database/index.ts';
import { createLogger } from './createLogger.ts';
import type { RequestHandler } from './listen.ts';
import { listen } from './listen.ts';
import { StartupError } from './StartupError.ts';

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
}

/** A server that answers. */
export interface RunningServer {
  /** Origin of the app. */
  readonly url: string;
  /** Lets requests end, then closes everything, Postgres last. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts Cobble: configuration, port, data folder, database, migrations, app, in this order, so
 * that what a person can mend at once is found first. While it starts the port answers 503.
 *
 * @throws StartupError with one clear line; whatever had been started is stopped again.
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const { env, rootFolder, log } = options;
  const read = readConfiguration(env, rootFolder);
  if (!read.ok) throw new StartupError('configuration_invalid', read.problems.join('\n'));
  const { configuration } = read;
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
    await makeFolder(configuration.dataFolder);
    const serverLog = createLogger(configuration);
    stack.push(() => {
      serverLog.flush();
    });
    const knex = await openMigrated(configuration, log, stack);
    const webFolder = join(rootFolder, 'host-web', 'dist');
    const app = await options.createApp({
      configuration,
      knex,
      log: serverLog.logger,
      webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : null,
    });
    stack.push(() => app.close());
    // First of all, so that requests under way still find everything.
    stack.push(() => listening.close());
    handler = app.handler;
    announce(configuration, serverLog.file, log);
    app.begin?.(log);
    return { url: configuration.appUrl, stop: () => stack.close() };
  } catch (error) {
    await stack.close();
    throw error;
  }
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
  const knex = openDatabase(url);
  stack.push(() => knex.destroy());
  const ran = await migrate(knex);
  if (ran.length > 0) log(`Brought the database up to date (${ran.join(', ')}).`);
  return knex;
}

/** Closes what was opened, the last first, each once. */
class CloseStack {
  readonly #closers: (() => Promise<void> | void)[] = [];
  #closing: Promise<void> | null = null;

  push(closer: () => Promise<void> | void): void {
    this.#closers.push(closer);
  }

  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let closer = this.#closers.pop(); closer !== undefined; closer = this.#closers.pop()) {
      try {
        await closer();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

const answerStarting: RequestHandler = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
  response.end('Cobble is starting; try again in a moment.\n');
};
