import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkBudgets } from '@cobble/engine/collaboration';
import type { Knex } from 'knex';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { ArchiveWorkers } from '../../archives/ArchiveWorkers.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { Role } from '../../contract/index.ts';
import { LOG_REDACTION } from '../../shared/logRedaction.ts';
import { ImageDecoder } from '../../images/ImageDecoder.ts';
import { VariantProcess } from '../../images/VariantProcess.ts';
import { PageWorkers } from '../../page-workers/PageWorkers.ts';
import { afterAllTests } from '../../testing/mochaHooks.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { createTestDatabase } from '../../testing/index.ts';
import type { TestDatabase } from '../../testing/createTestDatabase.ts';
import { createApp, type CreateAppOptions } from '../createApp.ts';
import { type Limit, type LimitName, LIMITS } from '../../http/limits.ts';
import type { BodyPace } from '../../http/BodyWatch.ts';
import {
  limitedServers,
  type RequestHandler,
  SERVER_LIMITS,
  type UpgradeHandler,
  type ServerLimits,
} from '../../http/limitedServers.ts';
import { requestSignInToken, type TestUser, signIn, signUp } from './signUp.ts';
import { TestBrowser } from './TestBrowser.ts';

/** A server for tests, with its own port and database. */
export interface TestApp {
  readonly knex: Knex;
  /** Opens its database for another server. */
  openDatabase(): TestDatabase;
  readonly port: number;
  /** `localhost:{port}`. */
  readonly appHost: string;
  readonly dataFolder: string;
  /** Everything logged so far, as text. */
  log(): string;
  /** Its metrics, without those of the process. */
  readonly metrics: Registry;
  /** Moves the server's clock forward. */
  advanceClock(ms: number): void;
  /** Stops the server's clock: from now on, only {@link advanceClock} moves it. */
  stopClock(): void;
  browser(): TestBrowser;
  /** Requests a sign-in link and returns the token from its email. */
  requestSignInToken(browser: TestBrowser, email: string): Promise<string>;
  /** Signs in with a link. */
  signIn(browser: TestBrowser, email: string): Promise<void>;
  /** Signs up a user in a new browser. */
  signUp(username: string, roles?: readonly Role[]): Promise<TestUser>;
  /** Waits until no variants of uploaded images are left to make for now. */
  waitForImages(): Promise<void>;
  /** Waits until no embed thumbnails are left to fetch for now. */
  waitForEmbedThumbnails(): Promise<void>;
  /** Waits until no preview images are left to paint. */
  waitForPreviews(): Promise<void>;
  /** Rechecks the domains that are due. */
  recheckDomains(): Promise<void>;
  /** Removes the unreferenced files that are due. */
  sweepMedia(): Promise<void>;
  /** The working time of each account in rooms. */
  readonly roomBudgets: WorkBudgets;
  /** Gives up its rooms, as a server does that is being stopped; its port stays open. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export type { TestUser } from './signUp.ts';

/**
 * Starts a server on real HTTP and a real Postgres.
 *
 * @param options differences from a local installation
 */
export async function createTestApp(
  options: {
    readonly configuration?: Partial<Configuration>;
    readonly limits?: CreateAppOptions['limits'];
    /** A running server whose database this one uses too. */
    readonly sharesDatabaseOf?: TestApp;
    readonly server?: Partial<ServerLimits>;
    readonly bodyPace?: BodyPace;
    readonly webFolder?: string;
    readonly fetchImage?: CreateAppOptions['fetchImage'];
    readonly pageWorkers?: PageWorkers;
    readonly archiveWorkers?: ArchiveWorkers;
    readonly imageDecoder?: ImageDecoder;
    /** Whether visitors' requests have database connections of their own. */
    readonly hasVisitorKnex?: boolean;
  } = {},
): Promise<TestApp> {
  const database = options.sharesDatabaseOf?.openDatabase() ?? (await createTestDatabase());
  const visitorKnex = options.hasVisitorKnex === true ? openDatabase(database.url) : null;
  const dataFolder = await mkdtemp(join(tmpdir(), 'cobble-app-'));
  const trustedProxies = options.configuration?.trustedProxies ?? 0;
  let handler: RequestHandler = () => undefined;
  let upgrade: UpgradeHandler = () => undefined;
  const server = limitedServers({
    trustedProxies,
    limits: { ...SERVER_LIMITS, ...options.server },
  })(
    (request, response) => {
      handler(request, response);
    },
    (request, socket, head) => {
      upgrade(request, socket, head);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const appHost = `localhost:${String(port)}`;
  let offsetMs = 0;
  let stoppedAtMs: number | null = null;
  const lines: string[] = [];
  const metrics = new Registry();
  const app = await createApp({
    knex: database.knex,
    ...(visitorKnex === null ? {} : { visitorKnex }),
    webFolder: options.webFolder ?? null,
    clock: () => new Date((stoppedAtMs ?? Date.now()) + offsetMs),
    // Without the machine's name, in which a test could find what must not be logged.
    log: pino({ base: null, redact: LOG_REDACTION }, { write: (line: string) => lines.push(line) }),
    ...(options.bodyPace ? { bodyPace: options.bodyPace } : {}),
    pageWorkers: options.pageWorkers ?? sharedPageWorkers(),
    archiveWorkers: options.archiveWorkers ?? sharedArchiveWorkers(),
    imageDecoder: options.imageDecoder ?? sharedImageDecoder(),
    variantProcess: sharedVariantProcess(),
    metrics,
    ...(options.fetchImage ? { fetchImage: options.fetchImage } : {}),
    limits: { ...generousLimits(), ...options.limits },
    // After less, a server counts by itself, and a busy machine may take that long for a statement.
    leasingMs: 60_000,
    configuration: {
      host: '127.0.0.1',
      port,
      databaseUrl: database.url,
      acceptUnsafeDatabase: false,
      redisUrl: null,
      smtpUrl: null,
      mailFrom: 'Cobble <hello@localhost>',
      dataFolder,
      fetchesFonts: false,
      fetchesImages: false,
      hasLiveRooms: true,
      storesApp: true,
      metricsPort: null,
      metricsAddress: '127.0.0.1',
      appUrl: `http://${appHost}`,
      pagesHost: appHost,
      embedsHost: `embeds.${appHost}`,
      trustedProxies: 0,
      dnsServers: [],
      cdnPurgeUrl: null,
      cdnPurgeToken: null,
      isLocal: true,
      ...options.configuration,
    },
  });
  ({ handler, upgrade } = app);

  const browser = (): TestBrowser => new TestBrowser(port, appHost);
  return {
    knex: database.knex,
    openDatabase() {
      const knex = openDatabase(database.url);
      return { knex, url: database.url, drop: () => knex.destroy() };
    },
    port,
    appHost,
    dataFolder,
    log: () => lines.join(''),
    metrics,
    advanceClock: (ms) => {
      offsetMs += ms;
    },
    stopClock: () => {
      stoppedAtMs ??= Date.now();
    },
    browser,
    requestSignInToken,
    signIn,
    async signUp(username, roles) {
      const user = await signUp(browser(), username);
      if (roles !== undefined)
        await database.knex('accounts').whereRaw('username = ?', [username]).update({ roles });
      return user;
    },
    waitForImages: () => app.waitForImages(),
    waitForEmbedThumbnails: () => app.waitForEmbedThumbnails(),
    waitForPreviews: () => app.waitForPreviews(),
    recheckDomains: () => app.recheckDomains(),
    sweepMedia: () => app.sweepMedia(),
    roomBudgets: app.roomBudgets,
    drain: () => app.drain(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await app.close();
      await visitorKnex?.destroy();
      await database.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Starting a thread or a process from the sources takes a second. */
const sharedPageWorkers = shared(() => new PageWorkers());
const sharedArchiveWorkers = shared(() => new ArchiveWorkers());
const sharedImageDecoder = shared(() => new ImageDecoder(imageFolder(), pino({ enabled: false })));
export const sharedVariantProcess = shared(
  () => new VariantProcess(imageFolder(), pino({ enabled: false })),
);

function imageFolder(): string {
  const folder = join(tmpdir(), `cobble-images-${String(process.pid)}`);
  afterAllTests(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function shared<Value extends { close(): Promise<void> | void }>(create: () => Value): () => Value {
  let value: Value | null = null;
  return () => {
    if (value !== null) return value;
    const created = create();
    afterAllTests(async () => created.close());
    value = created;
    return created;
  };
}

/**
 * Tests send more requests than users do. No window ends during a test: the next one would begin with
 * a statement, for which some tests leave no connection.
 */
function generousLimits(): Partial<Record<LimitName, Limit>> {
  const names = Object.keys(LIMITS) as LimitName[];
  return Object.fromEntries(names.map((name) => [name, { points: 100_000, seconds: 3600 }]));
}
