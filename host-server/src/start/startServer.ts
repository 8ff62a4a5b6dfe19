import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { readConfiguration, type Configuration } from '../configuration/index.ts';
import { databaseFailureOf } from '../database/databaseErrors.ts';
import {
  EmbeddedPostgres,
  checkDatabase,
  ensureFolder,
  migrate,
  openDatabase,
  withoutPassword,
} from '../database/index.ts';
import type { RequestHandler, UpgradeHandler } from '../http/limitedServers.ts';
import { createMetrics, removerOfNewMetrics } from '../metrics/createMetrics.ts';
import { publishedFolder } from '../publishing/serve/PublicationFiles.ts';
import { refuseUpgrade } from '../http/refuseUpgrade.ts';
import { VISITOR_CONNECTIONS } from '../shared/LookupTurns.ts';
import { DATABASE_WAIT_MS } from '../shared/outage.ts';
import { StartupError } from '../shared/StartupError.ts';
import { CloseStack } from './CloseStack.ts';
import { createLogger } from './createLogger.ts';
import { listen } from './listen.ts';
import { listenForMetrics } from './listenForMetrics.ts';
import { retryUntilReady } from './retryUntilReady.ts';

/** The app, with its background jobs. */
export interface App {
  readonly handler: RequestHandler;
  /** Without it, all upgrades of connections are refused. */
  readonly upgrade?: UpgradeHandler;
  /** Starts background jobs; `print` prints a line to the terminal. */
  begin?(print: (line: string) => void): void;
  /** Ends connections that would otherwise last. Called before the port is closed. */
  drain?(): Promise<void>;
  /** Stops background jobs. */
  close(): Promise<void>;
}

/** Options for creating the app. */
export interface AppOptions {
  readonly configuration: Configuration;
  readonly knex: Knex;
  /** For visitors' requests: calls cannot occupy its connections. */
  readonly visitorKnex: Knex;
  /** For noting that the server is running, which must not wait for anything else. */
  readonly leaseKnex: Knex;
  readonly log: Logger;
  /** Absolute path of the built web app, or null when it has not been built. */
  readonly webFolder: string | null;
  /** Where metrics are registered; null if nobody reads them. */
  readonly metrics: Registry | null;
}

/** Options of {@link startServer}. */
export interface StartServerOptions {
  /** Such as `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the repository. */
  readonly rootFolder: string;
  /** Prints a line to the terminal. */
  readonly log: (line: string) => void;
  readonly createApp: (options: AppOptions) => Promise<App>;
  /** Handles requests while a restart waits for the database; without it every request gets 503. */
  readonly createFallbackApp?: (
    options: Omit<AppOptions, 'knex' | 'visitorKnex' | 'leaseKnex'>,
  ) => RequestHandler;
}

/** A running server. */
export interface RunningServer {
  /** Origin of the app. */
  readonly url: string;
  /** Rejects when the server waits for the database and hits an error that waiting does not fix. */
  readonly failed: Promise<never>;
  /**
   * Waits for requests in progress, then closes everything, Postgres last. May be called
   * repeatedly.
   */
  stop(): Promise<void>;
}

/**
 * A renewal that is not answered within a second is followed by others in time. After the network was
 * gone, none waits longer than this for a connection that was begun meanwhile.
 */
const LEASE_CONNECTIONS = { poolSize: 2, silenceMs: 1000, connectMs: 2000 };
const MIGRATION_SILENCE_MS = 600_000;

/**
 * Starts Cobble: configuration, port, data folder, database, migrations, app, in this order, so
 * that errors the user can fix are reported first. Until the app has started, the port responds
 * with 503.
 *
 * A data folder that a server has used before means a restart: if its database is down or full, the
 * server still starts, serves public pages from files, and completes its start as soon as the
 * database is available (docs/decisions/0085).
 *
 * @throws StartupError with one line per problem, after stopping whatever was started.
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const { env, rootFolder, log } = options;
  const read = readConfiguration(env, rootFolder);
  if (!read.ok) throw new StartupError('configuration_invalid', read.problems.join('\n'));
  const { configuration } = read;
  const { dataFolder } = configuration;
  const stack = new CloseStack();
  try {
    let handler: RequestHandler = respondStarting;
    let upgrade: UpgradeHandler = refuseAll;
    const listening = await listen(
      {
        handler(request, response) {
          handler(request, response);
        },
        upgrade(request, socket, head) {
          upgrade(request, socket, head);
        },
      },
      configuration.host,
      configuration.port,
      configuration.trustedProxies,
    );
    stack.push(() => listening.close());
    const metrics = await openMetrics(configuration, stack);
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
      metrics,
      webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : null,
    };
    const startApp = async (): Promise<void> => {
      const opened = new CloseStack();
      if (metrics) opened.push(removerOfNewMetrics(metrics));
      try {
        const pools = await openMigrated(configuration, log, opened);
        const app = await options.createApp({ ...shared, ...pools });
        opened.push(() => app.close());
        // Before the app, so that requests in progress still find everything. New connections are
        // refused at once: clients of rooms connect to another server, or wait for the next one.
        opened.push(async () => {
          await Promise.all([listening.close(), app.drain?.()]);
        });
        stack.push(() => opened.close());
        ({ handler, upgrade = refuseAll } = app);
        announce(configuration, serverLog.file, log);
        app.begin?.(log);
      } catch (error) {
        await opened.close().catch(() => undefined);
        throw error;
      }
    };
    const useFallback = (): void => {
      if (handler === respondStarting && isRestart)
        handler = options.createFallbackApp?.(shared) ?? respondStarting;
    };
    const slow = setTimeout(useFallback, DATABASE_WAIT_MS);
    let failed = never;
    try {
      await startApp();
    } catch (error) {
      if (!isRetried(error)) throw error;
      useFallback();
      const waiting = retryUntilReady(startApp, { first: error, isTransient, log });
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

/** Whether a failed start may succeed later without any change. */
function isTransient(error: unknown): boolean {
  if (error instanceof StartupError && error.code === 'database_not_responding') return true;
  return databaseFailureOf(error) !== null;
}

function announce(
  { appUrl, pagesHost, dataFolder, databaseUrl, smtpUrl, isLocal }: Configuration,
  logFile: string | null,
  log: (line: string) => void,
): void {
  const scheme = new URL(appUrl).protocol;
  log(`Open       ${appUrl}/`);
  log(`Pages at   ${scheme}//{site}.${pagesHost}/`);
  if (smtpUrl === null && isLocal) log(`Emails at  ${appUrl}/dev/mailbox`);
  log(`Data in    ${dataFolder}`);
  if (databaseUrl !== null) log(`Database   ${withoutPassword(databaseUrl)}`);
  if (logFile !== null) log(`Log        ${logFile}`);
  log('Press Ctrl+C to stop.');
}

async function openMigrated(
  configuration: Configuration,
  log: (line: string) => void,
  stack: CloseStack,
): Promise<Pick<AppOptions, 'knex' | 'visitorKnex' | 'leaseKnex'>> {
  const { databaseUrl, dataFolder, acceptUnsafeDatabase } = configuration;
  let url = databaseUrl;
  let variable = 'DATABASE_URL';
  if (url === null) {
    const postgres = await EmbeddedPostgres.start({ folder: join(dataFolder, 'postgres'), log });
    if (postgres.adopted)
      log(`Using the database that is already running (process ${postgres.pid}).`);
    stack.push(async () => {
      if (!(await postgres.stop())) {
        log(
          `The database keeps running (process ${postgres.pid}): it was running before, or another ` +
            `server uses it. The next start will use it again.`,
        );
      }
    });
    url = postgres.url;
    variable = 'embedded';
  }
  await checkDatabase(url, { variable, acceptUnsafe: acceptUnsafeDatabase });
  // Statements of a migration may take a long time.
  const migrating = openDatabase(url, { silenceMs: MIGRATION_SILENCE_MS });
  const ran = await migrate(migrating).finally(() => migrating.destroy());
  if (ran.length > 0) log(`Migrated the database (${ran.join(', ')}).`);
  const pools = {
    knex: openDatabase(url),
    // In addition to the ten for everything else.
    visitorKnex: openDatabase(url, { poolSize: VISITOR_CONNECTIONS }),
    leaseKnex: openDatabase(url, LEASE_CONNECTIONS),
  };
  for (const pool of Object.values(pools)) stack.push(() => pool.destroy());
  return pools;
}

async function openMetrics(
  { metricsAddress, metricsPort }: Configuration,
  stack: CloseStack,
): Promise<Registry | null> {
  if (metricsPort === null) return null;
  const metrics = createMetrics();
  stack.push(await listenForMetrics(metrics, metricsAddress, metricsPort));
  return metrics;
}

const refuseAll: UpgradeHandler = (_request, socket) => {
  refuseUpgrade(socket, '503 Service Unavailable');
};

const respondStarting: RequestHandler = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' });
  response.end('Cobble is starting; try again in a moment.\n');
};
